import { expect, test } from "vitest";
import { nextSpot } from "../src/board/roving";
import { browserLanguage, capital, fill, frenchSpaces } from "../src/core/i18n.svelte";
import { parse } from "../src/core/route.svelte";
import { tableIn } from "../src/pages/link";
import { chapters, titleIn } from "../src/pages/rules";
import { clockText, left } from "../src/table/clock";
import { pointsOf } from "../src/table/curve";
import { seatName } from "../src/table/log";
import type { Seat } from "../src/core/types";
import { at, run, track } from "../src/games/pistes/view";
import { afterSwap, at as hexAt, land } from "../src/games/africa/view";

test("counts choose between one and many as each language does", () => {
  expect(fill("{n} point|{n} points", { n: 0 }, "fr")).toBe("0 point");
  expect(fill("{n} point|{n} points", { n: 0 }, "en")).toBe("0 points");
  expect(fill("{n} point|{n} points", { n: 2 }, "fr")).toBe("2 points");
  expect(fill("{who} joue", { who: "<b>Zoé</b>" }, "fr")).toBe("<b>Zoé</b> joue");
});

test("the browser's languages decide, English where we speak none of them", () => {
  expect(browserLanguage(["de", "fr-CA"])).toBe("fr");
  expect(browserLanguage(["pt"])).toBe("en");
});

test("French signs of two parts keep to their word", () => {
  expect(frenchSpaces("Où va la girafe ?")).toBe("Où va la girafe\u00a0?");
});

test("a line of its own begins with a capital", () => {
  expect(capital("établir un camp")).toBe("Établir un camp");
  expect(capital("")).toBe("");
});

test("addresses name pages", () => {
  expect(parse("/")).toEqual({ page: "home", game: null, position: null });
  expect(parse("/", "?game=africa")).toEqual({ page: "home", game: "africa", position: null });
  expect(parse("/t/abc")).toEqual({ page: "table", id: "abc" });
  expect(parse("/t/abc/replay", "?at=12&seat=-1")).toEqual({ page: "replay", id: "abc", at: 12, seat: -1 });
  expect(parse("/t/abc/replay", "?at=x")).toEqual({ page: "replay", id: "abc", at: null, seat: null });
  expect(parse("/tables/nonsense")).toEqual({ page: "unknown" });
  expect(parse("/nowhere")).toEqual({ page: "unknown" });
});

test("a pasted link or code names its table", () => {
  expect(tableIn(" http://host:8000/t/abc123?x ")).toBe("abc123");
  expect(tableIn("abc123")).toBe("abc123");
  expect(tableIn("<script>")).toBeNull();
});

test("arrows go to what lies straight ahead before what lies near", () => {
  const spots = [
    { key: "near", x: 20, y: 30 },
    { key: "ahead", x: 60, y: 0 },
    { key: "behind", x: -10, y: 0 },
  ];
  expect(nextSpot(spots, { x: 0, y: 0 }, { x: 1, y: 0 })?.key).toBe("ahead");
  expect(nextSpot(spots, { x: 0, y: 0 }, { x: 0, y: -1 })).toBeNull();
});

test("clocks are short to read and stop at zero", () => {
  expect(clockText(252_000, "j", "h")).toBe("4:12");
  expect(clockText(3_729_000, "j", "h")).toBe("1:02:09");
  expect(clockText(2 * 86_400_000 + 4 * 3_600_000, "j", "h")).toBe("2\u00a0j 4\u00a0h");
  expect(left({ left_ms: 1000, runs: true }, 5000)).toBe(0);
  expect(left({ left_ms: 1000, runs: false }, 5000)).toBe(1000);
});

test("numbered rules are read out of the documentation", () => {
  const found = chapters("# T\n\n## Le but / The aim\n\n### §1.1\n**fr** Un.\n\n**en** One\nline.\n");
  expect(found).toEqual([
    { title: "Le but / The aim", rules: [{ number: "1.1", text: { fr: "Un.", en: "One line." } }] },
  ]);
  expect(titleIn("1. Le but / The aim", "en")).toBe("1. The aim");
});

test("the curve has a line for each seat", () => {
  const frame = (a: number, b: number) => ({
    sequence: 1,
    position: {
      scores: [
        { seat: 0, points: a, items: [] },
        { seat: 1, points: b, items: [] },
      ],
    },
  });
  expect(pointsOf([frame(0, 0), frame(3, 1)] as never, 2)).toEqual([
    [0, 3],
    [0, 1],
  ]);
});

test("pawns keep their identity while they slide", () => {
  const before = [
    { id: 0, cell: "a9", side: "light" as const },
    { id: 1, cell: "b9", side: "dark" as const },
  ];
  const after = [
    { cell: "a4", side: "light" as const },
    { cell: "b9", side: "dark" as const },
  ];
  expect(track(before, after)).toEqual([
    { id: 0, cell: "a4", side: "light" },
    { id: 1, cell: "b9", side: "dark" },
  ]);
  expect(run({ from: "a9", to: "a4" })).toBe(5);
  expect(at("a9")).toEqual({ x: 36, y: 36 });
});

test("an exchange shows what both sides would hold", () => {
  const none = { statue: 0, pot: 0, clothing: 0, mask: 0, drum: 0 };
  const [mine, theirs] = afterSwap({ ...none, pot: 2 }, { ...none, drum: 2 }, "drum", "pot", 2);
  expect(mine).toEqual({ ...none, drum: 2 });
  expect(theirs).toEqual({ ...none, pot: 2 });
});

test("hexes lie where their names say", () => {
  expect(hexAt("a3").y).toBe(0);
  expect(hexAt("b1").x).toBeCloseTo(27.7, 1);
  const one = { hex: "a1", row: 0, column: 0, lies: "empty" as const };
  expect(land([one]).split("L").length).toBe(6);
  expect(land([one, { ...one, hex: "a2", column: 1 }]).split("L").length).toBe(10);
  expect(land([one, { ...one, hex: "c5", row: 2, column: 4 }]).match(/M/g)?.length).toBe(2);
});

test("a program of a person is named as a bot", () => {
  const seat: Seat = {
    seat: 0,
    side: { fr: "Nord", en: "North" },
    kind: "person",
    name: "Baobab",
    person: "p",
    level: null,
    stand_in: false,
    program: false,
    resigned: false,
    mine: false,
    connected: true,
    entropy: "",
    entropy_at: null,
    awaits_entropy: false,
    mark: "guest",
  };
  expect(seatName(seat, "pistes")).toBe("Baobab");
  expect(seatName({ ...seat, program: true }, "pistes")).toBe("Baobab [bot]");
});
