/** What a game's folder gives to the shared table. `games/<id>/index.ts` exports one as default; no list names it. */
import type { Component } from "svelte";
import type { IconName } from "../art/icons";
import type { Text } from "../core/i18n.svelte";
import type { GameFacts, Happening, LogEntry, Position, Structure, Table } from "../core/types";
import type { Order } from "../core/socket.svelte";

/** What a board draws: a position of a live table, of a replay or of a test. */
export interface Scene {
  readonly facts: GameFacts;
  readonly table: Table;
  /** From whose knowledge; -1: a spectator. */
  readonly seat: number;
  readonly position: Position;
  /** What led to this position, for animation and for the trail of the last move. */
  readonly last: readonly Happening[];
  /** The log entry somebody points at, to be shown on the board. */
  readonly pointed: Happening | null;
  /** Whether this viewer may act now: its turn, connected, nothing moving. */
  readonly live: boolean;
  readonly entries: readonly LogEntry[];
  /** Why the last order was refused; null when none was. */
  readonly problem?: Text | null;
  /** Whether a lesson offers this target in its present step; without it everything that is legal is offered. */
  offers?(key: string): boolean;
  name(seat: number): string;
  /** Carries out an action, or several one after the other where the first only makes way for the next. */
  act(...actions: Structure[]): void;
  /** Anything else for the table: private talk, proposals. Not in a replay. */
  command?(order: Order): void;
  point(what: Happening | null): void;
  /** Ways that are shown on the board: a hint, a solution. */
  readonly advised?: Advised | null;
  /** Does what was advised. */
  heed?: ((action: Structure) => void) | undefined;
}

/** What somebody is advised to do: at first only where to look, then the ways themselves, the best first. */
export interface Advised {
  depth: number;
  /** Steps of one way, one after the other, not ways to choose from. */
  numbered?: boolean;
  ways: readonly { action: Structure; label: string }[];
}

/** Where an action takes place on the board, in its units. */
export interface Mark {
  from: { x: number; y: number } | null;
  to: { x: number; y: number };
  /** The drawing of what would stand there. */
  ghost?: string;
}

/** A button under the ask. */
export interface PromptButton {
  label: string;
  /** By which a lesson names it. */
  key?: string;
  points?: number;
  icon?: IconName;
  /** The number of a way that is drawn on the board, and a line under its name. */
  disc?: number;
  aside?: string;
  main?: boolean;
  /** Why it cannot be pressed now. */
  refusal?: string;
  /** Shows on the board what it would do, while it is pointed at. */
  aim?(): void;
  press(): void;
}

/** A legal target as a chip: the larger way to what is small on the board. */
export interface PromptChip {
  key: string;
  label: string;
  points?: number;
  aimed: boolean;
  aim(): void;
  press(): void;
}

/** What is asked of me, set in the ocean like the title of a map. */
export interface Prompt {
  chip: string;
  ask: string;
  why: string;
  buttons: PromptButton[];
  chips: PromptChip[];
  keys: [keys: string[], meaning: string][];
}

/** What somebody has in hand on this table: chosen pawn, aimed target, planned journey. */
export interface Hand {
  readonly prompt: Prompt | null;
  /** What is shown before the game goes on, whoever is to move: the end of the first game of a match. */
  readonly pause?: Prompt | null;
  /** Takes back one step of choosing; false if there was nothing to take back. */
  escape(): boolean;
  /** The position in words, for the "describe" command. */
  describe(): string[];
  /**
   * What somebody may have meant who clicked where nothing can be done: the server says why not. Null where nothing
   * is; without an action the page says what is asked instead.
   */
  meant?(at: { x: number; y: number }, element: Element): Meant | null;
  /** Where an action takes place on the board; null where it has no place there. */
  mark?(action: Structure): Mark | null;
  /** Shows on the board a legal action that the page proposes. */
  propose?(action: Structure): void;
}

export interface Meant {
  x: number;
  y: number;
  action: Structure | null;
}

export interface BoardProps {
  scene: Scene;
  hand: Hand;
}

export interface SeatProps {
  scene: Scene;
  seat: number;
}

/** A part of the sheet that belongs to one game. */
export interface Panel {
  name: string;
  icon: IconName;
  title(): string;
  /** How many things in it wait for me. */
  count?(scene: Scene): number;
  Panel: Component<BoardProps>;
}

export interface GameClient {
  /** "Reiner Knizia, 2001": said after the title. */
  byline: Text;
  /** What one plays for, in one sentence. */
  aim: Text;
  /** Whether its sides are countries, which keep their capital inside a sentence. */
  countries?: boolean;
  /** What the column of scores counts. */
  heading(scene: Scene): string;
  /** The line beside the heading. */
  aside?(scene: Scene): string;
  /** Where the game stands, for the bar: "Tuile 56 sur 96". */
  progress?(scene: Scene): string;
  /** Which side a seat plays now, where that changes during a match; else the one it began with. */
  side?(scene: Scene, seat: number): Text | undefined;
  /** The drawing that stands for a seat. */
  counter(scene: Scene, seat: number): string;
  /** The number shown large beside a seat; null where the viewer may not know it. */
  points(scene: Scene, seat: number): number | null;
  /** How long these happenings move, in ms at normal speed. */
  pace(happenings: readonly Happening[]): number;
  /** What the curve of the game shows, where points alone say little: pawns that are home. */
  course?: { title(): string; of(position: Position, seat: number): number };
  /** Whether chance has a part at this table; where the rules leave it none there is nothing to prove. */
  chance?(table: Table): boolean;
  /** What somebody who resigns gives up, where that is more than the game on the board. */
  resigns?(scene: Scene): string;
  hand(scene: () => Scene): Hand;
  Board: Component<BoardProps>;
  SeatFacts?: Component<SeatProps>;
  Legend?: Component<BoardProps>;
  /** How the legend is called in the dock of a phone; without it a phone does not show it. */
  legend?: { icon: IconName; title(): string };
  /** What stands on the sheet above the log: order sheet, books. On a phone each has its place in the dock. */
  panels?: Panel[];
  /** What all seats have is called so in the dock of a phone. */
  holdings?(): string;
  /** Stands in the bar beside the title: the years of a game. */
  Banner?: Component<BoardProps>;
  /** Takes the place of the ask while it tells something: a turn that is played out. */
  Story?: Component<BoardProps>;
  /** Stands under the ask of a desk: what is always said. */
  Footnote?: Component;
  /** Stands under the ask, above its buttons: a hand of cards. */
  Tray?: Component<BoardProps>;
  /** Replaces the talk at the table: rooms for private talk. */
  Talk?: Component<BoardProps>;
  /** Replaces the log in words by something denser; the words stay for readers. */
  Moves?: Component<{ scene: Scene; choose: (sequence: number) => void; at: number | null }>;
  /** What stands beside a line of the log: a drawing, and the points it brought. */
  sign?(happening: Happening): { drawing?: string; points?: number };
  /** A sheet with a table of its own needs more room. */
  sheet?: "wide";
}

const modules = import.meta.glob<{ default: GameClient }>("../games/*/index.ts");

/** The client of a game; one that has rules but no folder here is shown in words. */
export async function clientOf(facts: GameFacts): Promise<GameClient> {
  const load = modules[`../games/${facts.id}/index.ts`];
  return load === undefined ? (await import("./plain")).plainClient(facts) : (await load()).default;
}
