/** A turn of africa1880 told from the log: steps, the board at each of them, the declarations behind a removal. */
import { expect, test } from "vitest";
import type { Happening, LogEntry, Structure } from "../src/core/types";
import { wordOf } from "../src/games/africa1880/rooms";
import { boardAt, causesOf, declarationsOf, stepsOf, turnsOf } from "../src/games/africa1880/turns";
import type { View1880 } from "../src/games/africa1880/view";

const fact = (what: Structure): Happening => ({ seat: -1, what, text: { fr: "", en: "" } });
const TURN: Structure[] = [
  { type: "sealed" },
  { type: "revealed", year: 1880 },
  { type: "developed", territory: "libye", countries: ["france"], placed: 1 },
  { type: "landed", country: "italy", to: "libye" },
  { type: "explored", country: "france", from: "alger", to: "sahara" },
  { type: "relations", country: "france", war: ["italy"], alliance: [] },
  { type: "relations", country: "italy", war: [], alliance: ["france"] },
  { type: "removed", country: "italy", territory: "libye", war: ["france"], alliance: [], rule: "5.2" },
  { type: "colony", territory: "sahara", countries: ["france"] },
  { type: "year", year: 1885 },
];
const moved = {
  type: "moved",
  sequence: 9,
  at: "",
  seat: 1,
  action: null,
  events: TURN.map(fact),
  notation: null,
} as unknown as LogEntry;
const place = (
  id: string,
  presences: string[],
  developed: number,
  colony = false,
): View1880["territories"][number] => ({ id, squares: 2, developed, presences, colony, shared: false });
const view = {
  countries: ["france", "italy"],
  territories: [place("alger", ["france"], 0), place("libye", ["france"], 1), place("sahara", ["france"], 2, true)],
  past: [
    {
      year: 1880,
      sheets: {
        france: { orders: { alger: "sahara", libye: "develop" }, landing: null, relations: { italy: "war" } },
        italy: { orders: {}, landing: "libye", relations: { france: null } },
      },
    },
  ],
} as unknown as View1880;

test("a turn is told sheet by sheet, then fact by fact", () => {
  const [turn] = turnsOf([moved], view);
  expect(turn?.facts).toHaveLength(7);
  const steps = stepsOf(turn ?? { year: 0, facts: [] }, view);
  expect(steps.map((step) => step.chapter)).toEqual([
    "orders",
    "orders",
    "developments",
    "arrivals",
    "arrivals",
    "declarations",
    "declarations",
    "conflicts",
    "colonies",
  ]);
  expect(steps.map((step) => step.done)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7]);
});

test("a year that the position has not behind it is not told", () => {
  expect(turnsOf([moved], { ...view, past: [] })).toEqual([]);
});

test("the board is as it was at each step", () => {
  const turns = turnsOf([moved], view);
  const at = (done: number, id: string): [string, number, boolean] => {
    const found = boardAt(view, turns, 1880, done).find((each) => each.id === id);
    return [found?.presences.join(" ") ?? "", found?.developed ?? -1, found?.colony ?? false];
  };
  expect(at(0, "libye")).toEqual(["france", 0, false]);
  expect(at(2, "libye")).toEqual(["france italy", 1, false]);
  expect(at(6, "libye")).toEqual(["france", 1, false]);
  expect(at(0, "sahara")).toEqual(["", 2, false]);
  expect(at(7, "sahara")).toEqual(["france", 2, true]);
  expect(view.territories[1]?.developed).toBe(1);
});

test("a removal names the declarations it follows from", () => {
  expect(causesOf(TURN[7] ?? {})).toEqual(["italy france"]);
  expect(causesOf({ type: "no-colony", war: [["france", "italy"]] })).toEqual(["italy france"]);
  expect(declarationsOf(view, 1880)).toEqual([
    { home: "italy", by: "france", relation: "war" },
    { home: "france", by: "italy", relation: "alliance" },
  ]);
});

test("a person’s word is counted over the game, with the turns in which it was broken", () => {
  const proposal = (id: string, status: string, turn: number, kept: boolean | null): LogEntry =>
    ({
      type: "proposed",
      sequence: 1,
      at: "",
      proposal: {
        id,
        seat: 0,
        among: [0, 1],
        turn,
        status,
        accepted: [],
        terms: [{ by: 1, promise: null, text: { fr: "", en: "" }, kept }],
      },
    }) as unknown as LogEntry;
  const entries = [
    proposal("a", "open", 0, null),
    proposal("a", "accepted", 0, true),
    proposal("b", "accepted", 2, false),
    proposal("c", "refused", 2, false),
    proposal("d", "accepted", 3, null),
  ];
  expect(wordOf(entries, 1)).toEqual({ kept: 1, broken: [2] });
  expect(wordOf(entries, 0)).toEqual({ kept: 0, broken: [] });
});
