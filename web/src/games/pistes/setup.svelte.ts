/** Numbering a camp or laying the pawns: all nine are set out, changed at will, and sent together. */
import type { Scene } from "../../table/plugin";
import { viewOf } from "./view";

const LAST = 9;

export class SetUp {
  /** Which number lies on which cell, before anything is sent. */
  private laid = $state.raw<ReadonlyMap<string, number>>(new Map());
  private readonly scene: () => Scene;

  constructor(scene: () => Scene) {
    this.scene = scene;
  }

  get type(): "lay" | "number" | null {
    const { live, position } = this.scene();
    const type = live ? position.legal[0]?.action["type"] : null;
    return type === "lay" || type === "number" ? type : null;
  }

  /** Where a number may go now. With the strict order it depends on those before it, so they are set one by one. */
  get cells(): string[] {
    if (this.type === null) return [];
    return this.scene().position.legal.flatMap(({ action }) =>
      typeof action["cell"] === "string" ? [action["cell"]] : [],
    );
  }

  get oneByOne(): boolean {
    return this.type === "number" && this.scene().table.options["order"] === "strict";
  }

  private get first(): number {
    return viewOf(this.scene().position.view).next_number;
  }

  /** What lies out, as long as it is about this decision. */
  get numbers(): ReadonlyMap<string, number> {
    const { cells, first } = this;
    const fits = [...this.laid].every(([cell, number]) => cells.includes(cell) && number >= first);
    return fits ? this.laid : new Map();
  }

  /** The numbers that are still to be set out, lowest first. */
  get left(): number[] {
    const used = new Set(this.numbers.values());
    const all = Array.from({ length: LAST + 1 - this.first }, (_, index) => this.first + index);
    return all.filter((number) => !used.has(number));
  }

  get complete(): boolean {
    return this.type !== null && this.left.length === 0;
  }

  /** The next number onto a free cell; what lies there is taken up again. */
  touch(cell: string): void {
    const numbers = new Map(this.numbers);
    const [next] = this.left;
    if (!numbers.delete(cell) && next !== undefined) numbers.set(cell, next);
    this.laid = numbers;
  }

  /** Carries a number to another cell; two numbers change places. */
  carry(from: string, to: string): void {
    const numbers = new Map(this.numbers);
    const [here, there] = [numbers.get(from), numbers.get(to)];
    if (here === undefined) return;
    numbers.delete(from);
    if (there !== undefined) numbers.set(from, there);
    numbers.set(to, here);
    this.laid = numbers;
  }

  /** Leaves what is still to be set out to chance. */
  shuffle(random: () => number = Math.random): void {
    const numbers = new Map(this.numbers);
    const free = this.cells.filter((cell) => !numbers.has(cell));
    for (const number of this.left) {
      const [cell] = free.splice(Math.floor(random() * free.length), 1);
      if (cell !== undefined) numbers.set(cell, number);
    }
    this.laid = numbers;
  }

  clear(): void {
    this.laid = new Map();
  }

  send(): void {
    const { type } = this;
    const inOrder = [...this.numbers].toSorted(([, a], [, b]) => a - b);
    this.laid = new Map();
    this.scene().act(...inOrder.map(([cell]) => ({ type, cell })));
  }
}
