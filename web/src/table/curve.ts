/** The points of all seats after each entry, and the colours that stand for seats in charts. */
import { api } from "../core/api";
import { SPECTATOR, type Frame, type Position, type Table } from "../core/types";

const MOMENTS = 64;

const COLOURS = ["red", "blue", "yellow", "black", "green", "brown"] as const;

/** A seat's colour, read off the name of its counter; white and unknown ones are drawn in ink. */
export function colourOf(counter: string): string {
  const found = COLOURS.find((colour) => counter.endsWith(colour));
  if (found === undefined || found === "black")
    return counter.endsWith("light") || counter.endsWith("white") ? "#fffdf6" : "var(--on-card)";
  return `var(--seat-${found})`;
}

/** points[seat][moment] from positions in order. */
export function pointsOf(frames: readonly Frame[], seats: number, worth: Worth = pointsIn): number[][] {
  return Array.from({ length: seats }, (_, seat) => frames.map(({ position }) => worth(position, seat)));
}

type Worth = (position: Position, seat: number) => number;

function pointsIn(position: Position, seat: number): number {
  return position.scores.find((score) => score.seat === seat)?.points ?? 0;
}

/** How a game went, from as many moments as a curve can show. */
export async function courseOf(table: Table, last: number, worth?: Worth): Promise<number[][]> {
  const step = Math.max(1, Math.ceil(last / MOMENTS));
  // Spectators' history may be a little longer than ours; the server stops at its end.
  return pointsOf(await api.frames(table.id, SPECTATOR, 1, 2 * MOMENTS * step, step), table.seats.length, worth);
}
