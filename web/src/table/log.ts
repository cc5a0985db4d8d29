/** The log in words, and who is called what at a table. Pure functions. */
import { inWords, texts, type Text } from "../core/i18n.svelte";
import {
  SPECTATOR,
  type GameFacts,
  type Happening,
  type LogEntry,
  type Moved,
  type Seat,
  type Table,
} from "../core/types";
import { logTexts } from "./texts";

const say = texts(logTexts);

export interface Line {
  sequence: number;
  seat: number;
  words: string;
  happening: Happening | null;
  undone: boolean;
}

export function movedOf(entry: LogEntry | undefined): Moved | null {
  return entry?.type === "moved" ? entry : null;
}

let levels: Record<string, readonly { level: number; title: Text }[]> = {};

/** Bots are named by their level; the facts of the game say how. */
export function learnNames(facts: readonly GameFacts[]): void {
  levels = Object.fromEntries(facts.map((each) => [each.id, each.bots]));
}

export function botName(game: string, level: number): string {
  const title = levels[game]?.find((each) => each.level === level)?.title;
  return title === undefined ? say("bot", { level }) : inWords(title);
}

/** Bots are called after animals whose name is the same in both languages; their level stands beside it. */
const ANIMALS = ["Oryx", "Fennec", "Caracal", "Okapi", "Serval", "Addax"];

export function seatName(seat: Seat, game: string): string {
  if (seat.kind === "bot") return ANIMALS[seat.seat % ANIMALS.length] ?? botName(game, seat.level ?? 1);
  const name = seat.name ?? inWords(seat.side);
  return seat.program ? `${name} [bot]` : name; // a person's program: the others know whom they play
}

export function nameOf(table: Table, index: number): string {
  if (index === SPECTATOR) return say("theGame");
  const seat = table.seats[index];
  return seat === undefined ? "?" : seatName(seat, table.game);
}

/** The sequences that an undo took back. */
export function undone(entries: readonly LogEntry[]): Set<number> {
  const gone = new Set<number>();
  for (const entry of entries) {
    if (entry.type !== "undone") continue;
    for (let sequence = entry.back_to + 1; sequence < entry.sequence; sequence += 1) gone.add(sequence);
  }
  return gone;
}

/** The entries that people read in the log, oldest first. */
export function lines(entries: readonly LogEntry[], table: Table): Line[] {
  const gone = undone(entries);
  return entries.flatMap((entry) =>
    linesOf(entry, table).map((line) => ({ ...line, undone: gone.has(entry.sequence) })),
  );
}

type Bare = Omit<Line, "undone">;

function linesOf(entry: LogEntry, table: Table): Bare[] {
  const { sequence } = entry;
  if (entry.type === "moved") {
    return entry.events.map((event) => ({
      sequence,
      seat: event.seat,
      words: inWords(event.text, { who: nameOf(table, event.seat) }),
      happening: event,
    }));
  }
  const words = wordsOf(entry, table);
  return words === ""
    ? []
    : [{ sequence, seat: "seat" in entry && entry.seat !== null ? entry.seat : SPECTATOR, words, happening: null }];
}

function wordsOf(entry: LogEntry, table: Table): string {
  const who = "seat" in entry && entry.seat !== null ? nameOf(table, entry.seat) : "";
  switch (entry.type) {
    case "started":
      return say("started");
    case "undone":
      return say("undone", { who });
    case "undo_asked":
      return say("undoAsked", { who });
    case "undo_answered":
      return say(entry.agreed ? "undoAgreed" : "undoRefused", { who });
    case "undo_withdrawn":
      return say("undoWithdrawn", { who });
    case "resigned":
      return say("resigned", { who });
    case "timed_out":
      return say("timedOut", { who });
    case "replaced":
      return say("replaced", { who });
    case "returned":
      return say("returned", { who });
    case "ended":
      return say("ended");
    case "aborted":
      return say("aborted");
    case "rematched":
      return say("rematched");
    default:
      return "";
  }
}
