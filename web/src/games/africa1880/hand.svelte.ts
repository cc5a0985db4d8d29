/** Which line of the sheet somebody is writing, and what could stand there. Legality comes from the server. */
import { inWords, language, list, texts } from "../../core/i18n.svelte";
import type { Schemas, Structure } from "../../core/types";
import { clockText } from "../../table/clock";
import type { Hand, Mark, Meant, Prompt, PromptButton, Scene } from "../../table/plugin";
import { country, territory } from "./map";
import { Reveal } from "./reveal.svelte";
import { texts1880 } from "./texts";
import { viewOf, type Relation, type SheetView, type View1880 } from "./view";

export const say = texts(texts1880);
export const nameOf = (id: string): string => inWords(territory(id).name);
export const countryName = (id: string): string => inWords(country(id).name);
/** For narrow columns. */
export const countryShort = (id: string): string => (id === "great-britain" ? say("britain") : countryName(id));

type Warning = Schemas["SheetLine"];

/** A line of the sheet: a territory, the boat, or a country. */
export type SheetLine = { kind: "presence"; id: string } | { kind: "boat" } | { kind: "relation"; id: string };
export const keyOf = (line: SheetLine): string => (line.kind === "boat" ? "boat" : `${line.kind}:${line.id}`);

/** The line that an order stands on. */
export function lineOf(action: Structure): SheetLine {
  const type = action["type"];
  if (type === "alliance" || type === "war") return { kind: "relation", id: String(action["country"]) };
  if (type === "land" || type === "no-landing") return { kind: "boat" };
  return { kind: "presence", id: String(action["from"] ?? action["territory"]) };
}

/** An order in words, after the name of its line. */
export function orderWord(order: string | null): string {
  if (order === null) return "";
  if (order === "develop") return say("developed");
  return order === "nothing" ? say("didNothing") : `→ ${nameOf(order)}`;
}

export interface Target {
  key: string;
  x: number;
  y: number;
  label: string;
  commits: boolean;
  territory: string;
  action: Structure | null; // null: chooses the presence whose order is written
}

/** Letters only: "Lac Tchad", "lac tchad" and "LACTCHAD" are the same. */
export function plainLetters(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase();
}

/** Whether one of these begins so. */
const begins = (start: string, ...words: string[]): boolean => words.some((word) => word.startsWith(start));

export class Hand1880 implements Hand {
  chosen = $state.raw<SheetLine | null>(null);
  aimed = $state<string | null>(null);
  /** What is left of the phase in ms; null without a phase clock. The clock's drawing keeps it right. */
  left = $state<number | null>(null);
  readonly reveal: Reveal;
  private readonly scene: () => Scene;

  constructor(scene: () => Scene) {
    this.scene = scene;
    this.reveal = new Reveal(scene);
  }

  /** What of the sheet as it stands would have no effect, with the rule that says so. */
  get idle(): Warning[] {
    return this.scene().position.warnings.filter((each) => each.status === "no-effect");
  }

  /** What empty lines would mean. */
  get missing(): Warning[] {
    return this.scene().position.warnings.filter((each) => each.status === "missing");
  }

  idleAt(line: SheetLine): Warning[] {
    return this.idle.filter((each) => each.action !== null && keyOf(lineOf(each.action)) === keyOf(line));
  }

  get view(): View1880 {
    return viewOf(this.scene().position.view);
  }

  get sheet(): SheetView | null {
    return this.view.sheet;
  }

  mark(action: Structure): Mark | null {
    const spot = (id: unknown): Mark["to"] | null => {
      if (typeof id !== "string") return null;
      const [x, y] = territory(id).at;
      return { x, y };
    };
    const to = spot(action["to"] ?? action["territory"]);
    return to === null ? null : { from: spot(action["from"]), to };
  }

  get legal(): Structure[] {
    return this.scene().position.legal.map((each) => each.action);
  }

  /** What the sheet asks for next: the line chosen, or the first that is empty. */
  get line(): SheetLine | null {
    const sheet = this.sheet;
    if (sheet === null || sheet.ready || !this.scene().live) return null;
    return this.chosen !== null && this.isOpen(this.chosen) ? this.chosen : this.firstEmpty(sheet);
  }

  /** Whether something may be written there; a lesson asks for one line after the other. */
  private isOpen(line: SheetLine): boolean {
    return this.actionsOf(line).length > 0;
  }

  private firstEmpty(sheet: SheetView): SheetLine | null {
    const lines: SheetLine[] = [
      ...sheet.orders
        .filter((each) => each.order === null)
        .map((each) => ({ kind: "presence" as const, id: each.territory })),
      ...(sheet.landing.order === null ? [{ kind: "boat" as const }] : []),
      ...sheet.relations
        .filter((each) => each.relation === null)
        .map((each) => ({ kind: "relation" as const, id: each.country })),
    ];
    return lines.find((line) => this.isOpen(line)) ?? null;
  }

  choose(line: SheetLine | null): void {
    this.chosen = line;
    this.aimed = null;
  }

  write(action: Structure): void {
    this.chosen = null;
    this.aimed = null;
    this.scene().act(action);
  }

  /** The legal actions that fill a line. */
  actionsOf(line: SheetLine): Structure[] {
    return this.legal.filter((action) => {
      switch (line.kind) {
        case "boat":
          return action["type"] === "land" || action["type"] === "no-landing";
        case "relation":
          return (action["type"] === "alliance" || action["type"] === "war") && action["country"] === line.id;
        default:
          return (
            action["from"] === line.id ||
            ((action["type"] === "develop" || action["type"] === "nothing") && action["territory"] === line.id)
          );
      }
    });
  }

  /** What somebody typed on a line, as the box allows: D, rien, the name of a territory, A, G. */
  typed(line: SheetLine, text: string): Structure | null {
    const word = plainLetters(text);
    if (word === "") return null;
    const means = (action: Structure): boolean => {
      switch (action["type"]) {
        case "develop":
          return begins(word, "developper", "developpement", "development");
        case "nothing":
        case "no-landing":
          return begins(word, "rien", "nothing");
        case "alliance":
          return begins(word, "alliance", "alliee", "allies", "allied", "ally");
        case "war":
          return begins(word, "guerre", "war");
        default:
          return this.isNamed(String(action["to"] ?? action["territory"]), word);
      }
    };
    const found = this.actionsOf(line).filter(means);
    const exact = found.filter(
      (action) => action["type"] === "develop" || action["type"] === "nothing" || action["type"] === "no-landing",
    );
    if (found.length === 1) return found[0] ?? null;
    return exact.length === 1 && word.length === 1 ? (exact[0] ?? null) : null;
  }

  private isNamed(id: string, word: string): boolean {
    const { name, short } = territory(id);
    return [name.fr, name.en, short, name.fr.replace(/^Lac /, "")].some((each) => plainLetters(each).startsWith(word));
  }

  get targets(): Target[] {
    const scene = this.scene();
    if (!scene.live || this.reveal.step !== null) return [];
    const stage = this.view.stage;
    if (stage === "placing")
      return this.legal
        .filter((action) => action["type"] === "place")
        .map((action) => this.target(action, String(action["territory"]), "placeLabel"));
    const line = this.line;
    const aims =
      line === null || line.kind === "relation"
        ? []
        : this.actionsOf(line)
            .filter((action) => action["type"] === "explore" || action["type"] === "land")
            .map((action) =>
              this.target(
                action,
                String(action["to"] ?? action["territory"]),
                action["type"] === "land" ? "landLabel" : "exploreLabel",
              ),
            );
    const taken = new Set(aims.map((each) => each.territory));
    const mine = (this.sheet?.orders ?? [])
      .filter((each) => !taken.has(each.territory) && this.isOpen({ kind: "presence", id: each.territory }))
      .map((each): Target => {
        const [x, y] = territory(each.territory).at;
        return {
          key: `select:${each.territory}`,
          x,
          y,
          label: say("selectLabel", { place: nameOf(each.territory) }),
          commits: false,
          territory: each.territory,
          action: null,
        };
      });
    return this.sheet === null || this.sheet.ready ? [] : [...aims, ...mine];
  }

  meant(_: { x: number; y: number }, element: Element): Meant | null {
    const id = element.closest<SVGElement>("[data-territory]")?.dataset["territory"];
    if (id === undefined || this.reveal.step !== null) return null;
    const [x, y] = territory(id).at;
    const { line } = this;
    if (this.view.stage === "placing") return { x, y, action: { type: "place", territory: id } };
    if (line?.kind === "presence" && line.id !== id)
      return { x, y, action: { type: "explore", from: line.id, to: id } };
    return { x, y, action: line?.kind === "boat" ? { type: "land", territory: id } : null };
  }

  private target(action: Structure, id: string, label: "placeLabel" | "landLabel" | "exploreLabel"): Target {
    const [x, y] = territory(id).at;
    return {
      key: `${String(action["type"])}:${id}`,
      x,
      y,
      label: say(label, { place: nameOf(id) }),
      commits: true,
      territory: id,
      action,
    };
  }

  press(key: string): void {
    const target = this.targets.find((each) => each.key === key);
    if (target === undefined) return;
    if (target.action === null) this.choose({ kind: "presence", id: target.territory });
    else this.write(target.action);
  }

  escape(): boolean {
    if (this.reveal.step !== null) {
      this.reveal.end();
      return true;
    }
    const had = this.chosen !== null || this.aimed !== null;
    this.choose(null);
    return had;
  }

  describe(): string[] {
    const { view } = this;
    const scene = this.scene();
    const who = (ids: string[]): string => (ids.length === 0 ? say("nobody") : list(ids.map(countryName)));
    return [
      ...view.seats
        .filter((seat) => seat.country !== null)
        .map((seat) =>
          say("describeSeat", {
            who: scene.name(seat.seat),
            country: countryName(seat.country ?? ""),
            n: seat.points,
            presences: seat.presences,
            stock: seat.stock ?? 0,
          }),
        ),
      ...view.territories
        .filter((each) => each.presences.length > 0 || each.developed > 0)
        .map((each) =>
          say(each.colony ? "describeColony" : "describePlace", {
            place: nameOf(each.id),
            developed: each.developed,
            squares: each.squares,
            who: who(each.presences),
          }),
        ),
    ];
  }

  get prompt(): Prompt | null {
    const { position } = this.scene();
    const ask = position.ask === null ? "" : inWords(position.ask);
    const keys: Prompt["keys"] = [];
    const { stage } = this.view;
    if (stage === "choosing")
      return { chip: say("chooseChip"), ask, why: say("chooseWhy"), buttons: this.countries(), chips: [], keys };
    if (stage === "placing")
      return { chip: say("placeChip"), ask, why: say("placeWhy"), buttons: [], chips: this.chips(), keys };
    const sheet = this.sheet;
    if (sheet === null) return null;
    return { chip: this.chip(sheet), ...this.lineAsk(), buttons: this.buttons(), chips: this.chips(), keys };
  }

  private chip(sheet: SheetView): string {
    const year = String(sheet.year);
    if (this.left === null) return say("ordersChip", { year, written: sheet.written, lines: sheet.lines });
    const time = clockText(this.left, language() === "fr" ? "j" : "d", "h");
    return say(this.scene().position.clocks?.phase === "negotiation" ? "talkClock" : "ordersClock", { year, time });
  }

  /** Whether people talk now, so that nobody seals yet. */
  get talkFirst(): boolean {
    const { position, table } = this.scene();
    return table.talk === "phases" && position.clocks?.phase === "negotiation";
  }

  private lineAsk(): { ask: string; why: string } {
    const line = this.line;
    if (line === null && this.talkFirst) return { ask: say("draftAsk"), why: say("draftWhy") };
    if (line === null) return { ask: say("sealAsk"), why: say("sealWhy") };
    if (line.kind === "boat") return { ask: say("boatAsk"), why: say("boatWhy") };
    if (line.kind === "relation")
      return { ask: say("relationAsk", { country: countryName(line.id) }), why: say("relationWhy") };
    return { ask: say("presenceAsk", { place: nameOf(line.id) }), why: say("presenceWhy") };
  }

  private countries(): PromptButton[] {
    return this.legal
      .filter((action) => action["type"] === "choose")
      .map((action) => ({
        label: countryName(String(action["country"])),
        key: `choose:${String(action["country"])}`,
        press: () => this.write(action),
      }));
  }

  private buttons(): PromptButton[] {
    const line = this.line;
    if (line === null) return this.sealing();
    const label: Record<string, () => string> = {
      develop: () => say("develop"),
      nothing: () => say("nothing"),
      "no-landing": () => say("noLanding"),
      alliance: () => say("alliance"),
      war: () => say("war"),
    };
    return this.actionsOf(line)
      .flatMap((action) => {
        const words = label[String(action["type"])];
        return words === undefined
          ? []
          : [
              {
                label: words(),
                key: line.kind === "presence" ? `${String(action["type"])}:${line.id}` : String(action["type"]),
                main: action["type"] === "develop" || action["type"] === "alliance",
                press: () => this.write(action),
              },
            ];
      })
      .toSorted((a, b) => Number(b.main) - Number(a.main));
  }

  private sealing(): PromptButton[] {
    const ready = this.legal.find((action) => action["type"] === "ready");
    return ready === undefined
      ? []
      : [{ label: say("seal"), key: "seal", icon: "seal", main: true, press: () => this.write(ready) }];
  }

  private chips(): Prompt["chips"] {
    return this.targets
      .filter((target) => target.action !== null)
      .map((target) => ({
        key: target.key,
        label: nameOf(target.territory),
        aimed: this.aimed === target.key,
        aim: () => {
          this.aimed = target.key;
        },
        press: () => this.press(target.key),
      }));
  }
}

export const relationWord = (relation: Relation): string => say(relation);
