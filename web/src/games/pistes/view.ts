/** L'Africa as the server describes it (`describe` of the game), and where things are on the board. */
import type { Schemas, Structure } from "../../core/types";
import { viewReader, type ViewOf } from "../../core/views";

export type PistesView = ViewOf<"pistes">;
export type Pawn = Schemas["pistes.Pawn"];
export type Side = Pawn["side"];
export const viewOf = viewReader<"pistes">();

export const COLUMNS = "abcdefghij";
export const LINES = 9;
export const CELL = 72;

export function columnOf(cell: string): number {
  return COLUMNS.indexOf(cell.charAt(0));
}

export function lineOf(cell: string): number {
  return Number(cell.slice(1)) - 1;
}

/** The middle of a cell, in units of the drawing. */
export function at(cell: string): { x: number; y: number } {
  return { x: columnOf(cell) * CELL + CELL / 2, y: (LINES - 1 - lineOf(cell)) * CELL + CELL / 2 };
}

export interface Move {
  from: string;
  to: string;
}

export function isMove(structure: Structure | undefined): structure is Structure & Move {
  return structure?.["type"] === "move";
}

/** How many cells a pawn runs. */
export function run(move: Move): number {
  return Math.max(Math.abs(columnOf(move.from) - columnOf(move.to)), Math.abs(lineOf(move.from) - lineOf(move.to)));
}

/** A pawn that keeps its identity from one position to the next, so that it can be seen to slide. */
export interface Tracked extends Pawn {
  id: number;
}

/** The same pawns after a change: who stands still keeps its cell, who vanished from one appears at the other. */
export function track(before: readonly Tracked[], after: readonly Pawn[]): Tracked[] {
  const same = (a: Pawn, b: Pawn): boolean => a.side === b.side && a.number === b.number && a.power === b.power;
  const free = [...before];
  const take = (found: number): Tracked | null => (found < 0 ? null : (free.splice(found, 1)[0] ?? null));
  const first = after.map((pawn) => ({
    pawn,
    old: take(free.findIndex((each) => each.cell === pawn.cell && same(each, pawn))),
  }));
  let fresh = Math.max(-1, ...before.map((each) => each.id)) + 1;
  const moved = first.map(({ pawn, old }) => {
    const known = old ?? take(free.findIndex((each) => same(each, pawn)));
    return { ...pawn, id: known?.id ?? fresh++ };
  });
  return moved.toSorted((a, b) => a.id - b.id);
}
