/** What a player of L'Africa has in hand: a pawn, and where it is aimed. */
import { inWords, texts } from "../../core/i18n.svelte";
import type { Hand, Mark, Meant, Prompt, Scene } from "../../table/plugin";
import type { Happening, Structure } from "../../core/types";
import { SetUp } from "./setup.svelte";
import { pistesTexts } from "./texts";
import {
  at,
  CELL,
  columnOf,
  COLUMNS,
  isMove,
  lineOf,
  LINES,
  viewOf,
  type Move,
  type Pawn,
  type PistesView,
  type Side,
} from "./view";

export const say = texts(pistesTexts);
const ARROW_KEYS = ["←", "↑", "→", "↓"];

export interface Target {
  key: string;
  x: number;
  y: number;
  label: string;
  commits: boolean;
  kind: "pawn" | "goal" | "cell";
}

export class PistesHand implements Hand {
  chosen = $state<string | null>(null);
  aimed = $state<string | null>(null);
  readonly setUp: SetUp;
  private readonly scene: () => Scene;
  /** How many games of the match have been seen to their end here. */
  private seen = $state(0);

  constructor(scene: () => Scene) {
    this.scene = scene;
    this.setUp = new SetUp(scene);
    const { ply, results } = this.view;
    this.seen = ply > 0 ? results.length : results.length - 1;
  }

  /** The game of the match that has just ended: its last position is shown before the next one begins. */
  get ended(): Happening | null {
    const { position, entries, last } = this.scene();
    const { results } = this.view;
    const isEnd = ({ what }: Happening): boolean => what["type"] === "game-ended" && what["game"] === results.length;
    if (position.over || results.length === 0) return null;
    if (this.isReplay) return last.find(isEnd) ?? null;
    if (results.length <= this.seen) return null;
    return entries.flatMap((entry) => (entry.type === "moved" ? entry.events : [])).find(isEnd) ?? null;
  }

  private get isReplay(): boolean {
    return this.scene().command === undefined;
  }

  /** Which side each seat plays in what is shown. */
  get sides(): Side[] {
    return this.ended === null ? this.view.sides : this.view.sides.toReversed();
  }

  get pawns(): Pawn[] {
    return (this.ended?.what["pawns"] as Pawn[] | undefined) ?? this.view.pawns;
  }

  get pause(): Prompt | null {
    const { ended } = this;
    if (ended === null) return null;
    const scene = this.scene();
    const n = Number(ended.what["game"]);
    const side = this.view.sides[scene.seat];
    const now =
      side === undefined
        ? say("sidesChange")
        : say(side === "light" ? "nowLight" : "nowDark", {
            where: say(this.view.camps[side].includes("a1") ? "atBottom" : "atTop"),
          });
    return {
      chip: say("gameEnded", { n }),
      ask: inWords(ended.text, { who: scene.name(ended.seat) }),
      why: now,
      buttons: [
        {
          label: say("nextGame", { n: n + 1 }),
          main: true,
          press: () => {
            this.seen = n;
          },
        },
      ],
      chips: [],
      keys: [],
    };
  }

  get view(): PistesView {
    return viewOf(this.scene().position.view);
  }

  get moves(): Move[] {
    const { live, position } = this.scene();
    return live ? position.legal.map((legal) => legal.action).filter(isMove) : [];
  }

  /** The pawn in the hand, if it may still move. */
  get pawn(): string | null {
    return this.moves.some((move) => move.from === this.chosen) ? this.chosen : null;
  }

  get goals(): Move[] {
    return this.moves.filter((move) => move.from === this.pawn);
  }

  get mySide(): Side {
    return this.view.side;
  }

  get targets(): Target[] {
    if (!this.scene().live || this.ended !== null) return [];
    const froms = [...new Set(this.moves.map((move) => move.from))];
    const pawns = froms.map((cell) => ({
      key: cell,
      ...at(cell),
      label: this.pawnLabel(cell),
      commits: false,
      kind: "pawn" as const,
    }));
    const goals = this.goals.map((move) => ({
      key: move.to,
      ...at(move.to),
      label: this.goalLabel(move),
      commits: true,
      kind: "goal" as const,
    }));
    const { setUp } = this;
    const [n = 0] = setUp.left;
    const cells = setUp.cells.map((cell) => {
      const laid = setUp.numbers.get(cell);
      const label =
        laid === undefined
          ? say(setUp.type === "lay" ? "layHere" : "numberHere", { cell, n })
          : say("laidHere", { cell, n: laid });
      return { key: cell, ...at(cell), label, commits: setUp.oneByOne, kind: "cell" as const };
    });
    return [...pawns, ...goals, ...cells];
  }

  aim(key: string): void {
    if (this.goals.some((move) => move.to === key)) this.aimed = key;
  }

  /** Takes a pawn up, without putting it back if it is in the hand already. */
  lift(key: string): void {
    this.chosen = key;
    this.aimed = null;
  }

  propose(action: Structure): void {
    if (!isMove(action)) return;
    this.lift(action.from);
    this.aim(action.to);
  }

  press(key: string): void {
    const scene = this.scene();
    const set = scene.position.legal.find(({ action }) => action["cell"] === key);
    if (set !== undefined && !this.setUp.oneByOne) {
      this.setUp.touch(key);
      return;
    }
    const goal = this.goals.find((move) => move.to === key);
    if (set !== undefined) scene.act(set.action);
    else if (goal !== undefined) this.play(goal);
    else if (this.moves.some((move) => move.from === key)) {
      this.chosen = this.chosen === key ? null : key;
      this.aimed = null;
    }
  }

  escape(): boolean {
    if (this.setUp.numbers.size > 0) {
      this.setUp.clear();
      return true;
    }
    if (this.chosen === null) return false;
    this.chosen = null;
    this.aimed = null;
    return true;
  }

  mark(action: Structure): Mark | null {
    const side = this.view.sides[this.scene().seat] ?? this.view.side;
    if (isMove(action)) return { from: at(action.from), to: at(action.to), ghost: `p-pawn-${side}` };
    return typeof action["cell"] === "string" ? { from: null, to: at(action["cell"]) } : null;
  }

  meant(spot: { x: number; y: number }): Meant | null {
    const [column, line] = [Math.floor(spot.x / CELL), LINES - 1 - Math.floor(spot.y / CELL)];
    if (column < 0 || column >= COLUMNS.length || line < 0 || line >= LINES) return null;
    const cell = `${COLUMNS.charAt(column)}${line + 1}`;
    const { decision, pawns } = this.view;
    const { x, y } = at(cell);
    if (decision === "number_camp" || decision === "lay_pawns")
      return { x, y, action: { type: decision === "lay_pawns" ? "lay" : "number", cell } };
    if (this.pawn !== null) return { x, y, action: { type: "move", from: this.pawn, to: cell } };
    const beside = `${COLUMNS.charAt(column === 0 ? 1 : column - 1)}${line + 1}`;
    return { x, y, action: pawns.some((pawn) => pawn.cell === cell) ? { type: "move", from: cell, to: beside } : null };
  }

  describe(): string[] {
    const { view } = this;
    return (["light", "dark"] as const).flatMap((side) => {
      const cells = view.pawns
        .filter((pawn) => pawn.side === side)
        .map((pawn) => (pawn.number === undefined ? pawn.cell : `${pawn.number} ${pawn.cell}`));
      const name = say(side === "light" ? "side_light" : "side_dark");
      const home = view.home[view.sides.indexOf(side)] ?? 0;
      return [say("sideAt", { side: name, cells: cells.join(", ") }), say("sideHome", { side: name, n: home })];
    });
  }

  get prompt(): Prompt | null {
    const { position } = this.scene();
    const types = new Set(position.legal.map(({ action }) => action["type"]));
    if (!this.scene().live) return null;
    if (types.has("pass")) return this.passPrompt();
    if (types.has("lay") || types.has("number")) return this.setUpPrompt();
    const { view } = this;
    const chip = say("turn", { n: Math.floor(view.ply / 2) + 1 });
    const keys: Prompt["keys"] = [
      [ARROW_KEYS, say("aimKeys")],
      [[say("enter")], say("playKeys")],
      [[say("escape")], say("backKeys")],
    ];
    if (this.pawn === null) return { chip, ask: say("which"), why: say("whichWhy"), buttons: [], chips: [], keys };
    const goal =
      this.goals.find((move) => move.to === this.aimed) ?? (this.goals.length === 1 ? this.goals[0] : undefined);
    return {
      chip,
      ask: goal === undefined ? say("where", { from: this.pawn }) : say("slides", { ...goal }),
      why: goal === undefined ? say("whereWhy") : this.consequence(goal),
      buttons: [
        ...(goal === undefined
          ? []
          : [{ label: say("slide"), icon: "check" as const, main: true, press: () => this.play(goal) }]),
        { label: say("putBack"), icon: "undo", press: () => this.escape() },
      ],
      chips: (this.goals.length > 1 ? this.goals : []).map((move) => ({
        key: move.to,
        label: move.to,
        aimed: this.aimed === move.to,
        aim: () => {
          this.aimed = move.to;
        },
        press: () => this.play(move),
      })),
      keys,
    };
  }

  private setUpPrompt(): Prompt {
    const { setUp } = this;
    const { ask } = this.scene().position;
    const [n] = setUp.left;
    if (setUp.oneByOne || setUp.type === null)
      return { chip: say("setUp"), ask: ask === null ? "" : inWords(ask), why: "", buttons: [], chips: [], keys: [] };
    const lays = setUp.type === "lay";
    const buttons: Prompt["buttons"] = [];
    if (n === undefined)
      buttons.push({ label: say("sendSetUp"), icon: "check", main: true, press: () => setUp.send() });
    else buttons.push({ label: say("byChance"), icon: "again", press: () => setUp.shuffle() });
    if (setUp.numbers.size > 0) buttons.push({ label: say("clear"), icon: "undo", press: () => setUp.clear() });
    return {
      chip: say("setUp"),
      ask: n === undefined ? say("setUpReady") : say(lays ? "layAsk" : "numberAsk", { n }),
      why: say("setUpWhy"),
      buttons,
      chips: [],
      keys: [],
    };
  }

  private passPrompt(): Prompt {
    const press = (): void => this.scene().act({ type: "pass" });
    return {
      chip: say("turn", { n: 1 }),
      ask: say("passAsk"),
      why: "",
      buttons: [{ label: say("pass"), main: true, press }],
      chips: [],
      keys: [],
    };
  }

  private play(move: Move): void {
    this.chosen = null;
    this.aimed = null;
    this.scene().act({ type: "move", from: move.from, to: move.to });
  }

  /** How many would be home after the move, or null if nothing changes. */
  homeAfter(move: Move): number | null {
    const camp = this.view.camps[this.mySide];
    const change = Number(camp.includes(move.to)) - Number(camp.includes(move.from));
    const home = this.view.home[this.view.sides.indexOf(this.mySide)] ?? 0;
    return change === 0 ? null : home + change;
  }

  private consequence(move: Move): string {
    const home = this.homeAfter(move);
    if (home === null) return say("runs");
    const enters = this.view.camps[this.mySide].includes(move.to);
    return `${say("runs")} ${say(enters ? "comesHome" : "leavesHome", { n: home })}`;
  }

  private pawnLabel(cell: string): string {
    const ends = this.moves.filter((move) => move.from === cell).map((move) => move.to);
    const number = this.view.pawns.find((pawn) => pawn.cell === cell)?.number;
    const name = number === undefined ? cell : `${cell} (${number})`;
    return say("pawnLabel", { cell: name, ways: say("ways", { n: ends.length }), to: ends.join(", ") });
  }

  private goalLabel(move: Move): string {
    const [dx, dy] = [columnOf(move.to) - columnOf(move.from), lineOf(move.to) - lineOf(move.from)];
    const way = dx !== 0 && dy !== 0 ? "slant" : dx > 0 ? "right" : dx < 0 ? "left" : dy > 0 ? "up" : "down";
    const home = this.homeAfter(move);
    const enters = home !== null && this.view.camps[this.mySide].includes(move.to);
    return say(way, { ...move }) + (enters ? say("intoCamp", { n: home }) : "");
  }
}
