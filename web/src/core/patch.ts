/** Carries out a JSON Patch (RFC 6902) as the server sends it: `add`, `remove` and `replace`. */
import type { Schemas } from "./types";

export type Operation = Schemas["Add"] | Schemas["Remove"] | Schemas["Replace"];

/** The value after the operations. The one before stays as it was, and both share what did not change. */
export function patched<Value>(before: Value, operations: readonly Operation[]): Value {
  return operations.reduce<unknown>((value, operation) => {
    const way = operation.path.split("/").slice(1);
    return changed(value, way.map(unescaped), operation);
  }, before) as Value;
}

/** JSON Pointer (RFC 6901) writes `/` as `~1` and `~` as `~0`. */
function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

function changed(value: unknown, way: readonly string[], operation: Operation): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return operation.op === "remove" ? null : operation.value;
  if (Array.isArray(value)) return changedList(value, Number(name), rest, operation);
  if (typeof value !== "object" || value === null) throw new Error(`nothing to change at ${operation.path}`);
  const copy: Record<string, unknown> = { ...value };
  if (rest.length === 0 && operation.op === "remove") delete copy[name];
  else copy[name] = changed(copy[name], rest, operation);
  return copy;
}

function changedList(
  list: readonly unknown[],
  index: number,
  rest: readonly string[],
  operation: Operation,
): unknown[] {
  if (rest.length > 0 || operation.op === "replace") return list.with(index, changed(list[index], rest, operation));
  return operation.op === "remove" ? list.toSpliced(index, 1) : list.toSpliced(index, 0, operation.value);
}
