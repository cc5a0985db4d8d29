/** A journey on paper: what a way joins and completes, what it brings, and which steps of this turn stand already. */
import type { LogEntry, Structure } from "../../core/types";
import { movedOf, undone } from "../../table/log";
import type { Adventure, AfricanaView, Expedition, Step } from "./view";

export type Deed =
  | { does: "join"; at: string; card: Expedition; silver: number; cards: number }
  | { does: "complete"; at: string; card: Expedition; silver: number; points: number }
  | { does: "finish"; at: string; card: Adventure; silver: number; points: number };

/** What the stops of a way let the seat do, in order: the server lists the goals, this only puts them along the way. */
export function deedsOn(view: AfricanaView, seat: number, stops: readonly string[]): Deed[] {
  const player = view.players[seat];
  const joined = new Set(view.row.filter((space) => space.joined.includes(seat)).map((space) => space.card?.id));
  const open = new Map((player?.adventures ?? []).map((card) => [card.id, card]));
  let markers = player?.markers ?? 0;
  const deeds: Deed[] = [];
  for (const at of stops) {
    for (const { card, bonus } of view.row) {
      if (card === null) continue;
      if (card.to === at && joined.delete(card.id)) {
        deeds.push({ does: "complete", at, card, silver: card.silver, points: card.points });
        markers += 1;
      } else if (
        card.from === at &&
        markers > 0 &&
        !joined.has(card.id) &&
        !deeds.some((deed) => deed.card.id === card.id)
      ) {
        joined.add(card.id);
        markers -= 1;
        deeds.push({ does: "join", at, card, silver: bonus.silver, cards: bonus.cards });
      }
    }
    for (const card of open.values()) {
      if (card.to !== at) continue;
      open.delete(card.id);
      deeds.push({ does: "finish", at, card, silver: card.silver, points: card.points });
    }
  }
  return deeds;
}

export interface Sum {
  silver: number;
  points: number;
  cards: number;
}

/** What the deeds of a way bring together. */
export function sumOf(deeds: readonly Deed[]): Sum {
  const sum = { silver: 0, points: 0, cards: 0 };
  for (const deed of deeds) {
    sum.silver += deed.silver;
    if (deed.does === "join") sum.cards += deed.cards;
    else sum.points += deed.points;
  }
  return sum;
}

export function deedAction(deed: Deed): Structure {
  if (deed.does === "finish") return { type: "finish", adventure: deed.card.id };
  return { type: deed.does, expedition: deed.card.id };
}

export interface Taken {
  from: string;
  to: string;
  card: string;
}

const ON_THE_WAY = ["step", "join", "complete", "finish"];

/** The steps of the movement under way, oldest first, from the log: those of the seat since its last other action. */
export function stepsTaken(entries: readonly LogEntry[], seat: number): Taken[] {
  const gone = undone(entries);
  const taken: Taken[] = [];
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const moved = movedOf(entries[index]);
    if (moved === null || gone.has(moved.sequence)) continue;
    const type = String(moved.action["type"]);
    if (moved.seat !== seat || !ON_THE_WAY.includes(type)) break;
    const what = moved.events.find((event) => event.what["type"] === "step")?.what;
    if (what !== undefined)
      taken.unshift({ from: String(what["from"]), to: String(what["to"]), card: String(what["card"]) });
  }
  return taken;
}

/** The same way with other cards for some steps; a card serves as often as it is held. */
export function withCards(steps: readonly Step[], swaps: ReadonlyMap<number, string>): Step[] {
  return steps.map((step, index) => {
    const other = step.cards.find(({ card }) => card === swaps.get(index));
    return other === undefined ? step : { ...step, ...other };
  });
}

/** The cards of a hand that the steps leave over. */
export function leftOver(held: readonly string[], steps: readonly Step[]): string[] {
  const left = [...held];
  for (const { card } of steps) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
