/** The points of all seats after each entry, and the colours that stand for seats in charts. */
import { api } from "../core/api";
import { SPECTATOR, type Frame, type Table } from "../core/types";

const PAGE = 200; // as many positions as the server gives at once

const COLOURS = ["red", "blue", "yellow", "black", "green", "brown"] as const;

/** A seat's colour, read off the name of its counter; white and unknown ones are drawn in ink. */
export function colourOf(counter: string): string {
  const found = COLOURS.find((colour) => counter.endsWith(colour));
  if (found === undefined || found === "black") return counter.endsWith("light") || counter.endsWith("white") ? "var(--land-edge)" : "var(--ink)";
  return `var(--seat-${found})`;
}

/** points[seat][moment] from positions in order. */
export function pointsOf(frames: readonly Frame[], seats: number): number[][] {
  return Array.from({ length: seats }, (_, seat) =>
    frames.map((frame) => frame.position.scores.find((score) => score.seat === seat)?.points ?? 0),
  );
}

export async function allFrames(table: Table, seat: number, last: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (let start = 1; start <= last; start += PAGE) {
    frames.push(...(await api.frames(table.id, seat, start, Math.min(start + PAGE, last + 1))));
  }
  return frames;
}

export async function pointsOverTime(table: Table): Promise<number[][]> {
  const { sequence } = await api.snapshot(table.id, SPECTATOR);
  return pointsOf(await allFrames(table, SPECTATOR, sequence), table.seats.length);
}
