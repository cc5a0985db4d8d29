/** Africa as the server describes it (`describe` of the game), and where the hexes are. */
import type { Schemas } from "../../core/types";
import { viewReader, type ViewOf } from "../../core/views";

export type AfricaView = ViewOf<"africa">;
export type Hex = Schemas["africa.Hex"];
export type Preview = Schemas["africa.Preview"];
type Goods = Schemas["africa.Goods"];
export type Good = keyof Goods;
export type Group = keyof Schemas["africa.Hidden"];
export const viewOf = viewReader<"africa">();

export const GOODS: readonly Good[] = ["statue", "pot", "clothing", "mask", "drum"];
export const GROUPS: readonly Group[] = ["animals", "goods", "nomads", "monument", "treasure"];

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
  const ways = [
    [0, -radius],
    [half, -radius / 2],
    [half, radius / 2],
    [0, radius],
    [-half, radius / 2],
    [-half, -radius / 2],
  ];
  return ways.map(([dx = 0, dy = 0]) => ({ x: x + dx, y: y + dy }));
}

export function corners(spot: Spot, radius: number): string {
  return cornerPoints(spot, radius)
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(" ");
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
export function afterSwap(mine: Goods, theirs: Goods, gets: Good, gives: Good, number: number): [Goods, Goods] {
  return [
    { ...mine, [gets]: mine[gets] + number, [gives]: mine[gives] - number },
    { ...theirs, [gets]: theirs[gets] - number, [gives]: theirs[gives] + number },
  ];
}
