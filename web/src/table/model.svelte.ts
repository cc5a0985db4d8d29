/** A live table: what the server said so far, shown one happening after the other. */
import { api, failure, orKept, Refused } from "../core/api";
import { takeSnapshot } from "../core/first";
import type { Text } from "../core/i18n.svelte";
import { keepTable } from "../core/kept";
import { patched } from "../core/patch";
import { duration } from "../core/settings.svelte";
import { play } from "../core/sound";
import { theLine } from "../core/socket.svelte";
import {
  SPECTATOR,
  type GameFacts,
  type Happening,
  type LogEntry,
  type Position,
  type Snapshot,
  type Structure,
  type Table,
  type ToClient,
} from "../core/types";
import { movedOf, nameOf } from "./log";
import type { Advised, Scene } from "./plugin";

const KEEP_AFTER_MS = 400; // of quiet: moves that follow each other are kept once

interface Shown {
  position: Position | null;
  last: Happening[];
}

export class TableModel implements Scene {
  table = $state.raw() as Table;
  facts: GameFacts;
  seat = $state(SPECTATOR);
  entries = $state.raw<LogEntry[]>([]);
  pointed = $state.raw<Happening | null>(null);
  problem = $state.raw<Text | null>(null);
  /** What the page advises, and how it is followed. */
  advised = $state.raw<Advised | null>(null);
  heed: ((action: Structure) => void) | undefined;
  thinking = $state.raw<{ seat: number; warming: boolean } | null>(null);
  sending = $state(false);
  /** When the last clocks arrived, to let them run between messages. */
  clocksAt = $state(Date.now());
  gone = $state.raw<Text | null>(null);
  private shown = $state.raw<Shown>({ position: null, last: [] });
  private coming = $state.raw<Shown[]>([]);
  private timer = 0;
  private keeping = 0;
  private sequence = 0;
  /** The last position as it came, which patches change, and with which sequence. */
  private received: { sequence: number; position: Position } | null = null;
  private stops: (() => void)[] = [];
  /** How long happenings move; the game's client knows. */
  pace: (happenings: readonly Happening[]) => number = () => 0;

  constructor(snapshot: Snapshot, facts: GameFacts) {
    this.facts = facts;
    this.take(snapshot);
  }

  get started(): boolean {
    return this.shown.position !== null;
  }

  get position(): Position {
    if (this.shown.position === null) throw new Error("the game has not begun");
    return this.shown.position;
  }

  get last(): Happening[] {
    return this.shown.last;
  }

  get newest(): Position | null {
    return this.coming.at(-1)?.position ?? this.shown.position;
  }

  get moving(): boolean {
    return this.coming.length > 0;
  }

  get live(): boolean {
    const position = this.shown.position;
    if (position === null || this.moving || this.sending || !theLine().usable) return false;
    return position.to_move.includes(this.seat) && position.legal.length > 0;
  }

  name(seat: number): string {
    return nameOf(this.table, seat);
  }

  point(what: Happening | null): void {
    this.pointed = what;
  }

  /** Begins to follow; call `stop` when the page is left. */
  follow(): void {
    const line = theLine();
    this.stops = [line.listen((message) => this.hear(message)), line.greet(() => void this.watch())];
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const stop of this.stops) stop();
    theLine()
      .send({ type: "unwatch", table: this.table.id }, { again: false })
      .catch(() => undefined);
  }

  /** Looks from another seat of mine, as at a hot seat. */
  async look(seat: number): Promise<void> {
    // The seat changes together with what is shown: nobody sees for a moment what the one before them knew.
    await this.watch(seat);
  }

  act(...actions: Structure[]): void {
    this.sending = true;
    this.problem = null;
    this.actInOrder(actions)
      .catch((error: unknown) => this.fail(error))
      .finally(() => (this.sending = false));
  }

  /** One after the other: each is sent when the one before it is stored. */
  private async actInOrder(actions: readonly Structure[]): Promise<void> {
    const { seat } = this;
    for (const action of actions) {
      const order = { type: "act", table: this.table.id, seat, sequence: this.sequence, action } as const;
      const answer = await theLine().send(order);
      if (answer.type === "done" && answer.sequence !== null)
        this.sequence = Math.max(this.sequence, answer.sequence ?? 0);
    }
  }

  /** Why an action is not legal here, in the server's words; null if it is, or if nobody knows. */
  async whyNot(action: Structure): Promise<Refused | null> {
    const wanted = JSON.stringify(action);
    if (this.seat === SPECTATOR || this.shown.position?.legal.some((each) => JSON.stringify(each.action) === wanted))
      return null;
    try {
      await theLine().send(
        { type: "act", table: this.table.id, seat: this.seat, sequence: this.sequence, action },
        { again: false },
      );
      return null;
    } catch (error) {
      return error instanceof Refused && error.code !== "stale" && error.code !== "offline" ? error : null;
    }
  }

  undo(): void {
    this.command({ type: "undo", table: this.table.id, seat: this.seat });
  }

  answerUndo(agree: boolean): void {
    this.command({ type: "answer_undo", table: this.table.id, seat: this.seat, agree });
  }

  withdrawUndo(seat: number): void {
    this.command({ type: "withdraw_undo", table: this.table.id, seat });
  }

  resign(): void {
    this.command({ type: "resign", table: this.table.id, seat: this.seat });
  }

  takeBack(): void {
    this.command({ type: "take_back", table: this.table.id, seat: this.seat });
  }

  say(text: string): void {
    const seat = this.seat === SPECTATOR ? null : this.seat;
    this.command({ type: "say", table: this.table.id, text, seat, among: null });
  }

  command(order: Parameters<ReturnType<typeof theLine>["send"]>[0]): void {
    this.problem = null;
    theLine()
      .send(order)
      .catch((error: unknown) => this.fail(error));
  }

  /** Shows at once whatever is still moving. */
  skip(): void {
    const last = this.coming.at(-1);
    if (last === undefined) return;
    clearTimeout(this.timer);
    this.coming = [];
    this.shown = { position: last.position, last: last.last };
  }

  private async watch(as = this.seat): Promise<void> {
    const since = as !== this.seat || this.sequence === 0 ? null : this.sequence;
    const seat = as === SPECTATOR ? null : as;
    try {
      const answer = await theLine().send(
        { type: "watch", table: this.table.id, seat, since, patches: true },
        { again: false },
      );
      if (answer.type === "watching") this.take(answer.snapshot, since !== null);
    } catch (error) {
      if (error instanceof Refused && error.code === "offline") return; // the next greeting watches again
      this.fail(error);
    }
  }

  private take(snapshot: Snapshot, more = false): void {
    this.table = snapshot.table;
    this.seat = snapshot.seat;
    this.entries = more ? this.joined(snapshot.entries) : snapshot.entries;
    this.sequence = snapshot.sequence;
    this.receive(snapshot.sequence, snapshot.position);
    clearTimeout(this.timer);
    this.coming = [];
    this.shown = {
      position: snapshot.position,
      last: movedOf(this.entries.at(-1))?.events ?? lastEvents(this.entries),
    };
    this.clocksAt = Date.now();
    this.keep(snapshot.position);
  }

  /** For the time without network. Clocks are not kept: they would run on from where they stood. */
  private keep(position: Position | null): void {
    if (this.table.curtain && this.table.hot_seat) return; // it would open behind no curtain
    const seen = position === null ? null : { ...position, clocks: null };
    const snapshot: Snapshot = {
      table: this.table,
      seat: this.seat,
      sequence: this.sequence,
      entries: this.entries,
      position: seen,
    };
    clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => void keepTable(this.table.id, snapshot), KEEP_AFTER_MS);
  }

  private joined(fresh: LogEntry[]): LogEntry[] {
    const known = this.entries.at(-1)?.sequence ?? 0;
    return [...this.entries, ...fresh.filter((entry) => entry.sequence > known)];
  }

  private hear(message: ToClient): void {
    if (message.type === "update" && message.table === this.table.id && message.seat === this.seat)
      this.update(message);
    if (message.type === "patch" && message.table === this.table.id && message.seat === this.seat) this.patch(message);
    if (message.type === "table_changed" && message.table.id === this.table.id) this.table = message.table;
    if (message.type === "resync" && message.table === this.table.id) void this.watch();
    if (message.type === "thinking" && message.table === this.table.id)
      this.thinking = { seat: message.seat, warming: message.warming };
    if (message.type === "clocks" && message.table === this.table.id) this.setClocks(message);
  }

  private setClocks(message: Extract<ToClient, { type: "clocks" }>): void {
    const position = this.shown.position;
    if (position !== null) this.shown = { ...this.shown, position: { ...position, clocks: message.clocks } };
    this.clocksAt = Date.now();
  }

  private receive(sequence: number, position: Position | null): void {
    this.received = position === null ? null : { sequence, position };
  }

  private patch(message: Extract<ToClient, { type: "patch" }>): void {
    const { base, changes, table, seat, sequence, entries } = message;
    if (this.received?.sequence !== base) {
      void this.watch(); // it changes a position that is not the one held here
      return;
    }
    this.update({ type: "update", table, seat, sequence, entries, position: patched(this.received.position, changes) });
  }

  private update(message: Extract<ToClient, { type: "update" }>): void {
    const first = message.entries[0];
    if (first !== undefined && first.sequence > this.sequence + 1) {
      void this.watch(); // a gap: ask for what is missing
      return;
    }
    this.entries = this.joined(message.entries);
    this.sequence = Math.max(this.sequence, message.sequence);
    this.clocksAt = Date.now();
    if (message.position === null) return;
    this.receive(message.sequence, message.position);
    this.keep(message.position);
    this.thinking = null;
    this.show(
      message.position,
      message.entries.flatMap((entry) => movedOf(entry)?.events ?? []),
    );
  }

  /** One thing moves at a time: what comes while something moves waits for its turn. */
  private show(position: Position, last: Happening[]): void {
    const next = { position, last };
    if (this.coming.length > 0) {
      this.coming = [...this.coming, next];
      return;
    }
    this.begin(next);
  }

  private begin(next: Shown): void {
    const lasting = duration(this.pace(next.last));
    this.shown = next;
    play(next.last, next.position?.to_move.includes(this.seat) === true);
    if (lasting <= 0) return;
    this.coming = [next];
    this.timer = window.setTimeout(() => this.proceed(), lasting);
  }

  private proceed(): void {
    const [, next, ...rest] = this.coming;
    this.coming = [];
    if (next === undefined) return;
    this.begin(next);
    this.coming = [...this.coming, ...rest];
    if (this.coming.length === rest.length && rest.length > 0) this.proceedAll(rest);
  }

  /** Nothing moves (motion is off): take the last at once. */
  private proceedAll(rest: Shown[]): void {
    this.coming = [];
    const last = rest.at(-1);
    if (last !== undefined) this.shown = last;
  }

  private fail(error: unknown): void {
    this.problem = failure(error);
    if (error instanceof Refused && error.code === "stale") void this.watch();
    if (error instanceof Refused && error.code === "unknown-table") this.gone = error.text;
  }
}

function lastEvents(entries: readonly LogEntry[]): Happening[] {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const moved = movedOf(entries[index]);
    if (moved !== null) return moved.events;
  }
  return [];
}

/** Opens a table that the address names. */
export async function openTable(
  id: string,
  facts: (game: string) => Promise<GameFacts | null>,
  known: Promise<unknown>,
): Promise<TableModel> {
  const fetched = async (): Promise<Snapshot> => {
    await known;
    return orKept(api.snapshot(id, null), `table/${id}`);
  };
  const snapshot = takeSnapshot(id) ?? (await fetched());
  const found = await facts(snapshot.table.game);
  if (found === null) throw new Error(`unknown game ${snapshot.table.game}`);
  return new TableModel(snapshot, found);
}
