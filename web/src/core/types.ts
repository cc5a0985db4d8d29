/** Short names for the wire types, which are generated from the server's schema. */
import type { components } from "./wire";

export type Schemas = components["schemas"];
export type Me = Schemas["Me"];
export type Token = Schemas["Token"];
export type Scope = Schemas["NewToken"]["scopes"][number];
export type LoggedIn = Schemas["LoggedIn"];
export type Account = Schemas["Account"];
export type Recover = Schemas["Recover"];
export type GameFacts = Schemas["GameFacts"];
export type OptionFacts = Schemas["OptionFacts"];
export type Table = Schemas["Table"];
export type Seat = Schemas["Seat"];
export type Clock = Schemas["Clock"];
export type SeatChoice = Schemas["SeatChoice"];
export type OpenTable = Schemas["OpenTable"];
export type Position = Schemas["Position"];
export type LegalAction = Schemas["LegalAction"];
export type Score = Schemas["Score"];
export type Happening = Schemas["Happening"];
export type LogEntry = Schemas["LogEntry"];
export type Moved = Schemas["Moved"];
export type Proposal = Schemas["Proposal"];
export type SeatPromises = Schemas["SeatPromises"];
export type Snapshot = Schemas["Snapshot"];
export type Hint = Schemas["Hint"];
export type Frame = Schemas["Frame"];
export type Lesson = Schemas["Lesson"];
export type LessonStep = Schemas["LessonStep"];
export type LessonAnswer = Schemas["LessonAnswer"];
export type Puzzle = Schemas["Puzzle"];
export type Puzzles = Schemas["Puzzles"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type Problem = Schemas["Problem"];
export type Remedy = Schemas["Remedy"];
export type ToServer = Schemas["ToServer"];
export type ToClient = Schemas["ToClient"];
export type Structure = Record<string, unknown>;
export type Value = string | number | boolean;

/** The seat of somebody who only watches. */
export const SPECTATOR = -1;

/** What a page that teaches shows: the first game, or the exercises after it. */
export type Course = "lessons" | "exercises";
