/** A hint as it is shown: asked for, then told at three depths: where to look, what kind of move, the move. */
import { api, failure } from "../core/api";
import { capital, inWords, texts, type Text } from "../core/i18n.svelte";
import type { Hint, Structure } from "../core/types";
import type { Advised, Hand, Prompt, PromptButton } from "./plugin";
import type { TableModel } from "./model.svelte";
import { tableTexts } from "./texts";

const say = texts(tableTexts);
/** The best and the next best are drawn; more of them nobody compares. */
const WAYS = 2;
/** Differences of worth below this are called none. */
const ALIKE = 0.02;

/** A verb begins with a capital, a cell of a board does not. */
export const named = (words: string): string => (/^[a-z]\d/.test(words) ? words.replace("-", "–") : capital(words));

export class Advice {
  asking = $state(false);
  problem = $state.raw<Text | null>(null);
  depth = $state(0);
  private hint = $state.raw<Hint | null>(null);
  /** What the hand asked when the hint came: somebody who takes something up is asked on by the hand. */
  private asked = "";

  constructor(
    private readonly model: TableModel,
    private readonly hand: Hand,
  ) {}

  private get ways(): Hint["suggestions"] {
    return this.hint?.suggestions.slice(0, WAYS) ?? [];
  }

  get shown(): Advised | null {
    return this.ways.length === 0
      ? null
      : { depth: this.depth, ways: this.ways.map(({ action, words }) => ({ action, label: named(inWords(words)) })) };
  }

  /** What a hint is about: it holds as long as this stays, also when the same position comes anew. */
  get about(): string {
    return JSON.stringify(this.model.newest?.legal ?? []);
  }

  /** Asks, or tells more of what was asked. */
  more(): void {
    if (this.hint !== null) this.depth = Math.min(3, this.depth + 1);
    else if (!this.asking) void this.ask();
  }

  private async ask(): Promise<void> {
    const { model } = this;
    const { about } = this;
    this.asking = true;
    this.problem = null;
    try {
      const hint = await api.hint(model.table.id, model.seat);
      if (this.about !== about) return; // it was asked about something else
      this.asked = this.hand.prompt?.ask ?? "";
      this.hint = hint;
      this.depth = 1;
    } catch (error) {
      this.problem = failure(error);
    } finally {
      this.asking = false;
    }
  }

  /** Whether there was something to clear. */
  clear(): boolean {
    const was = this.hint !== null || this.problem !== null;
    this.hint = null;
    this.problem = null;
    this.depth = 0;
    return was;
  }

  play(index: number): void {
    const way = this.ways[index];
    if (way === undefined || this.depth < 3) return;
    this.follow(way.action);
  }

  follow(action: Structure): void {
    this.clear();
    void this.hand.escape();
    this.model.act(action);
  }

  /** What stands where the ask stands; null where the hand is asked on. */
  prompt(chip: string): Prompt | null {
    const none = { chip, chips: [], keys: [] };
    if (this.asking) return { ...none, ask: say("hintComing"), why: "", buttons: [] };
    if (this.problem !== null)
      return { ...none, ask: say("hint"), why: inWords(this.problem), buttons: [this.closing()] };
    const [best, next] = this.ways;
    if (best === undefined || (this.hand.prompt?.ask ?? "") !== this.asked) return null;
    const deeper = (label: string): PromptButton => ({ label, icon: "bulb", main: true, press: () => this.more() });
    const keys: Prompt["keys"] = [
      [["C"], say("hintMore")],
      [[say("escape")], say("hintClear")],
    ];
    if (this.depth < 3) {
      const kind = this.depth === 2;
      return {
        ...none,
        keys,
        ask: inWords(kind ? best.kind : best.where),
        why: kind ? inWords(best.where) : say("hintHonest"),
        buttons: [deeper(say(kind ? "hintMove" : "hintKind")), this.closing()],
      };
    }
    const alike = next !== undefined && Math.abs(best.value - next.value) < ALIKE;
    return {
      chip,
      chips: [],
      ask: say("hintWould", { what: inWords(best.words) }),
      why: inWords(best.text),
      buttons: [
        ...this.ways.map((way, index): PromptButton => ({
          label: named(inWords(way.words)),
          disc: index + 1,
          main: index === 0,
          ...(index === 0 ? {} : { aside: `${alike ? `${say("hintAlike")} ` : ""}${inWords(way.text)}` }),
          press: () => this.play(index),
        })),
        this.closing(),
      ],
      keys: [
        [["1", "2"].slice(0, this.ways.length), say("keyAct")],
        [[say("escape")], say("hintClear")],
      ],
    };
  }

  private closing(): PromptButton {
    return { label: say("hintClear"), icon: "close", press: () => this.clear() };
  }
}
