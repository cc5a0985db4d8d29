/** The drawn map of africa1880: borders are exactly the adjacency of the rules. */
import { expect, test } from "vitest";
import { arcs, outlines, TERRITORIES, TINTS } from "../src/games/africa1880/map";
import { arrow, smooth } from "../src/games/africa1880/shapes";

const pair = (a: string, b: string): string => [a, b].toSorted().join(" ");

test("every border of the rules is drawn, and no other", () => {
  const ruled = new Set(TERRITORIES.flatMap((each) => each.borders.map((other) => pair(each.id, other))));
  const drawn = new Set(
    arcs.filter((arc) => arc.owners.length === 2).map((arc) => pair(arc.owners[0] ?? "", arc.owners[1] ?? "")),
  );
  expect([...drawn].toSorted()).toEqual([...ruled].toSorted());
  expect(drawn.size).toBe(70); // and the sea link to Madagascar makes 71
});

test("coasts are drawn where the rules know a coast", () => {
  const coasts = new Set(arcs.filter((arc) => arc.owners.length === 1).map((arc) => arc.owners[0]));
  expect([...coasts].toSorted()).toEqual(
    TERRITORIES.filter((each) => each.coastal)
      .map((each) => each.id)
      .toSorted(),
  );
});

test("neighbours differ in tint and every territory has an outline", () => {
  for (const each of TERRITORIES) {
    expect(outlines.get(each.id)).toMatch(/^M.*Z$/);
    for (const other of each.borders) expect(TINTS.get(other), `${each.id} ${other}`).not.toBe(TINTS.get(each.id));
  }
});

test("smoothing keeps the ends of an open line", () => {
  const line = smooth(
    [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    2,
    false,
  );
  expect([line[0], line.at(-1)]).toEqual([
    [0, 0],
    [10, 10],
  ]);
});

test("an arrow ends at its target and does not run over the name there", () => {
  for (const each of TERRITORIES) {
    for (const id of each.borders) {
      const goal = TERRITORIES.find((other) => other.id === id);
      if (goal === undefined) throw new Error(id);
      const [start, middle, end] = arrow(each.at, goal.at).points;
      if (start === undefined || middle === undefined || end === undefined) throw new Error(id);
      expect(Math.hypot(end[0] - goal.at[0], end[1] - goal.at[1] - 21), `${each.id} ${id}`).toBeLessThan(17);
      for (let t = 0.3; t <= 1; t += 0.05) {
        const along = (index: 0 | 1): number =>
          (1 - t) ** 2 * start[index] + 2 * t * (1 - t) * middle[index] + t ** 2 * end[index];
        const isOver = Math.abs(along(0) - goal.at[0]) < 16 && Math.abs(along(1) - goal.at[1] + 16) < 7;
        expect(isOver, `${each.id} ${id} at ${t.toFixed(2)}`).toBe(false);
      }
    }
  }
});
