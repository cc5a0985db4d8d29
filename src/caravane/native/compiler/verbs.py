"""Verbs compiled to a call of the rule that the record type picks."""

from typing import Any

from numba import types
from numba.extending import overload

from caravane.kernel import RULES, VERBS


def _overload_verb(name: str) -> None:
    def choose(state, *args):  # type: ignore[no-untyped-def]  # Numba compares it with the lambda's signature
        if not isinstance(state, types.Record):
            return None
        rule: Any = RULES[name, tuple(state.fields)]  # decided once, at compile time
        return lambda state, *args: rule(state, *args)

    overload(VERBS[name])(choose)


for verb in VERBS:
    _overload_verb(verb)
