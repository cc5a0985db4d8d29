// Which options of a game are used, given the others: what would do nothing is neither offered nor sent.
import type { OptionFacts, Value } from "./types";

export type Values = Record<string, Value>;

/** Whether a value of an option does something beside the other options' values; its default always may stand. */
export function isUsed(option: OptionFacts, value: Value, values: Values): boolean {
  if (value === option.default) return true;
  return option.needs
    .filter((need) => need.value === null || need.value === value)
    .every((need) => need.values.includes(values[need.option] as Value));
}

/** Whether there is anything to choose: another value than the default would do something. */
export function isOffered(option: OptionFacts, values: Values): boolean {
  if (option.kind !== "choice") return option.needs.every((need) => need.values.includes(values[need.option] as Value));
  return option.choices.some((choice) => choice.value !== option.default && isUsed(option, choice.value, values));
}

/** The values as they count: one that does nothing gives way to its default, and so may one that needed it. */
export function settle(options: OptionFacts[], values: Values): Values {
  const found = { ...values };
  for (;;) {
    const idle = options.find((option) => !isUsed(option, found[option.name] as Value, found));
    if (idle === undefined) return found;
    found[idle.name] = idle.default;
  }
}
