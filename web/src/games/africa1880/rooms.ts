/** Private rooms out of the log: who talks with whom, and whose word was good. Pure functions. */
import type { LogEntry, Proposal } from "../../core/types";

export type Said = Extract<LogEntry, { type: "said" }>;
type Proposed = Extract<LogEntry, { type: "proposed" }>;

export interface Room {
  key: string;
  /** The seats in it, mine included; null: the whole table. */
  among: number[] | null;
}

export type Line = { key: string; said: Said } | { key: string; proposal: Proposal };

export const keyOfRoom = (among: readonly number[] | null): string =>
  among === null ? "all" : among.toSorted((a, b) => a - b).join("-");

/** The rooms that were ever used, in the order of their last word, the table's first. */
export function roomsOf(entries: readonly LogEntry[]): Room[] {
  const rooms = new Map<string, Room>();
  for (const entry of entries) {
    const among = entry.type === "said" ? entry.among : entry.type === "proposed" ? entry.proposal.among : undefined;
    if (among === undefined || among === null) continue;
    rooms.delete(keyOfRoom(among));
    rooms.set(keyOfRoom(among), { key: keyOfRoom(among), among: among.toSorted((a, b) => a - b) });
  }
  return [{ key: "all", among: null }, ...[...rooms.values()].toReversed()];
}

/** What was said and proposed in a room; a proposal stands where it was made, as it is now. */
export function linesOf(entries: readonly LogEntry[], room: Room): Line[] {
  const lines: Line[] = [];
  const newest = proposalsOf(entries);
  const made = new Set<string>();
  for (const entry of entries) {
    if (entry.type === "said" && keyOfRoom(entry.among) === room.key)
      lines.push({ key: `s${entry.sequence}`, said: entry });
    if (entry.type !== "proposed" || keyOfRoom(entry.proposal.among) !== room.key || made.has(entry.proposal.id))
      continue;
    made.add(entry.proposal.id);
    lines.push({ key: `p${entry.proposal.id}`, proposal: newest.get(entry.proposal.id) ?? entry.proposal });
  }
  return lines;
}

export function proposalsOf(entries: readonly LogEntry[]): Map<string, Proposal> {
  const found = new Map<string, Proposal>();
  for (const entry of entries.filter((each): each is Proposed => each.type === "proposed"))
    found.set(entry.proposal.id, entry.proposal);
  return found;
}

/** How many accepted promises a seat kept, and in which turns it broke some, as far as I know. */
export function wordOf(entries: readonly LogEntry[], seat: number): { kept: number; broken: number[] } {
  const accepted = [...proposalsOf(entries).values()].filter((each) => each.status === "accepted");
  const given = accepted.flatMap((each) =>
    each.terms.filter((term) => term.by === seat).map((term) => ({ turn: each.turn, kept: term.kept })),
  );
  return {
    kept: given.filter((each) => each.kept === true).length,
    broken: given.filter((each) => each.kept === false).map((each) => each.turn),
  };
}
