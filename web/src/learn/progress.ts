/** How far somebody came in each lesson, kept by this browser. */
import type { Structure } from "../core/types";

export interface Progress {
  /** The step that comes next; as many as there are: only the free game is left. */
  step: number;
  /** The furthest step that was reached. */
  reached: number;
  /** By step: what was played since the last position when it began. */
  starts: Structure[][];
  finished: boolean;
}

const KEY = "caravane.lessons";
const TABLE = "caravane.lesson-table";
export const FRESH: Progress = { step: 0, reached: 0, starts: [[]], finished: false };

function stored(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Progress>;
  } catch {
    return {};
  }
}

function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that forbids storage still teaches; it forgets at the next visit.
  }
}

export function progressOf(game: string): Progress {
  return { ...FRESH, ...stored()[game] };
}

export function keepProgress(game: string, progress: Progress): void {
  keep(KEY, { ...stored(), [game]: progress });
}

/** Remembers which table is the free game of a lesson, so that its voice goes along. */
export function keepTable(table: string): void {
  keep(TABLE, table);
}

export function isLessonTable(table: string): boolean {
  try {
    return localStorage.getItem(TABLE) === JSON.stringify(table);
  } catch {
    return false;
  }
}
