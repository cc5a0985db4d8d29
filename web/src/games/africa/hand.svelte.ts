/** What a player of Africa aims at: a hex, a tile in the hand, an exchange. All points come from the server. */
import { inWords, texts } from "../../core/i18n.svelte";
import type { Structure } from "../../core/types";
import { lettersOn } from "../../core/keyboard";
import { HEX_KEYS } from "../../board/roving";
import { nearest } from "../../board/drag.svelte";
import type { Hand, Mark, Meant, Prompt, PromptButton, Scene } from "../../table/plugin";
import { africaTexts, kindTexts, manyTexts } from "./texts";
import { at, viewOf, type AfricaView, type Good, type Preview } from "./view";

export const say = texts(africaTexts);
const kinds = texts(kindTexts);

const many = texts(manyTexts);

/** "1 chaudron", "2 chaudrons". */
export function goodsName(good: Good, number: number): string {
  return number > 1 ? many(good) : kindName(good);
}

export function kindName(kind: string): string {
  return kind in kindTexts ? kinds(kind as keyof typeof kindTexts) : kind;
}

export type Doing = "city" | "walk" | "jump" | "open" | "lift" | "place";

export interface Target {
  key: string;
  x: number;
  y: number;
  label: string;
  commits: boolean;
  doing: Doing;
  hex: string;
  preview: Preview;
  action: Structure;
  /** What is sent before it: the walk of no step. */
  first: Structure[];
  stays: boolean;
}

/** How far under the middle of a hex a tile is lifted while one could also walk there. */
const BESIDE = 15;

interface Option {
  action: Structure;
  first: Structure[];
  preview: Preview;
}

export interface Swap {
  key: string;
  with: number;
  gets: Good;
  gives: Good;
  number: number;
  gain: number;
  action: Structure;
}

const DOING: Record<string, Doing> = {
  city: "city",
  walk: "walk",
  jump_to: "jump",
  open: "open",
  lift: "lift",
  place: "place",
};

export class AfricaHand implements Hand {
  aimed = $state<string | null>(null);
  private readonly scene: () => Scene;

  private letters = $state.raw(["Q", "W", "A", "D", "Z", "X"]);

  constructor(scene: () => Scene) {
    this.scene = scene;
    void lettersOn(Object.keys(HEX_KEYS)).then((letters) => (this.letters = letters));
  }

  get view(): AfricaView {
    return viewOf(this.scene().position.view);
  }

  /** Legal actions with what the server says each would bring; before a walk also what can be done from here. */
  private get options(): Option[] {
    const scene = this.scene();
    if (!scene.live) return [];
    const { at_once } = this.view;
    const previews = new Map(this.view.previews.map((preview) => [preview.action, preview]));
    const legal = scene.position.legal.map(({ action, notation }) => ({
      action,
      first: [],
      preview: previews.get(notation) ?? { action: notation },
    }));
    const stay = { type: "walk", hex: this.here };
    // A lesson offers less than the rules: then what follows a walk that is not offered is not offered either.
    if (!legal.some(({ action }) => action["type"] === "walk" && action["hex"] === this.here)) return legal;
    return [...legal, ...at_once.map((preview) => ({ action: preview.does, first: [stay], preview }))];
  }

  get targets(): Target[] {
    return this.options.flatMap(({ action, first, preview }) => {
      const doing = DOING[String(action["type"])];
      const hex = doing === "city" ? this.view.cities.find((city) => city.id === action["city"])?.hex : action["hex"];
      if (doing === undefined || typeof hex !== "string") return [];
      const stays = preview.stays === true || (doing === "walk" && hex === this.here);
      const spot = at(hex);
      return [
        {
          key: `${doing}:${hex}`,
          // Beside the walk to the same hex, so that both can be aimed at.
          ...(doing === "lift" && first.length > 0 ? { x: spot.x, y: spot.y + BESIDE } : spot),
          label: this.label(doing, hex, preview, stays),
          commits: true,
          doing,
          hex,
          preview,
          action,
          first,
          stays,
        },
      ];
    });
  }

  get here(): string | null {
    return this.view.seats[this.scene().seat]?.hex ?? null;
  }

  mark(action: Structure): Mark | null {
    const type = String(action["type"]);
    // Of a whole way only the hexes are shown: where somebody stood at each step is not told by this position.
    const here = this.scene().advised?.numbered === true ? null : this.here;
    if (type === "study" || type === "collect") return here === null ? null : { from: null, to: at(here) };
    const city = type === "city" ? this.view.cities.find((each) => each.id === action["city"])?.hex : undefined;
    const hex = city ?? action["hex"];
    if (typeof hex !== "string") return null;
    const { hex: held, kind } = this.view.decision;
    if (type === "place" && held !== undefined)
      return { from: at(held), to: at(hex), ...(kind === undefined ? {} : { ghost: `t-${kind}` }) };
    const walks = type === "walk" || type === "jump_to";
    return { from: walks && here !== null ? at(here) : null, to: at(hex) };
  }

  get best(): number {
    return Math.max(
      ...this.targets.filter((target) => target.doing === "place").map((target) => target.preview.points ?? 0),
      -1,
    );
  }

  get aim(): Target | null {
    return this.targets.find((target) => target.key === this.aimed) ?? null;
  }

  /** The hexes whose reason is shown: what the aimed action would count. */
  get because(): string[] {
    if (this.aimed === "study" || this.aimed === "collect")
      return this.options.find(({ action }) => action["type"] === this.aimed)?.preview.because ?? [];
    const aim = this.aim;
    return aim?.preview.because ?? aim?.preview.targets?.[0]?.because ?? [];
  }

  get swaps(): Swap[] {
    const gives = this.view.decision.kind as Good;
    return this.options.flatMap(({ action, preview }) => {
      if (action["type"] !== "swap") return [];
      const [other, gets] = [Number(action["with"]), action["good"] as Good];
      return [
        {
          key: preview.action,
          with: other,
          gets,
          gives,
          number: preview.number ?? 1,
          gain: preview.goods_points ?? 0,
          action,
        },
      ];
    });
  }

  get swap(): Swap | null {
    return this.swaps.find((swap) => swap.key === this.aimed) ?? null;
  }

  press(key: string): void {
    const target = this.targets.find((each) => each.key === key);
    if (target !== undefined) this.act(...target.first, target.action);
  }

  act(...actions: Structure[]): void {
    this.aimed = null;
    this.scene().act(...actions);
  }

  propose(action: Structure): void {
    const wanted = JSON.stringify(action);
    this.aimed = this.targets.find((target) => JSON.stringify(target.action) === wanted)?.key ?? null;
  }

  escape(): boolean {
    const had = this.aimed !== null;
    this.aimed = null;
    return had;
  }

  meant(spot: { x: number; y: number }): Meant | null {
    const hex = nearest(
      this.view.hexes.map((each) => ({ key: each.hex, ...at(each.hex), lies: each.lies })),
      spot,
      31,
    );
    if (hex === null) return null;
    const { type } = this.view.decision;
    const city = this.view.cities.find((each) => each.hex === hex.key);
    const onBoard = hex.lies === "down" ? "open" : hex.lies === "up" ? "lift" : "walk";
    const first = hex.lies === "empty" ? "walk" : onBoard;
    const doings: Partial<Record<typeof type, string>> = { city: "city", walk: first, jump: "jump_to", act: onBoard };
    const doing = doings[type] ?? "place";
    const { x, y } = hex;
    if (type === "exchange") return { x, y, action: null };
    if (doing === "city") return { x, y, action: city === undefined ? null : { type: "city", city: city.id } };
    return { x, y, action: { type: doing, hex: hex.key } };
  }

  describe(): string[] {
    const { view } = this;
    const scene = this.scene();
    const up = view.hexes.filter((hex) => hex.lies === "up").map((hex) => `${hex.hex} ${kindName(hex.kind ?? "")}`);
    const camps = view.hexes.filter((hex) => hex.lies === "camp").map((hex) => hex.hex);
    return [
      ...view.seats.map((seat) =>
        say("traveller", { who: scene.name(seat.seat), hex: seat.hex ?? "–", n: seat.points }),
      ),
      say("faceUp", { list: up.join(", ") || "–" }),
      say("campsAt", { list: camps.join(", ") || "–" }),
    ];
  }

  get prompt(): Prompt | null {
    const { position } = this.scene();
    const { decision } = this.view;
    const chip = decision.type === "city" ? say("begin") : say("half", { n: decision.half + 1, all: decision.halves });
    const keys: Prompt["keys"] = [
      [this.letters, say("hexKeys")],
      [[say("enter")], say("playKeys")],
    ];
    return {
      chip,
      ask: position.ask === null ? "" : inWords(position.ask),
      why: this.why(),
      buttons: this.buttons(),
      chips: this.chips(),
      keys,
    };
  }

  private why(): string {
    switch (this.view.decision.type) {
      case "city":
        return say("cityWhy");
      case "walk":
        return say("walkWhy");
      case "jump":
        return say("jumpWhy");
      case "act":
        return say("actWhy");
      case "exchange":
        return say("chooseSwap");
      default:
        return this.placeWhy();
    }
  }

  private placeWhy(): string {
    const places = this.targets.filter((target) => target.doing === "place");
    const stay = places.find((target) => target.stays);
    const best = places
      .filter((target) => !target.stays)
      .toSorted((a, b) => (b.preview.points ?? 0) - (a.preview.points ?? 0))[0];
    const count = (target: Target): string => say("points", { n: target.preview.points ?? 0 });
    if (best === undefined) return "";
    if (stay === undefined) return say("placeWhyMove", { hex: best.hex, n: count(best) });
    return say("placeWhyBest", { stay: count(stay), hex: best.hex, n: count(best) });
  }

  private chips(): Prompt["chips"] {
    const rank = (target: Target): number => (target.first.length > 0 ? 0 : 1);
    return this.targets
      .filter((target) => !target.stays)
      .toSorted((a, b) => rank(a) - rank(b))
      .toSorted((a, b) => (b.preview.points ?? 0) - (a.preview.points ?? 0))
      .map((target) => ({
        key: target.key,
        label: this.shortLabel(target),
        ...(target.preview.points === undefined ? {} : { points: target.preview.points }),
        aimed: this.aimed === target.key,
        aim: () => {
          this.aimed = target.key;
        },
        press: () => this.act(...target.first, target.action),
      }));
  }

  private buttons(): PromptButton[] {
    const buttons: PromptButton[] = [];
    const aim = this.aim;
    if (aim?.doing === "place" && !aim.stays) {
      buttons.push({
        label: say("placeAt", { hex: aim.hex }),
        icon: "check",
        main: true,
        points: aim.preview.points ?? 0,
        press: () => this.act(aim.action),
      });
    }
    const swap = this.swap;
    if (swap !== null)
      buttons.push({ label: say("swap"), key: "swap", icon: "check", main: true, press: () => this.act(swap.action) });
    for (const { action, first, preview } of this.options) {
      const press = (): void => this.act(...first, action);
      if (first.length > 0 && (preview.points ?? 0) + (preview.gold ?? 0) + (preview.gems ?? 0) === 0) continue;
      switch (action["type"]) {
        case "jump":
          buttons.push({ label: say("jump"), key: "jump", press });
          break;
        case "decline":
          buttons.push({ label: say("decline"), key: "decline", press });
          break;
        case "keep":
          buttons.push({ label: say("keep"), main: swap === null, press });
          break;
        case "study":
          buttons.push({
            label: say("study"),
            key: "study",
            points: preview.points ?? 0,
            aim: () => {
              this.aimed = "study";
            },
            press,
          });
          break;
        case "collect":
          buttons.push({
            label: this.loot(preview),
            key: "collect",
            aim: () => {
              this.aimed = "collect";
            },
            press,
          });
          break;
        case "walk":
          if (action["hex"] === this.here) buttons.unshift({ label: say("stay"), main: true, press });
          break;
        case "place":
          if (preview.stays === true) buttons.push({ label: say("leave"), points: preview.points ?? 0, press });
          break;
        default:
          break;
      }
    }
    return buttons;
  }

  private loot(preview: Preview): string {
    const [gold, gems] = [preview.gold ?? 0, preview.gems ?? 0];
    return gold + gems === 0 ? say("collect") : say("collectLoot", { gold, gems });
  }

  private cityName(hex: string): string {
    const city = this.view.cities.find((each) => each.hex === hex);
    return city === undefined ? hex : inWords(city.name);
  }

  /** For a chip: a city by its name, something to lift with what it is. */
  private shortLabel({ doing, hex }: Target): string {
    if (doing === "city") return this.cityName(hex);
    if (doing === "lift") return `${hex} ${this.lying(hex)}`;
    return doing === "open" ? say("openShort", { hex }) : hex;
  }

  private label(doing: Doing, hex: string, preview: Preview, stays: boolean): string {
    const what = this.lying(hex);
    switch (doing) {
      case "city":
        return say("cityLabel", { city: this.cityName(hex) });
      case "walk":
        return stays ? say("stayLabel", { hex }) : say("walkLabel", { hex, what });
      case "jump":
        return say("jumpLabel", { hex, what });
      case "open":
        return say("openLabel", { hex });
      case "lift":
        return say("liftLabel", { hex, what, n: preview.points ?? 0 });
      case "place":
        return say("placeLabel", { hex, n: preview.points ?? 0, near: this.near(preview) });
    }
  }

  private near(preview: Preview): string {
    const because = preview.because ?? [];
    return because.length === 0
      ? say("noNeighbour")
      : say("neighbours", { list: because.map((hex) => `${this.lying(hex)} ${hex}`).join(", ") });
  }

  /** What lies on a hex, in a word. */
  private lying(name: string): string {
    const hex = this.view.hexes.find((each) => each.hex === name);
    if (hex?.lies === "up") return kindName(hex.kind ?? "");
    return say(hex?.lies === "camp" ? "camp" : hex?.lies === "down" ? "down" : "empty");
  }
}
