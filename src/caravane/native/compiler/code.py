"""Writes what `caravane.native.machine` loads: a kernel's object code and the entry by which Python calls it."""

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types

from caravane.native.machine import ENTRY, FUNCTIONS, OBJECTS, TABLE, ArgumentType, CodeFile, write

POINTER, BYTE, INT, LONG = ir.PointerType(), ir.IntType(8), ir.IntType(32), ir.IntType(64)
# Where CPython and NumPy keep things in their objects, in bytes; `_layout_is_known` looks whether it is so.
HEAD = object.__basicsize__
TYPE = HEAD - 8
VALUE = HEAD  # of a scalar
RECORD_DATA, RECORD_DTYPE = HEAD + 8, HEAD + 16
DATA, DIMENSIONS, LENGTHS, STRIDES, ARRAY_DTYPE, FLAGS = HEAD, HEAD + 8, HEAD + 16, HEAD + 24, HEAD + 40, HEAD + 48
PLAIN_ARRAY = 0x1 | 0x100 | 0x400  # C order, aligned, writeable
DONE, DONE_WITH_NONE = 0, -2  # what Numba's functions return
MATHEMATICS = ("exp", "log", "pow", "sqrt", "tanh")  # of the C library, which Python itself has loaded


def save(compiled: Any, args: tuple[Any, ...], place: CodeFile) -> None:
    """Compile a kernel for these arguments and keep its code, unless it needs what only Numba has."""
    if not hasattr(compiled, "compile"):  # somebody told Numba not to
        return
    signature = tuple(map(numba.typeof, args))
    compiled.compile(signature)
    result = compiled.overloads[signature]
    entry = Entry(result, place)
    if not (_layout_is_known() and entry.is_possible()):
        return
    machine = result.library.codegen._tm
    module = result.library._get_module_for_linking().clone()
    module.link_in(llvm.parse_assembly(entry.write()))
    _keep_entry(module, machine)
    missing = [found.name for found in (*module.functions, *module.global_variables) if found.is_declaration]
    if all(map(_is_in_every_process, missing)):
        write(place, machine.emit_object(module))


def _is_in_every_process(name: str) -> bool:
    return name.startswith("llvm.") or (name in MATHEMATICS and llvm.address_of_symbol(name) is not None)


def _layout_is_known() -> bool:
    """Whether the objects of this CPython and this NumPy are laid out as the entry reads them."""
    array, number = np.zeros((2, 3), np.int16), np.uint64(7)
    record = np.zeros(2, [("a", np.int8), ("b", np.int8)])[1]
    lengths, strides = (ctypes.c_void_p.from_address(id(array) + offset).value or 0 for offset in (LENGTHS, STRIDES))
    return [
        *(ctypes.c_void_p.from_address(id(value) + TYPE).value for value in (array, number, record, 1.5)),
        ctypes.c_uint64.from_address(id(number) + VALUE).value,
        ctypes.c_double.from_address(id(1.5) + VALUE).value,
        ctypes.c_void_p.from_address(id(record) + RECORD_DATA).value,
        ctypes.c_void_p.from_address(id(record) + RECORD_DTYPE).value,
        ctypes.c_void_p.from_address(id(array) + DATA).value,
        ctypes.c_int.from_address(id(array) + DIMENSIONS).value,
        *(ctypes.c_int64 * 2).from_address(lengths),
        *(ctypes.c_int64 * 2).from_address(strides),
        ctypes.c_void_p.from_address(id(array) + ARRAY_DTYPE).value,
        ctypes.c_int.from_address(id(array) + FLAGS).value & PLAIN_ARRAY,
    ] == [
        *map(id, (np.ndarray, np.uint64, np.void, float)),
        7, 1.5, record.__array_interface__["data"][0], id(record.dtype),
        array.ctypes.data, 2, 2, 3, 6, 2, id(array.dtype), PLAIN_ARRAY,
    ]  # fmt: skip


def _keep_entry(module: Any, machine: Any) -> None:
    """Throw away what the entry does not need, Numba's own entries above all."""
    for found in (*module.functions, *module.global_variables):
        if not found.is_declaration and found.name not in (ENTRY, TABLE):
            found.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))


class Entry:
    """The function that Python calls, as LLVM's assembly."""

    def __init__(self, result: Any, place: CodeFile) -> None:
        self.place = place
        self.restype = result.signature.return_type
        callee_type = result.target_context.call_conv.get_function_type(self.restype, result.signature.args)
        wanted = [POINTER if kind.is_pointer else kind for kind in callee_type.args]
        self.module = ir.Module()
        self.callee = ir.Function(self.module, ir.FunctionType(INT, wanted), result.fndesc.llvm_func_name)
        entry_type = ir.FunctionType(POINTER, [POINTER, POINTER, LONG])
        self.function = ir.Function(self.module, entry_type, ENTRY)
        size = len(FUNCTIONS) + len(OBJECTS) + 2 * len(place.kinds)
        self.table = ir.GlobalVariable(self.module, ir.ArrayType(POINTER, size), TABLE)
        self.table.initializer = ir.Constant(self.table.value_type, None)
        self.builder = ir.IRBuilder(self.function.append_basic_block())
        self.room, self.failure = self.builder.alloca(LONG), self.builder.alloca(POINTER)  # for the result
        self.refuse = self.function.append_basic_block("refuse")

    def is_possible(self) -> bool:
        """Whether all that goes in and comes out is among what is known here."""
        numbers = (types.NoneType, types.Boolean, types.Integer, types.Float)
        return isinstance(self.restype, numbers)

    def write(self) -> str:
        """The entry as LLVM reads it: check every argument, run the kernel, give its result to Python."""
        _, given, count = self.function.args
        self._demand(self.builder.icmp_unsigned("==", count, LONG(len(self.place.kinds))))
        values: list[Any] = []
        for i, kind in enumerate(self.place.kinds):
            place = len(FUNCTIONS) + len(OBJECTS) + 2 * i
            value = self._load(given, 8 * i, POINTER)
            self._demand(self._is_same(self._load(value, TYPE, POINTER), self._known(place)))
            values += self._unpack(value, kind, self._known(place + 1))
        self._run(values)
        self.builder.position_at_end(self.refuse)
        self._return_object(NotImplemented)
        return str(self.module)

    def _run(self, values: list[Any]) -> None:
        thread = self._call("PyEval_SaveThread", POINTER, [])
        status = self.builder.call(self.callee, [self.room, self.failure, *values])
        self._call("PyEval_RestoreThread", ir.VoidType(), [thread])
        is_done = self.builder.or_(
            self.builder.icmp_signed("==", status, INT(DONE)),
            self.builder.icmp_signed("==", status, INT(DONE_WITH_NONE)),
        )
        with self.builder.if_then(self.builder.not_(is_done), likely=False):
            text = f"{self.place.name} failed, by a division by zero most likely\0".encode()
            sentence = ir.GlobalVariable(self.module, ir.ArrayType(BYTE, len(text)), "failure")
            sentence.initializer = ir.Constant(sentence.value_type, bytearray(text))
            self._call("PyErr_SetString", ir.VoidType(), [self._object(ArithmeticError), sentence])
            self.builder.ret(POINTER(None))
        self._return(self.room)

    def _unpack(self, value: Any, kind: ArgumentType, dtype: Any) -> list[Any]:
        """What Numba's function wants for one argument; refuses what only looks alike."""
        if kind.type is np.ndarray:
            return self._unpack_array(value, kind, dtype)
        if issubclass(kind.type, np.void):
            self._demand(self._is_same(self._load(value, RECORD_DTYPE, POINTER), dtype))
            return [self._load(value, RECORD_DATA, POINTER)]
        if kind.type is int:
            number = self._call("PyLong_AsLongLong", LONG, [value])
            with self.builder.if_then(self.builder.icmp_signed("==", number, LONG(-1)), likely=False):
                failure = self._call("PyErr_Occurred", POINTER, [])
                with self.builder.if_then(self.builder.not_(self._is_same(failure, POINTER(None)))):
                    self._call("PyErr_Clear", ir.VoidType(), [])
                    self.builder.branch(self.refuse)
            return [number]
        if kind.type is bool:
            return [self.builder.zext(self._is_same(value, self._object(True)), BYTE)]
        if kind.type is float:
            return [self._load(value, VALUE, ir.DoubleType())]
        number_type = np.dtype(kind.type)
        if number_type.kind == "f":
            return [self._load(value, VALUE, ir.DoubleType() if number_type.itemsize == 8 else ir.FloatType())]
        return [self._load(value, VALUE, ir.IntType(8 * number_type.itemsize))]

    def _unpack_array(self, value: Any, kind: ArgumentType, dtype: Any) -> list[Any]:
        assert kind.dtype is not None
        self._demand(self._is_same(self._load(value, ARRAY_DTYPE, POINTER), dtype))
        self._demand(self.builder.icmp_signed("==", self._load(value, DIMENSIONS, INT), INT(kind.dimensions)))
        flags = self.builder.and_(self._load(value, FLAGS, INT), INT(PLAIN_ARRAY))
        self._demand(self.builder.icmp_signed("==", flags, INT(PLAIN_ARRAY)))
        count: Any = LONG(1)
        lengths, strides = (
            [self._load(self._load(value, offset, POINTER), 8 * axis, LONG) for axis in range(kind.dimensions)]
            for offset in (LENGTHS, STRIDES)
        )
        for length in lengths:
            count = self.builder.mul(count, length)
        nobody = POINTER(None)  # owns the memory: without its runtime Numba does not ask
        data = self._load(value, DATA, POINTER)
        return [nobody, nobody, count, LONG(kind.dtype.itemsize), data, *lengths, *strides]

    def _return(self, room: Any) -> None:
        kind = self.restype
        if isinstance(kind, types.NoneType):
            return self._return_object(None)
        if isinstance(kind, types.Boolean):
            result = self.builder.zext(self._load(room, 0, BYTE), LONG)
            return self._return_call("PyBool_FromLong", result)
        if isinstance(kind, types.Float):
            result = self._load(room, 0, ir.DoubleType() if kind.bitwidth == 64 else ir.FloatType())
            result = result if kind.bitwidth == 64 else self.builder.fpext(result, ir.DoubleType())
            return self._return_call("PyFloat_FromDouble", result)
        result = self._load(room, 0, ir.IntType(kind.bitwidth))
        if kind.bitwidth < 64:
            result = (self.builder.sext if kind.signed else self.builder.zext)(result, LONG)
        return self._return_call("PyLong_FromLongLong" if kind.signed else "PyLong_FromUnsignedLongLong", result)

    def _return_call(self, function: str, result: Any) -> None:
        self.builder.ret(self._call(function, POINTER, [result]))

    def _return_object(self, known: object) -> None:
        value = self._object(known)
        self._call("Py_IncRef", ir.VoidType(), [value])
        self.builder.ret(value)

    def _demand(self, condition: Any) -> None:
        go_on = self.function.append_basic_block()
        self.builder.cbranch(condition, go_on, self.refuse)
        self.builder.position_at_end(go_on)

    def _is_same(self, a: Any, b: Any) -> Any:
        return self.builder.icmp_unsigned("==", a, b)

    def _load(self, base: Any, offset: int, kind: Any) -> Any:
        return self.builder.load(self.builder.gep(base, [LONG(offset)], source_etype=BYTE), typ=kind)

    def _known(self, place: int) -> Any:
        return self._load(self.table, 8 * place, POINTER)

    def _object(self, known: object) -> Any:
        return self._known(len(FUNCTIONS) + OBJECTS.index(known))

    def _call(self, function: str, result: Any, values: list[Any]) -> Any:
        kind = ir.FunctionType(result, [value.type for value in values]).as_pointer()
        return self.builder.call(self._load(self.table, 8 * FUNCTIONS.index(function), kind), values)
