import { describe, expect, it } from "vitest";
import type { LogEntry } from "../src/core/types";
import { deedsOn, leftOver, stepsTaken, sumOf, withCards } from "../src/games/africana/journey";
import { coastOf, curve, type AfricanaView, type Step } from "../src/games/africana/view";

const expedition = (id: string, from: string, to: string) => ({ id, from, to, silver: 3, points: 4 });
const view = {
  row: [
    { space: 0, bonus: { silver: 1, cards: 0 }, card: expedition("B6", "ASW", "UJI"), joined: [1] },
    { space: 1, bonus: { silver: 0, cards: 1 }, card: expedition("B5", "LEO", "TAM"), joined: [] },
    { space: 2, bonus: { silver: 2, cards: 0 }, card: expedition("B8", "LEO", "UJI"), joined: [] },
    { space: 3, bonus: { silver: 1, cards: 0 }, card: null, joined: [] },
  ],
  players: [
    {},
    {
      markers: 2,
      adventures: [{ id: "N10", to: "UJI", artefact: "jewellery", assistant: null, silver: 1, points: 3 }],
    },
  ],
} as unknown as AfricanaView;

const step = (to: string, card: string): Step => ({
  to,
  card,
  silver: 0,
  cards: [
    { card: "joker", silver: 0 },
    { card: "violet", silver: 5 },
  ],
});

describe("a planned way", () => {
  it("joins on the way, then completes what was joined before and just now", () => {
    const deeds = deedsOn(view, 1, ["LEO", "UJI"]);
    expect(deeds.map((deed) => [deed.does, deed.card.id])).toEqual([
      ["join", "B5"],
      ["join", "B8"],
      ["complete", "B6"],
      ["complete", "B8"],
      ["finish", "N10"],
    ]);
    expect(sumOf(deeds)).toEqual({ silver: 2 + 3 + 3 + 1, points: 4 + 4 + 3, cards: 1 });
  });

  it("joins no more than there are markers", () => {
    const poor = { ...view, players: [{}, { markers: 1, adventures: [] }] } as unknown as AfricanaView;
    expect(deedsOn(poor, 1, ["LEO"]).map((deed) => deed.card.id)).toEqual(["B5"]);
  });

  it("spends other cards where that was chosen, and leaves the rest in the hand", () => {
    const steps = withCards(
      [step("LEO", "grey"), step("UJI", "grey")],
      new Map([
        [1, "violet"],
        [0, "nothing"],
      ]),
    );
    expect(steps.map(({ card, silver }) => [card, silver])).toEqual([
      ["grey", 0],
      ["violet", 5],
    ]);
    expect(leftOver(["grey", "grey", "violet", "joker"], steps)).toEqual(["grey", "joker"]);
  });
});

describe("the steps of a movement", () => {
  const moved = (sequence: number, seat: number, what: object) =>
    ({
      type: "moved",
      sequence,
      seat,
      action: what,
      events: [{ seat, what, text: { fr: "", en: "" } }],
    }) as unknown as LogEntry;
  const go = (from: string, to: string) => ({ type: "step", from, to, card: "grey" });

  it("are those since the seat's last other action, without what was taken back", () => {
    const entries = [
      moved(1, 0, go("NAP", "TAN")),
      moved(2, 0, { type: "end" }),
      moved(3, 1, go("CAP", "LAG")),
      moved(4, 1, go("LAG", "LEO")),
      { type: "undone", sequence: 5, back_to: 3 } as unknown as LogEntry,
      moved(6, 1, { type: "join", expedition: "A9" }),
      moved(7, 1, go("LAG", "KHA")),
    ];
    expect(stepsTaken(entries, 1).map(({ to }) => to)).toEqual(["LAG", "KHA"]);
    expect(stepsTaken(entries, 0)).toEqual([]);
  });
});

describe("the map", () => {
  it("draws straight and bent routes", () => {
    expect(
      curve([
        { x: 0, y: 0 },
        { x: 10, y: 5 },
      ]),
    ).toBe("M0 0L10 5");
    expect(
      curve([
        { x: 0, y: 0 },
        { x: 10, y: 5 },
        { x: 20, y: 0 },
      ]),
    ).toBe("M0 0Q10 5 20 0");
    expect(
      curve([
        { x: 0, y: 0 },
        { x: 10, y: 4 },
        { x: 20, y: 8 },
        { x: 30, y: 0 },
      ]),
    ).toBe("M0 0Q10 4 15 6Q20 8 30 0");
  });

  it("leaves out the coast beyond its western edge", () => {
    expect(coastOf('<path d="M-20 5L30 8L10 9ZM70 5L90 8Z"/>')).toBe("M70 5L90 8Z");
  });
});
