/** A lesson on a real board: what a step expects leads on, anything else is answered where it was clicked. */
import { api, failure, Refused } from "../core/api";
import type { Text } from "../core/i18n.svelte";
import { duration } from "../core/settings.svelte";
import type {
  Course,
  GameFacts,
  Happening,
  Lesson,
  LessonAnswer,
  LessonStep,
  LogEntry,
  Position,
  Snapshot,
  Structure,
  Table,
} from "../core/types";
import { movedOf, nameOf } from "../table/log";
import type { Scene } from "../table/plugin";
import { FRESH, keepProgress, progressOf, type Progress } from "./progress";

export interface Reply {
  text: Text;
  rule: string | null;
}

export class LessonModel implements Scene {
  readonly course: Course;
  readonly lesson: Lesson;
  readonly facts: GameFacts;
  pointed = $state.raw<Happening | null>(null);
  problem = $state.raw<Text | null>(null);
  /** Why the last action was not it. */
  reply = $state.raw<Reply | null>(null);
  done = $state(false);
  moving = $state(false);
  last = $state.raw<Happening[]>([]);
  progress = $state.raw<Progress>(FRESH);
  /** How many actions were tried: what a click did not change was no action. */
  tries = 0;
  private sending = $state(false);
  private shown = $state.raw<Snapshot | null>(null);
  private played: Structure[] = [];
  private timer = 0;
  pace: (happenings: readonly Happening[]) => number = () => 0;

  constructor(course: Course, lesson: Lesson, facts: GameFacts) {
    this.course = course;
    this.lesson = lesson;
    this.facts = facts;
  }

  /** Begins where this browser left off; at the beginning if the lesson has changed since. */
  async resume(): Promise<void> {
    const kept = progressOf(this.page);
    try {
      await this.begin(Math.min(kept.step, this.lesson.steps.length), kept);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "bad-input") throw error;
      await this.begin(0, FRESH);
    }
  }

  /** Whether positions are asked about, in which everything is offered, until somebody wants to be shown. */
  get asks(): boolean {
    return this.lesson.free === null;
  }

  /** Under which name progress is kept. */
  private get page(): string {
    return this.asks ? `${this.lesson.game}/exercises` : this.lesson.game;
  }

  get number(): number {
    return this.progress.step;
  }

  /** The step that is shown; null when only the free game is left. */
  get step(): LessonStep | null {
    return this.lesson.steps[this.number] ?? null;
  }

  get ready(): boolean {
    return this.shown !== null;
  }

  private get snapshot(): Snapshot {
    if (this.shown === null) throw new Error("the lesson has not begun");
    return this.shown;
  }

  get table(): Table {
    return this.snapshot.table;
  }

  get seat(): number {
    return this.lesson.seat;
  }

  get entries(): LogEntry[] {
    return this.snapshot.entries;
  }

  get position(): Position {
    const { position } = this.snapshot;
    if (position === null) throw new Error("the lesson has no position");
    return position;
  }

  get live(): boolean {
    return !this.done && !this.moving && !this.sending && this.position.legal.length > 0;
  }

  name(seat: number): string {
    return nameOf(this.table, seat);
  }

  /** What the step speaks of; a step that lights nothing leaves the choice open. */
  offers(key: string): boolean {
    const lit = this.asks ? [] : (this.step?.lit ?? []);
    return lit.length === 0 || lit.some((keys) => keys.split(" ").includes(key));
  }

  point(what: Happening | null): void {
    this.pointed = what;
  }

  act(...actions: Structure[]): void {
    this.sending = true;
    this.tries += 1;
    this.problem = null;
    this.reply = null;
    this.tryAll(actions)
      .catch((error: unknown) => (this.problem = failure(error)))
      .finally(() => (this.sending = false));
  }

  private async tryAll(actions: readonly Structure[]): Promise<void> {
    for (const action of actions) {
      const answer = await this.attempt(action);
      if (answer.right) this.played = [...this.played, action];
      this.take(answer);
      if (!answer.right || answer.done) return;
    }
  }

  /** What is to be said to something that cannot be done here; null if nobody knows. */
  async whyNot(action: Structure): Promise<Reply | null> {
    try {
      const { text, rule } = await this.attempt(action);
      return text === null ? null : { text, rule };
    } catch {
      return null;
    }
  }

  /** Goes to a step that was reached before, or to the next one. */
  async go(number: number): Promise<void> {
    this.problem = null;
    try {
      await this.begin(number, this.progress);
    } catch (error) {
      this.problem = failure(error);
    }
  }

  next(): Promise<void> {
    return this.go(this.number + 1);
  }

  again(): Promise<void> {
    this.progress = { ...FRESH, finished: this.progress.finished };
    return this.go(0);
  }

  finish(): void {
    this.keep({ ...this.progress, finished: true, step: 0 });
  }

  /** Shows at once whatever still moves. */
  skip(): void {
    clearTimeout(this.timer);
    this.moving = false;
  }

  private async begin(number: number, from: Progress): Promise<void> {
    const starts = [...from.starts];
    const step = this.lesson.steps[number];
    if (step?.goes_on === false) starts[number] = [];
    else if (number === this.number + 1 && this.done) starts[number] = this.played;
    // Without what was played before it, a step that goes on begins with the one that has a position.
    while (number > 0 && this.lesson.steps[number]?.goes_on === true && starts[number] === undefined) number -= 1;
    const shows = Math.min(number, this.lesson.steps.length - 1);
    this.played = starts[shows] ?? [];
    if (number < this.lesson.steps.length || this.shown === null) {
      const answer = await api.lessonStep(this.course, this.lesson.game, shows, this.played, null);
      this.show(answer.snapshot, []);
      this.done = answer.done;
    }
    this.reply = null;
    this.keep({ ...from, step: number, reached: Math.max(from.reached, number), starts });
  }

  private keep(progress: Progress): void {
    this.progress = progress;
    keepProgress(this.page, progress);
  }

  private attempt(action: Structure): Promise<LessonAnswer> {
    return api.lessonStep(this.course, this.lesson.game, this.number, this.played, action);
  }

  private take(answer: LessonAnswer): void {
    if (!answer.right) {
      this.reply = answer.text === null ? null : { text: answer.text, rule: answer.rule };
      return;
    }
    const known = this.entries.at(-1)?.sequence ?? 0;
    const fresh = answer.snapshot.entries.filter((entry) => entry.sequence > known);
    this.show(
      answer.snapshot,
      fresh.flatMap((entry) => movedOf(entry)?.events ?? []),
    );
    this.done = answer.done;
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
