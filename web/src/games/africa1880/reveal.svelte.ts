/** A turn told once more: which step is shown, forward, back, by itself. */
import type { Scene } from "../../table/plugin";
import { boardAt, causesOf, declarationsOf, stepsOf, turnsOf, type Declaration, type Step, type Turn } from "./turns";
import { viewOf, type TerritoryView, type View1880 } from "./view";

export class Reveal {
  year = $state<number | null>(null);
  at = $state(0);
  runs = $state(false);
  private readonly scene: () => Scene;
  private readonly view: View1880 = $derived.by(() => viewOf(this.scene().position.view));
  readonly turns: Turn[] = $derived.by(() => turnsOf(this.scene().entries, this.view));
  readonly turn: Turn | null = $derived.by(() => this.turns.find((each) => each.year === this.year) ?? null);
  readonly steps: Step[] = $derived.by(() => (this.turn === null ? [] : stepsOf(this.turn, this.view)));
  readonly step: Step | null = $derived.by(() => this.steps[this.at] ?? null);
  /** The board at this step; null while nothing is told. */
  readonly board: TerritoryView[] | null = $derived.by(() =>
    this.step === null || this.turn === null ? null : boardAt(this.view, this.turns, this.turn.year, this.step.done),
  );
  /** Which declarations lie open: those of the last year, or as many as the step has come to. */
  readonly open: Declaration[] = $derived.by(() => this.declarations());
  readonly causes: string[] = $derived.by(() =>
    this.step !== null && "fact" in this.step ? causesOf(this.step.fact.what) : [],
  );

  constructor(scene: () => Scene) {
    this.scene = scene;
  }

  private declarations(): Declaration[] {
    const year = this.turn?.year ?? this.view.embassies.year;
    if (year === null) return [];
    const all = declarationsOf(this.view, year);
    if (this.turn === null || this.step === null) return all;
    const told = new Set(
      this.turn.facts
        .slice(0, this.step.done)
        .filter((fact) => fact.what["type"] === "relations")
        .map((fact) => String(fact.what["country"])),
    );
    return all.filter((each) => told.has(each.by));
  }

  begin(year: number, runs: boolean): void {
    [this.year, this.at, this.runs] = [year, 0, runs];
  }

  move(by: number): void {
    const next = this.at + by;
    if (next >= this.steps.length) this.end();
    else this.at = Math.max(0, next);
  }

  end(): void {
    [this.year, this.at, this.runs] = [null, 0, false];
  }
}
