/** A game seen again: positions of the past, as one viewer knew them. */
import { api } from "../core/api";
import {
  SPECTATOR,
  type Frame,
  type GameFacts,
  type Happening,
  type LogEntry,
  type Position,
  type Snapshot,
  type Table,
} from "../core/types";
import { movedOf, nameOf, undone } from "./log";
import type { Scene } from "./plugin";

/** Few positions at first, so that the board is there at once; more while it is looked at. */
const PAGE = 24;

/** The entries whose positions are worth stopping at: the start, moves that were not taken back, the end. */
export function stops(entries: readonly LogEntry[]): number[] {
  const gone = undone(entries);
  return entries
    .filter(
      (entry) =>
        (entry.type === "started" || entry.type === "moved" || entry.type === "ended") && !gone.has(entry.sequence),
    )
    .map((entry) => entry.sequence);
}

/** Whether a seat had resigned, and whether a bot played for it, at a moment. */
export function standing(
  entries: readonly LogEntry[],
  seat: number,
  sequence: number,
): { resigned: boolean; stand_in: boolean } {
  const past = entries.filter((entry) => entry.sequence <= sequence && "seat" in entry && entry.seat === seat);
  const change = past.findLast((entry) => entry.type === "replaced" || entry.type === "returned");
  return { resigned: past.some((entry) => entry.type === "resigned"), stand_in: change?.type === "replaced" };
}

const pageOf = (sequence: number): number => Math.floor((sequence - 1) / PAGE) * PAGE + 1;

export class Replay implements Scene {
  private whole = $state.raw() as Table;
  facts: GameFacts;
  seat = $state(SPECTATOR);
  entries = $state.raw<LogEntry[]>([]);
  pointed = $state.raw<Happening | null>(null);
  index = $state(0);
  readonly live = false;
  private frames = $state.raw<Map<number, Frame>>(new Map());
  private asked = new Set<number>();
  private steps = 0;

  constructor(table: Table, facts: GameFacts) {
    this.whole = table;
    this.facts = facts;
  }

  /** The table as it was then: nobody has given up before she did. */
  get table(): Table {
    return {
      ...this.whole,
      seats: this.whole.seats.map((seat) => ({ ...seat, ...standing(this.entries, seat.seat, this.sequence) })),
    };
  }

  get stops(): number[] {
    return stops(this.entries);
  }

  get sequence(): number {
    return this.stops[this.index] ?? 0;
  }

  get ready(): boolean {
    return this.frames.has(this.sequence);
  }

  get position(): Position {
    const frame = this.frames.get(this.sequence);
    if (frame === undefined) throw new Error("this position has not been fetched yet");
    return { ...frame.position, legal: [], undo: "no" };
  }

  get last(): Happening[] {
    return movedOf(this.entries.find((entry) => entry.sequence === this.sequence))?.events ?? [];
  }

  name(seat: number): string {
    return nameOf(this.table, seat);
  }

  act(): void {
    // A replay only shows.
  }

  point(what: Happening | null): void {
    this.pointed = what;
  }

  /** Takes another viewer's knowledge; the moment stays about the same. */
  async look(seat: number, sequence: number | null): Promise<void> {
    await this.take(await api.snapshot(this.table.id, seat), sequence);
  }

  /** Begins at a moment, or at the last one. */
  async take(snapshot: Snapshot, sequence: number | null): Promise<void> {
    this.frames = new Map();
    this.asked = new Set();
    this.whole = snapshot.table;
    this.seat = snapshot.seat;
    this.entries = snapshot.entries;
    const wanted = sequence ?? Infinity;
    const found = this.stops.findLastIndex((stop) => stop <= wanted);
    await this.go(Math.max(0, found));
  }

  async go(index: number): Promise<void> {
    const wanted = Math.min(Math.max(0, index), this.stops.length - 1);
    const sequence = this.stops[wanted];
    if (sequence === undefined) return;
    const step = ++this.steps;
    if (!this.frames.has(sequence)) await this.fetch(sequence);
    if (step !== this.steps) return; // somebody moved on while this was on its way
    this.index = wanted;
    void this.fetchAround(sequence);
  }

  private async fetchAround(sequence: number): Promise<void> {
    const last = this.entries.at(-1)?.sequence ?? 0;
    for (const near of [sequence + PAGE / 2, sequence - PAGE / 2]) {
      if (near < 1 || near > last || this.asked.has(pageOf(near))) continue;
      await this.fetch(near).catch(() => undefined); // asked again when needed
    }
  }

  private async fetch(sequence: number): Promise<void> {
    const start = pageOf(sequence);
    const { asked } = this;
    asked.add(start);
    const last = this.entries.at(-1)?.sequence ?? sequence;
    try {
      const fetched = await api.frames(this.table.id, this.seat, start, Math.min(start + PAGE, last + 1));
      if (asked !== this.asked) return; // seen from another seat by now
      this.frames = new Map([...this.frames, ...fetched.map((frame): [number, Frame] => [frame.sequence, frame])]);
    } catch (error) {
      asked.delete(start);
      throw error;
    }
  }
}
