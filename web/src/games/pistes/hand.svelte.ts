/** What a player of L'Africa has in hand: a pawn, and where it is aimed. */
import { inWords, texts } from "../../core/i18n.svelte";
import type { Hand, Prompt, Scene } from "../../table/plugin";
import { pistesTexts } from "./texts";
import { at, columnOf, isMove, lineOf, viewOf, type Move, type PistesView, type Side } from "./view";

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
  private readonly scene: () => Scene;

  constructor(scene: () => Scene) {
    this.scene = scene;
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
    const { live, position } = this.scene();
    if (!live) return [];
    const froms = [...new Set(this.moves.map((move) => move.from))];
    const pawns = froms.map((cell) => ({ key: cell, ...at(cell), label: this.pawnLabel(cell), commits: false, kind: "pawn" as const }));
    const goals = this.goals.map((move) => ({ key: move.to, ...at(move.to), label: this.goalLabel(move), commits: true, kind: "goal" as const }));
    const cells = position.legal.flatMap(({ action }) => {
      const cell = action["cell"];
      if (typeof cell !== "string") return [];
      const label = say(action["type"] === "lay" ? "layHere" : "numberHere", { cell, n: this.view.next_number });
      return [{ key: cell, ...at(cell), label, commits: true, kind: "cell" as const }];
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

  press(key: string): void {
    const scene = this.scene();
    const set = scene.position.legal.find(({ action }) => action["cell"] === key);
    const goal = this.goals.find((move) => move.to === key);
    if (set !== undefined) scene.act(set.action);
    else if (goal !== undefined) this.play(goal);
    else if (this.moves.some((move) => move.from === key)) {
      this.chosen = this.chosen === key ? null : key;
      this.aimed = null;
    }
  }

  escape(): boolean {
    if (this.chosen === null) return false;
    this.chosen = null;
    this.aimed = null;
    return true;
  }

  describe(): string[] {
    const { view } = this;
    return (["light", "dark"] as const).flatMap((side) => {
      const cells = view.pawns.filter((pawn) => pawn.side === side).map((pawn) => (pawn.number === undefined ? pawn.cell : `${pawn.number} ${pawn.cell}`));
      const name = say(side === "light" ? "side_light" : "side_dark");
      const home = view.home[view.sides.indexOf(side)] ?? 0;
      return [say("sideAt", { side: name, cells: cells.join(", ") }), say("sideHome", { side: name, n: home })];
    });
  }

  get prompt(): Prompt | null {
    const { position } = this.scene();
    const types = new Set(position.legal.map(({ action }) => action["type"]));
    if (types.has("pass")) return this.passPrompt();
    if (types.has("lay") || types.has("number")) return this.setUpPrompt();
    const { view } = this;
    const chip = say("turn", { n: Math.floor(view.ply / 2) + 1 });
    const keys: Prompt["keys"] = [[ARROW_KEYS, say("aimKeys")], [[say("enter")], say("playKeys")], [[say("escape")], say("backKeys")]];
    if (this.pawn === null) return { chip, ask: say("which"), why: say("whichWhy"), buttons: [], chips: [], keys };
    const goal = this.goals.find((move) => move.to === this.aimed) ?? (this.goals.length === 1 ? this.goals[0] : undefined);
    return {
      chip,
      ask: goal === undefined ? say("where", { from: this.pawn }) : say("slides", { ...goal }),
      why: goal === undefined ? say("whereWhy") : this.consequence(goal),
      buttons: [
        ...(goal === undefined ? [] : [{ label: say("slide"), icon: "check" as const, main: true, press: () => this.play(goal) }]),
        { label: say("putBack"), icon: "undo", press: () => this.escape() },
      ],
      chips: (this.goals.length > 1 ? this.goals : []).map((move) => ({
        key: move.to, label: move.to, aimed: this.aimed === move.to,
        aim: () => { this.aimed = move.to; },
        press: () => this.play(move),
      })),
      keys,
    };
  }

  private setUpPrompt(): Prompt {
    const { ask } = this.scene().position;
    return { chip: say("setUp"), ask: ask === null ? "" : inWords(ask), why: "", buttons: [], chips: [], keys: [] };
  }

  private passPrompt(): Prompt {
    const press = (): void => this.scene().act({ type: "pass" });
    return { chip: say("turn", { n: 1 }), ask: say("passAsk"), why: "", buttons: [{ label: say("pass"), main: true, press }], chips: [], keys: [] };
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
