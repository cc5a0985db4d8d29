// Options that the others leave no use for.
import { expect, test } from "vitest";
import { isOffered, isUsed, settle } from "../src/core/options";
import type { OptionFacts } from "../src/core/types";

const words = { fr: "", en: "" };
const option = (name: string, rest: Partial<OptionFacts>): OptionFacts => ({
  name,
  title: words,
  sentence: words,
  kind: "choice",
  default: "",
  choices: [],
  low: 0,
  high: 0,
  needs: [],
  ...rest,
});
const choices = (...values: string[]): OptionFacts["choices"] => values.map((value) => ({ value, label: words }));
const variant = option("variant", { default: "plain", choices: choices("plain", "first", "second") });
const order = option("order", {
  default: "as-written",
  choices: choices("as-written", "once", "strict"),
  needs: [
    { option: "variant", values: ["first"], value: "once" },
    { option: "variant", values: ["second"], value: "strict" },
  ],
});
const cap = option("cap", {
  kind: "number",
  default: 400,
  needs: [{ option: "variant", values: ["second"], value: null }],
});
const loud = option("loud", { kind: "flag", default: false, needs: [{ option: "cap", values: [500], value: null }] });
const all = [loud, cap, order, variant];
const start = { variant: "plain", order: "as-written", cap: 400, loud: false };

test("an option without a use is not offered", () => {
  expect(all.filter((each) => isOffered(each, start)).map((each) => each.name)).toEqual(["variant"]);
  const second = { ...start, variant: "second" };
  expect(all.filter((each) => isOffered(each, second)).map((each) => each.name)).toEqual(["cap", "order", "variant"]);
});

test("of a choice only the values with a use are offered", () => {
  const used = (values: typeof start): string[] =>
    order.choices.map((each) => each.value).filter((each) => isUsed(order, each, values));
  expect(used({ ...start, variant: "first" })).toEqual(["as-written", "once"]);
  expect(used({ ...start, variant: "second" })).toEqual(["as-written", "strict"]);
});

test("a value that lost its use gives way to the default, and with it what needed that", () => {
  const chosen = { variant: "second", order: "strict", cap: 500, loud: true };
  expect(settle(all, chosen)).toEqual(chosen);
  expect(settle(all, { ...chosen, variant: "plain" })).toEqual(start);
});
