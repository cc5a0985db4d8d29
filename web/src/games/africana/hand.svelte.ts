/** What a player of Africana plans: a way, its cards, what it does at each stop. Every step goes to the server, which alone knows the rules. */
import { inWords } from "../../core/i18n.svelte";
import type { Position, Structure } from "../../core/types";
import { nearest } from "../../board/drag.svelte";
import type { Hand, Mark, Meant, Prompt, PromptButton, Scene } from "../../table/plugin";
import { deedAction, deedsOn, leftOver, stepsTaken, sumOf, withCards, type Deed, type Taken } from "./journey";
import { comesBack, viewOf, type Adventure, type AfricanaView, type Player, type Step } from "./view";
import {
  adventureName,
  cardName,
  deedButton,
  deedWords,
  placeName,
  routeName,
  say,
  sentence,
  stepWords,
} from "./words";

export interface Target {
  key: string;
  x: number;
  y: number;
  label: string;
  commits: boolean;
  steps: Step[];
}

/** What a ticket or a leaf lights on the map. */
export interface Light {
  from: string | null;
  to: string;
}

export class AfricanaHand implements Hand {
  aimed = $state<string | null>(null);
  lit = $state.raw<Light | null>(null);
  /** A card of the hand, chosen for the next step or to be discarded. */
  chosen = $state<string | null>(null);
  /** The step of the planned way whose card is to be replaced. */
  picked = $state<number | null>(null);
  /** Expeditions that the planned way leaves aside. */
  left = $state.raw<readonly string[]>([]);
  private swaps = $state.raw<ReadonlyMap<number, string>>(new Map());
  private itinerary = $state.raw<readonly Step[] | null>(null);
  private sentFrom: Position | null = null;
  private readonly scene: () => Scene;

  constructor(scene: () => Scene) {
    this.scene = scene;
  }

  get view(): AfricanaView {
    return viewOf(this.scene().position.view);
  }

  get me(): Player | null {
    return this.view.players[this.scene().seat] ?? null;
  }

  private get legal(): Structure[] {
    const scene = this.scene();
    return scene.live ? scene.position.legal.map(({ action }) => action) : [];
  }

  mark(action: Structure): Mark | null {
    const { view, me } = this;
    const spot = (id: unknown): Mark["to"] | null => {
      const place = view.map.places.find((each) => each.id === id);
      return place === undefined ? null : { x: place.x, y: place.y };
    };
    const from = spot(me?.place);
    const type = action["type"];
    const to =
      type === "step" ? spot(action["to"]) : type === "join" || type === "complete" || type === "finish" ? from : null;
    return to === null ? null : { from: type === "step" ? from : null, to };
  }

  may(wanted: Structure): boolean {
    return this.legal.some((action) => Object.entries(wanted).every(([key, value]) => action[key] === value));
  }

  /** The steps of this movement that stand already. */
  get taken(): Taken[] {
    const { decision, on_turn } = this.view;
    return decision === "journey" ? stepsTaken(this.scene().entries, on_turn) : [];
  }

  /** The cards that can still be spent, one entry each. */
  get held(): string[] {
    return (this.me?.hand ?? []).filter((card) => !card.is_used).map(({ card }) => card);
  }

  /** Places that can be reached, nearest first; with a chosen card, those it enters. */
  get targets(): Target[] {
    const { view } = this;
    if (!this.scene().live || view.decision === "discard" || view.decision === "drop") return [];
    const ways = this.chosen === null ? this.ways : this.stepsWith(this.chosen).map((step) => [step]);
    return ways
      .flatMap((steps) => {
        const place = view.map.places.find((each) => each.id === steps.at(-1)?.to);
        return place === undefined
          ? []
          : [{ key: place.id, x: place.x, y: place.y, label: this.label(steps), commits: true, steps }];
      })
      .toSorted((a, b) => costOf(a) - costOf(b));
  }

  /** Where the cards lead; a lesson offers only some of it. */
  private get ways(): Step[][] {
    const scene = this.scene();
    return this.view.reach
      .filter(({ place, steps: [first] }) => {
        return first !== undefined && (scene.offers?.(place) ?? true) && this.may(stepAction(first));
      })
      .map((way) => way.steps);
  }

  private stepsWith(card: string): Step[] {
    return this.legal.flatMap((action) => {
      if (action["type"] !== "step" || action["card"] !== card) return [];
      return [{ to: String(action["to"]), card, silver: Number(action["silver"]), cards: [] }];
    });
  }

  private label(steps: readonly Step[]): string {
    const deeds = this.deeds(steps).map((deed) => deedWords(this.view, deed));
    return [stepWords(this.view, steps), sentence(deeds)].filter((part) => part !== "").join(". ");
  }

  /** The planned way: to the place aimed at, with the cards proposed or exchanged. */
  get draft(): Step[] {
    const steps = this.targets.find((target) => target.key === this.aimed)?.steps ?? [];
    return withCards(steps, this.swaps);
  }

  private deeds(steps: readonly Step[]): Deed[] {
    return deedsOn(
      this.view,
      this.scene().seat,
      steps.map((step) => step.to),
    );
  }

  /** What the planned way does, without what is left aside. */
  get planned(): Deed[] {
    return this.deeds(this.draft).filter((deed) => !this.left.includes(deed.card.id));
  }

  /** What can be done where the explorer stands. */
  get here(): Deed[] {
    const place = this.me?.place;
    if (place === undefined) return [];
    return deedsOn(this.view, this.scene().seat, [place]).filter((deed) => this.may(deedAction(deed)));
  }

  meant(spot: { x: number; y: number }): Meant | null {
    const place = nearest(
      this.view.map.places.map((each) => ({ key: each.id, x: each.x, y: each.y })),
      spot,
      40,
    );
    if (place === null) return null;
    const { x, y, key } = place;
    const moves = this.view.decision === "action" || this.view.decision === "journey";
    const card = this.chosen ?? this.held[0];
    if (!moves || card === undefined || key === this.me?.place) return { x, y, action: null };
    const symbols = this.view.map.places.find((each) => each.id === key)?.symbols ?? [];
    const fits = comesBack(card) || symbols.some((symbol) => symbol === card);
    return { x, y, action: { type: "step", to: key, card, silver: fits ? 0 : this.view.prices.colour } };
  }

  aim(place: string): void {
    if (this.aimed === place) return;
    this.aimed = place;
    this.forget();
  }

  propose(action: Structure): void {
    const to = String(action["to"]);
    if (action["type"] === "step" && this.targets.some((target) => target.key === to)) this.aim(to);
  }

  private forget(): void {
    this.picked = null;
    this.left = [];
    this.swaps = new Map();
  }

  /** A card of the hand was touched: spend it, replace with it, or get rid of it. */
  touch(card: string): void {
    const steps = this.draft;
    if (steps.length === 0 || this.chosen !== null) {
      this.chosen = this.chosen === card ? null : card;
      this.aimed = null;
      this.forget();
      return;
    }
    const serves = (index: number): boolean => steps[index]?.cards.some((other) => other.card === card) === true;
    const at = this.picked ?? steps.findIndex((step, index) => serves(index) && step.card !== card);
    if (at >= 0 && serves(at)) this.swaps = new Map([...this.swaps, [at, card]]);
    this.picked = null;
  }

  /** Whether a card could take the place of the picked step's card. */
  serves(card: string): boolean {
    const step = this.picked === null ? undefined : this.draft[this.picked];
    return step?.cards.some((other) => other.card === card) === true;
  }

  pick(step: number): void {
    this.picked = this.picked === step ? null : step;
  }

  toggle(expedition: string): void {
    this.left = this.left.includes(expedition)
      ? this.left.filter((id) => id !== expedition)
      : [...this.left, expedition];
  }

  /** Sets out; each step is an action of its own, so it can be taken back until something hidden comes out. */
  depart(): void {
    const steps = this.draft;
    if (steps.length === 0) return;
    this.itinerary = [...steps];
    this.sentFrom = null;
    this.chosen = null;
    this.advance(true);
  }

  press(place: string): void {
    this.aim(place);
    this.depart();
  }

  /** The next action of the way, once the server has answered the one before. */
  advance(first = false): void {
    const scene = this.scene();
    if (this.itinerary === null || !scene.live) return;
    if (!first && scene.problem !== null && scene.problem !== undefined) {
      this.arrive(); // a step was refused: what stands is asked anew
      return;
    }
    if (scene.position === this.sentFrom) return;
    const action = this.next(first);
    this.sentFrom = scene.position;
    if (action === null) this.arrive();
    else scene.act(action);
  }

  private next(first: boolean): Structure | null {
    const deeds = first ? [] : this.here.filter((deed) => !this.left.includes(deed.card.id));
    // Completing first gives markers back. Joining for a card shows something hidden: the player decides.
    const deed = deeds.find((each) => each.does !== "join") ?? deeds.find((each) => each.does === "join");
    if (deed !== undefined) return deed.does === "join" && deed.cards > 0 ? null : deedAction(deed);
    const [step, ...later] = this.itinerary ?? [];
    if (step === undefined) return null;
    this.itinerary = later;
    const action = stepAction(step);
    return this.may(action) ? action : null;
  }

  private arrive(): void {
    if ((this.itinerary ?? []).length === 0) this.aimed = null;
    this.itinerary = null;
    this.forget();
  }

  act(action: Structure): void {
    this.itinerary = null;
    this.chosen = null;
    this.scene().act(action);
  }

  escape(): boolean {
    const had = this.aimed !== null || this.chosen !== null || this.lit !== null;
    this.itinerary = null;
    this.aimed = this.chosen = this.lit = null;
    this.forget();
    return had;
  }

  get prompt(): Prompt | null {
    const { view } = this;
    const { ask } = this.scene().position;
    const steps = this.draft;
    const keys: Prompt["keys"] = [
      [["Tab"], say("tabKeys")],
      [[say("enter")], say("goKeys")],
      [[say("escape")], say("escapeKeys")],
    ];
    const asked = ask === null ? "" : inWords(ask);
    if (this.itinerary !== null) return this.underway();
    const plain = {
      chip: this.chip(),
      ask: asked,
      why: this.why(),
      buttons: this.buttons(),
      chips: [], // places are large enough for a finger, and the map keeps its room
      keys: [],
    };
    if (steps.length === 0) return { ...plain, keys: this.targets.length > 0 ? keys : [] };
    const stops = [this.me?.place ?? "", ...steps.map((step) => step.to)].map((id) => placeName(view, id));
    if (stops.length <= 3) return { ...plain, ask: stops.join(", "), why: this.planWords() };
    const by = say("by", { list: stops.slice(1, -1).join(", ") });
    return { ...plain, ask: `${stops[0] ?? ""} – ${stops.at(-1) ?? ""}`, why: `${by} ${this.planWords()}` };
  }

  /** While the steps go to the server one by one. */
  private underway(): Prompt {
    const to = this.itinerary?.at(-1)?.to ?? this.me?.place ?? "";
    return {
      chip: this.chip(),
      ask: say("underway", { place: placeName(this.view, to) }),
      why: "",
      buttons: [],
      chips: [],
      keys: [],
    };
  }

  private chip(): string {
    const { decision, is_last_round } = this.view;
    const steps = this.taken.length + this.draft.length;
    if (steps > 0) return say("journeyOf", { n: steps });
    if (decision === "book") return say("bookOpen");
    return say(is_last_round ? "yourTurnLast" : "yourTurn");
  }

  private planWords(): string {
    const deeds = this.planned;
    const parts = deeds.map((deed) => deedWords(this.view, deed));
    const silver = this.draft.reduce((sum, step) => sum + step.silver, 0);
    if (silver > 0) parts.push(say("pays", { n: silver }));
    const halt = deeds.find((deed) => deed.does === "join" && deed.cards > 0 && deed.at !== this.draft.at(-1)?.to);
    if (halt !== undefined) parts.push(say("halts", { place: placeName(this.view, halt.at) }));
    return parts.length === 0 ? say("swapHint") : sentence(parts);
  }

  private why(): string {
    const { decision, prices } = this.view;
    if (this.chosen !== null && decision !== "discard") return say("chosenWhy", { card: cardName(this.chosen) });
    switch (decision) {
      case "action":
        return say(this.view.reach.length > 0 ? "actionWhy" : "actionStuck");
      case "journey":
        return say("journeyWhy");
      case "book":
        return say("bookWhy", { n: this.me?.silver ?? 0, page: prices.page, card: prices.card });
      case "discard":
        return say("discardWhy");
      case "drop":
        return say("dropWhy");
      default:
        return "";
    }
  }

  private buttons(): PromptButton[] {
    const { decision } = this.view;
    if (decision === "discard") return this.discardButtons();
    if (decision === "drop") return this.dropButtons();
    const plans = this.draft.length > 0;
    const buttons: PromptButton[] = [];
    if (plans) {
      const { points } = sumOf(this.planned);
      const label = say(this.taken.length > 0 ? "goOn" : "depart");
      buttons.push({
        label,
        key: "depart",
        icon: "check",
        main: true,
        ...(points > 0 ? { points } : {}),
        press: () => this.depart(),
      });
    }
    // Before a planned journey its ticket is enough to join with; on the way the choice is asked for.
    const deeds = plans && this.taken.length === 0 ? [] : this.here;
    for (const deed of deeds) {
      const press = (): void => this.act(deedAction(deed));
      const light =
        deed.does === "finish" ? { from: null, to: deed.card.to } : { from: deed.card.from, to: deed.card.to };
      buttons.push({
        label: deedButton(this.view, deed),
        key: `${deed.does}:${deed.card.id}`,
        main: !plans && deed === deeds[0],
        ...(deed.does === "join" || deed.points === 0 ? {} : { points: deed.points }),
        aim: () => {
          this.lit = light;
        },
        press,
      });
    }
    if (this.may({ type: "draw" }))
      buttons.push({
        label: say(plans ? "drawRather" : "draw"),
        key: "draw",
        main: !plans && deeds.length === 0,
        press: () => this.act({ type: "draw" }),
      });
    // A place that is only pointed at must not take the way out of a journey.
    if (this.may({ type: "end" }) && (!plans || this.view.decision === "journey"))
      buttons.push(this.endButton(!plans && deeds.length === 0));
    return buttons;
  }

  private endButton(main: boolean): PromptButton {
    const { decision } = this.view;
    const end = { key: "end", press: (): void => this.act({ type: "end" }) };
    if (decision === "journey") return { ...end, label: say("endJourney"), icon: "check", main };
    return decision === "book"
      ? { ...end, label: say("closeBook"), icon: "check", main }
      : { ...end, label: say("pass") };
  }

  private discardButtons(): PromptButton[] {
    const card = this.chosen;
    if (card === null || !this.may({ type: "discard", card })) return [];
    return [
      {
        label: say("discardCard", { card: cardName(card) }),
        key: "discard",
        main: true,
        icon: "check",
        press: () => this.act({ type: "discard", card }),
      },
    ];
  }

  private dropButtons(): PromptButton[] {
    return (this.me?.adventures ?? []).map((card: Adventure) => ({
      label: say("dropCard", { card: adventureName(this.view, card) }),
      key: `drop:${card.id}`,
      aim: () => {
        this.lit = { from: null, to: card.to };
      },
      press: () => this.act({ type: "drop", adventure: card.id }),
    }));
  }

  describe(): string[] {
    const { view } = this;
    const scene = this.scene();
    const place = (id: string): string => placeName(view, id);
    const players = view.players.map((player) =>
      player.points === null || player.silver === null
        ? say("standsHidden", { who: scene.name(player.seat), place: place(player.place), cards: player.cards })
        : say("stands", {
            who: scene.name(player.seat),
            place: place(player.place),
            silver: player.silver,
            cards: player.cards,
            n: player.points,
          }),
    );
    const row = view.row.flatMap(({ card, joined }) =>
      card === null
        ? []
        : [
            routeName(view, card) +
              (joined.length > 0 ? ` (${joined.map((seat) => scene.name(seat)).join(", ")})` : ""),
          ],
    );
    const goals = view.goals.filter((goal) => goal.does !== "join").map((goal) => place(goal.place));
    const reach = this.targets.map((target) => `${place(target.key)} ${target.steps.length}`);
    const held = (this.me?.hand ?? []).map(({ card }) => cardName(card));
    const lists = [
      [row, (list: string) => say("rowWords", { list })],
      [held, (list: string) => say("handWords", { list })],
      [goals, (list: string) => say("goalWords", { list })],
      [reach, (list: string) => say("reachWords", { list })],
    ] as const;
    return [...players, ...lists.filter(([words]) => words.length > 0).map(([words, put]) => put(words.join(", ")))];
  }

  /** The cards of the hand that the plan leaves over, and those it spends, in the order of the steps. */
  get unspent(): string[] {
    return leftOver(this.held, this.draft);
  }
}

function stepAction({ to, card, silver }: Step): Structure {
  return { type: "step", to, card, silver };
}

function costOf(target: Target): number {
  return target.steps.length + target.steps.reduce((sum, step) => sum + step.silver, 0) / 100;
}
