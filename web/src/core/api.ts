/** Requests to the server. A refusal becomes a `Refused` that carries the server's own words. */
import type { Text } from "./i18n.svelte";
import { kept } from "./kept";
import { reached } from "./reach.svelte";
import type {
  Account,
  Course,
  Frame,
  GameFacts,
  Hint,
  Lesson,
  LessonAnswer,
  Puzzle,
  PuzzleAnswer,
  Puzzles,
  LoggedIn,
  Me,
  OpenTable,
  Problem,
  Remedy,
  Scope,
  SeatChoice,
  SeatPromises,
  Snapshot,
  Structure,
  Table,
  Token,
} from "./types";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly text: Text,
    readonly rule: string | null = null,
    readonly remedy: Remedy | null = null,
  ) {
    super(text.en);
  }
}

const UNREACHABLE: Text = {
  fr: "Le serveur ne répond pas. Rien n’est perdu ; réessayez dans un instant.",
  en: "The server does not answer. Nothing is lost; try again in a moment.",
};
const UNREADABLE: Text = {
  fr: "Le serveur a répondu quelque chose d’illisible. Rien n’a changé.",
  en: "The server answered something unreadable. Nothing was changed.",
};

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "text" in body;
}

async function refusal(response: Response): Promise<Refused> {
  try {
    const body: unknown = await response.json();
    if (isProblem(body)) return new Refused(body.code, body.text, body.rule, body.remedy);
  } catch {
    // The body was no JSON: a proxy answered in the server's place.
  }
  return new Refused(String(response.status), response.status >= 500 ? UNREACHABLE : UNREADABLE);
}

async function send(method: string, path: string, body?: unknown, type = "application/json"): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    init.headers = { "content-type": type };
    init.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    reached(false);
    throw new Refused("unreachable", UNREACHABLE);
  }
  reached(true);
  if (!response.ok) throw await refusal(response);
  return response;
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await send(method, path, body);
  return (await response.json()) as Answer;
}

const at = (id: string): string => `/tables/${encodeURIComponent(id)}`;
export type Which = "mine" | "open" | "running" | "over";

export const api = {
  me: () => ask<Me>("GET", "/me"),
  changeMe: (change: { name?: string; language?: "fr" | "en" }) => ask<Me>("PATCH", "/me", change),
  deleteMe: (password: string | null) => send("DELETE", "/me", { password }),
  register: (name: string, password: string) => ask<Me>("POST", "/me/register", { name, password }),
  login: (name: string, password: string) => ask<Me>("POST", "/login", { name, password }),
  logout: () => send("POST", "/logout", {}),
  logoutEverywhere: () => send("POST", "/logout-everywhere", {}),
  tokens: () => ask<Token[]>("GET", "/me/tokens"),
  makeToken: (label: string, scopes: Scope[]) => ask<Token>("POST", "/me/tokens", { label, scopes }),
  dropToken: (id: string) => send("DELETE", `/me/tokens/${encodeURIComponent(id)}`),
  sessions: () => ask<LoggedIn[]>("GET", "/me/sessions"),
  endSession: (id: string) => send("DELETE", `/me/sessions/${encodeURIComponent(id)}`),
  changePassword: (old: string, fresh: string) => ask<Me>("POST", "/me/password", { old, new: fresh }),
  account: () => ask<Account>("GET", "/me/account"),
  makeCodes: (password: string) => ask<{ codes: string[] }>("POST", "/me/recovery-codes", { password }),
  setMail: (mail: string | null, password: string) => send("PUT", "/me/mail", { mail, password }),
  confirmMail: (code: string) => send("POST", "/me/mail/confirm", { code }),
  ways: () => ask<{ mail: boolean }>("GET", "/recover"),
  recover: (wanted: { name?: string; code: string; password: string }) => ask<Me>("POST", "/recover", wanted),
  askMail: (name: string) => send("POST", "/recover/mail", { name }),
  games: () => ask<GameFacts[]>("GET", "/games"),
  tables: (which: Which) => ask<Table[]>("GET", `/tables?which=${which}`),
  open: (table: Partial<OpenTable> & { game: string; seats: SeatChoice[] }) => ask<Table>("POST", "/tables", table),
  table: (id: string) => ask<Table>("GET", at(id)),
  join: (id: string, seat: number | null, entropy: string) => ask<Table>("POST", `${at(id)}/join`, { seat, entropy }),
  addEntropy: (id: string, entropy: string) => ask<Table>("POST", `${at(id)}/entropy`, { entropy }),
  leave: (id: string) => ask<Table>("POST", `${at(id)}/leave`, {}),
  setSeat: (id: string, seat: number, choice: SeatChoice) => ask<Table>("PUT", `${at(id)}/seats/${seat}`, { choice }),
  abort: (id: string) => ask<Table>("POST", `${at(id)}/abort`, {}),
  rematch: (id: string) => ask<Table>("POST", `${at(id)}/rematch?adds_entropy=true`, {}),
  branch: (id: string, sequence: number, seats: SeatChoice[]) =>
    ask<Table>("POST", `${at(id)}/branch`, { sequence, seats }),
  /** `since`: only entries after this one; a large number asks for the position alone. */
  snapshot: (id: string, seat: number | null, since: number | null = null) => {
    const query = new URLSearchParams();
    if (seat !== null) query.set("seat", String(seat));
    if (since !== null) query.set("since", String(since));
    return ask<Snapshot>("GET", `${at(id)}/snapshot?${query}`);
  },
  frames: (id: string, seat: number, start: number, stop: number, step = 1) =>
    ask<Frame[]>("GET", `${at(id)}/frames?seat=${seat}&start=${start}&stop=${stop}&step=${step}`),
  /** A position as a line of text: what the viewer knows, after the end everything. */
  position: (id: string, seat: number, sequence: number | null = null) =>
    ask<{ position: string }>(
      "GET",
      `${at(id)}/position?seat=${seat}${sequence === null ? "" : `&sequence=${sequence}`}`,
    ),
  puzzles: () => ask<Puzzles>("GET", "/puzzles"),
  puzzle: (id: string) => ask<Puzzle>("GET", `/puzzles/${encodeURIComponent(id)}`),
  /** Tries an action in a puzzle, or with null only looks; nothing is stored. */
  tryPuzzle: (id: string, played: Structure[], action: Structure | null, gives_up: boolean) =>
    ask<PuzzleAnswer>("POST", `/puzzles/${encodeURIComponent(id)}`, { played, action, gives_up }),
  lesson: (game: string, course: Course) => ask<Lesson>("GET", `/${course}/${encodeURIComponent(game)}`),
  /** What becomes of an action in a step; without one, where the step stands. */
  lessonStep: (course: Course, game: string, step: number, played: Structure[], action: Structure | null) =>
    ask<LessonAnswer>("POST", `/${course}/${encodeURIComponent(game)}/${step}`, { played, action }),
  hint: (id: string, seat: number) => ask<Hint>("POST", `${at(id)}/hint`, { seat }),
  promises: (id: string, seat: number) => ask<SeatPromises[]>("GET", `${at(id)}/promises?seat=${seat}`),
  importRecord: async (text: string): Promise<Table> => {
    const response = await send("POST", "/records", text, "application/x-ndjson");
    return (await response.json()) as Table;
  },
};

/** This browser's part of the chance: nobody else can know it before the game begins. */
export function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the server says, or what this browser kept of it when the server cannot be reached. */
export async function orKept<Value>(asked: Promise<Value>, what: string): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    const found = error instanceof Refused && error.code === "unreachable" ? await kept<Value>(what) : null;
    if (found === null) throw error;
    return found;
  }
}

/** The text of any failure, for people. */
export function failure(error: unknown): Text {
  return error instanceof Refused ? error.text : UNREACHABLE;
}
