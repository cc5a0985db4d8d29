import { describe, expect, it } from "vitest";
import { patched, type Operation } from "../src/core/patch";

const before = {
  seats: [{ points: 1 }, { points: 2 }, { points: 3 }],
  hexes: { "a/1": "down", "b~2": "up" },
  ask: null,
};

describe("a JSON Patch", () => {
  it("changes, adds and removes members and items", () => {
    const operations: Operation[] = [
      { op: "replace", path: "/seats/1/points", value: 5 },
      { op: "remove", path: "/seats/0" },
      { op: "add", path: "/seats/2", value: { points: 9 } },
      { op: "replace", path: "/hexes/a~11", value: "camp" },
      { op: "remove", path: "/hexes/b~02" },
      { op: "add", path: "/hexes/c3", value: null },
      { op: "replace", path: "/ask", value: { fr: "oui", en: "yes" } },
    ];
    expect(patched(before, operations)).toEqual({
      seats: [{ points: 5 }, { points: 3 }, { points: 9 }],
      hexes: { "a/1": "camp", c3: null },
      ask: { fr: "oui", en: "yes" },
    });
  });

  it("leaves the position before as it was, and shares what did not change", () => {
    const copy = structuredClone(before);
    const after = patched(before, [{ op: "replace", path: "/seats/0/points", value: 7 }]);
    expect(before).toEqual(copy);
    expect(after.hexes).toBe(before.hexes);
    expect(after.seats[1]).toBe(before.seats[1]);
  });

  it("may replace everything, and refuses what is not there", () => {
    expect(patched<unknown>(before, [{ op: "replace", path: "", value: 3 }])).toBe(3);
    expect(() => patched(before, [{ op: "replace", path: "/ask/fr", value: "oui" }])).toThrow("/ask/fr");
  });
});
