/** The drawn map of africa1880: borders are exactly the adjacency of the rules. */
import { expect, test } from "vitest";
import { arcs, outlines, TERRITORIES, TINTS } from "../src/games/africa1880/map";
import { smooth } from "../src/games/africa1880/shapes";

const pair = (a: string, b: string): string => [a, b].toSorted().join(" ");

test("every border of the rules is drawn, and no other", () => {
  const ruled = new Set(TERRITORIES.flatMap((each) => each.borders.map((other) => pair(each.id, other))));
  const drawn = new Set(arcs.filter((arc) => arc.owners.length === 2).map((arc) => pair(arc.owners[0] ?? "", arc.owners[1] ?? "")));
  expect([...drawn].toSorted()).toEqual([...ruled].toSorted());
  expect(drawn.size).toBe(70); // and the sea link to Madagascar makes 71
});

test("coasts are drawn where the rules know a coast", () => {
  const coasts = new Set(arcs.filter((arc) => arc.owners.length === 1).map((arc) => arc.owners[0]));
  expect([...coasts].toSorted()).toEqual(TERRITORIES.filter((each) => each.coastal).map((each) => each.id).toSorted());
});

test("neighbours differ in tint and every territory has an outline", () => {
  for (const each of TERRITORIES) {
    expect(outlines.get(each.id)).toMatch(/^M.*Z$/);
    for (const other of each.borders) expect(TINTS.get(other), `${each.id} ${other}`).not.toBe(TINTS.get(each.id));
  }
});

test("smoothing keeps the ends of an open line", () => {
  const line = smooth([[0, 0], [10, 0], [10, 10]], 2, false);
  expect([line[0], line.at(-1)]).toEqual([[0, 0], [10, 10]]);
});
