/** A puzzle on a real board: what leads to the goal goes on, anything else is answered where it was clicked. */
import { api, failure } from "../core/api";
import { inWords, type Text } from "../core/i18n.svelte";
import { duration } from "../core/settings.svelte";
import type {
  GameFacts,
  Happening,
  LogEntry,
  Position,
  Puzzle,
  PuzzleAnswer,
  Snapshot,
  Structure,
  Table,
} from "../core/types";
import { named } from "../table/advice.svelte";
import { movedOf, nameOf } from "../table/log";
import type { Advised, Scene } from "../table/plugin";

export interface Reply {
  text: Text;
  rule: string | null;
}

export class PuzzleModel implements Scene {
  readonly puzzle: Puzzle;
  readonly facts: GameFacts;
  pointed = $state.raw<Happening | null>(null);
  problem = $state.raw<Text | null>(null);
  reply = $state.raw<Reply | null>(null);
  done = $state(false);
  /** Whether the solution was shown instead of found. */
  given = $state(false);
  moving = $state(false);
  last = $state.raw<Happening[]>([]);
  why = $state.raw<Text | null>(null);
  solution = $state.raw<PuzzleAnswer["solution"]>([]);
  played = $state.raw<Structure[]>([]);
  private sending = $state(false);
  private shown = $state.raw<Snapshot | null>(null);
  private timer = 0;
  pace: (happenings: readonly Happening[]) => number = () => 0;
  onsolved: () => void = () => undefined;

  constructor(puzzle: Puzzle, facts: GameFacts) {
    this.puzzle = puzzle;
    this.facts = facts;
  }

  async begin(): Promise<void> {
    this.played = [];
    this.solution = [];
    [this.reply, this.why, this.problem] = [null, null, null];
    [this.done, this.given] = [false, false];
    this.show((await api.tryPuzzle(this.puzzle.id, [], null, false)).snapshot, []);
  }

  /** Back to the start with the solution drawn. */
  async giveUp(): Promise<void> {
    await this.begin();
    const answer = await api.tryPuzzle(this.puzzle.id, [], null, true);
    this.solution = answer.solution;
    this.given = true;
  }

  private get snapshot(): Snapshot {
    if (this.shown === null) throw new Error("the puzzle has not begun");
    return this.shown;
  }

  get table(): Table {
    return this.snapshot.table;
  }

  get seat(): number {
    return this.puzzle.seat;
  }

  get entries(): LogEntry[] {
    return this.snapshot.entries;
  }

  get position(): Position {
    const { position } = this.snapshot;
    if (position === null) throw new Error("the puzzle has no position");
    return position;
  }

  get live(): boolean {
    return !this.done && !this.given && !this.moving && !this.sending && this.position.legal.length > 0;
  }

  get advised(): Advised | null {
    if (this.solution.length === 0) return null;
    return {
      depth: 3,
      numbered: true,
      ways: this.solution.map(({ action, words }) => ({ action, label: named(inWords(words)) })),
    };
  }

  name(seat: number): string {
    return nameOf(this.table, seat);
  }

  point(what: Happening | null): void {
    this.pointed = what;
  }

  act(...actions: Structure[]): void {
    this.sending = true;
    [this.problem, this.reply] = [null, null];
    this.tryAll(actions)
      .catch((error: unknown) => (this.problem = failure(error)))
      .finally(() => (this.sending = false));
  }

  private async tryAll(actions: readonly Structure[]): Promise<void> {
    for (const action of actions) {
      const answer = await api.tryPuzzle(this.puzzle.id, this.played, action, false);
      if (!answer.right) {
        this.reply = answer.text === null ? null : { text: answer.text, rule: answer.rule };
        return;
      }
      this.played = [...this.played, action];
      const known = this.entries.at(-1)?.sequence ?? 0;
      const fresh = answer.snapshot.entries.filter((entry) => entry.sequence > known);
      this.show(
        answer.snapshot,
        fresh.flatMap((entry) => movedOf(entry)?.events ?? []),
      );
      if (!answer.done) continue;
      this.done = true;
      this.why = answer.text;
      this.solution = answer.solution;
      this.onsolved();
      return;
    }
  }

  /** Why something cannot be done here; null if nobody knows. */
  async whyNot(action: Structure): Promise<Reply | null> {
    try {
      const { text, rule, right } = await api.tryPuzzle(this.puzzle.id, this.played, action, false);
      return right || text === null ? null : { text, rule };
    } catch {
      return null;
    }
  }

  skip(): void {
    clearTimeout(this.timer);
    this.moving = false;
  }

  private show(snapshot: Snapshot, last: Happening[]): void {
    clearTimeout(this.timer);
    this.shown = snapshot;
    this.last = last;
    const lasting = duration(this.pace(last));
    this.moving = lasting > 0;
    if (this.moving) this.timer = window.setTimeout(() => (this.moving = false), lasting);
  }
}
