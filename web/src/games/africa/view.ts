/** Africa as the server describes it (`describe` of the game), and where the hexes are. */
import type { Text } from "../../core/i18n.svelte";
import type { Structure } from "../../core/types";

export type Good = "statue" | "pot" | "clothing" | "mask" | "drum";
export const GOODS: readonly Good[] = ["statue", "pot", "clothing", "mask", "drum"];
export type Group = "monument" | "nomads" | "goods" | "animals" | "treasure";
export const GROUPS: readonly Group[] = ["animals", "goods", "nomads", "monument", "treasure"];

export interface Hex {
  hex: string;
  row: number;
  column: number;
  lies: "empty" | "down" | "camp" | "up";
  kind?: string;
  group?: Group;
}

export interface SeatView {
  seat: number;
  points: number;
  hex: string | null;
  camps: number;
  goods: Record<Good, number>;
  goods_points: number;
  gold: number | null;
  gems: number | null;
}

export interface Aim {
  hex: string;
  points: number;
  because: string[];
}

export interface Preview extends Partial<Aim> {
  action: string;
  stays?: boolean;
  kind?: string;
  targets?: Aim[];
  gold?: number;
  gems?: number;
  goods_points?: number;
  number?: number;
}

export interface AfricaView {
  seats: SeatView[];
  hexes: Hex[];
  cities: { id: string; hex: string; name: Text; seat: number | null }[];
  hidden: Record<Group, { down: number; all: number }>;
  tiles: { opened: number; all: number };
  monuments: { found: number; all: number };
  on_turn: number;
  decision: { type: string; half: number; halves: number; hex?: string; kind?: string };
  previews: Preview[];
  ending: string;
}

export function viewOf(view: Structure): AfricaView {
  return view as unknown as AfricaView;
}

/** From the middle of a hex to its corner, in units of the drawing. */
export const SIZE = 32;
const ROOT3 = Math.sqrt(3);

export interface Spot {
  x: number;
  y: number;
}

/** The middle of a hex: odd rows lie half a hex to the right. */
export function middle(row: number, column: number): Spot {
  return { x: ROOT3 * SIZE * (column + 0.5 * (row % 2)), y: 1.5 * SIZE * row };
}

/** The middle of a hex by its name: row letter and column number. */
export function at(hex: string): Spot {
  return middle(hex.charCodeAt(0) - 97, Number(hex.slice(1)) - 1);
}

export function cornerPoints({ x, y }: Spot, radius: number): Spot[] {
  const half = radius * 0.8660254;
  const ways = [[0, -radius], [half, -radius / 2], [half, radius / 2], [0, radius], [-half, radius / 2], [-half, -radius / 2]];
  return ways.map(([dx = 0, dy = 0]) => ({ x: x + dx, y: y + dy }));
}

export function corners(spot: Spot, radius: number): string {
  return cornerPoints(spot, radius).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** The outline of all hexes as one path: the edges that no neighbour shares, chained into rings. */
export function land(hexes: readonly Hex[]): string {
  const name = ({ x, y }: Spot): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const next = new Map<string, string>();
  for (const hex of hexes) {
    const ring = cornerPoints(middle(hex.row, hex.column), SIZE).map(name);
    ring.forEach((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      if (next.get(to) === from) next.delete(to);
      else next.set(from, to);
    });
  }
  let path = "";
  while (next.size > 0) {
    let [at] = next.keys();
    const ring: string[] = [];
    while (at !== undefined && next.has(at)) {
      ring.push(at);
      const following = next.get(at);
      next.delete(at);
      at = following;
    }
    path += `M${ring.join("L")}Z`;
  }
  return path;
}

/** A curved way between two hexes. */
export function arc(from: Spot, to: Spot, bend = 46): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [cx, cy] = [(from.x + to.x) / 2 + (dy / length) * bend, (from.y + to.y) / 2 - (dx / length) * bend];
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
}

/** What both sides of an exchange would hold afterwards. */
export function afterSwap(mine: Record<Good, number>, theirs: Record<Good, number>, gets: Good, gives: Good, number: number): [Record<Good, number>, Record<Good, number>] {
  return [
    { ...mine, [gets]: mine[gets] + number, [gives]: mine[gives] - number },
    { ...theirs, [gets]: theirs[gets] - number, [gives]: theirs[gives] + number },
  ];
}
