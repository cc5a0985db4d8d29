/** Moving among targets with the arrow keys. Pure geometry. */
export interface Spot {
  key: string;
  x: number;
  y: number;
}

export type Direction = { x: number; y: number };

export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The six ways out of a hexagon, on the keys around S by their place on the keyboard: Q W / A D / Z X, in France A Z / Q D / W X. */
export const HEX_KEYS: Readonly<Record<string, Direction>> = {
  KeyQ: { x: -0.5, y: -0.87 },
  KeyW: { x: 0.5, y: -0.87 },
  KeyA: { x: -1, y: 0 },
  KeyD: { x: 1, y: 0 },
  KeyZ: { x: -0.5, y: 0.87 },
  KeyX: { x: 0.5, y: 0.87 },
};

/** The next spot in a direction: near counts, and straight counts more. Nothing outside a wide cone. */
export function nextSpot<S extends Spot>(
  spots: readonly S[],
  from: { x: number; y: number },
  way: Direction,
): S | null {
  let best: S | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const along = dx * way.x + dy * way.y;
    const across = Math.abs(dx * way.y - dy * way.x);
    if (along <= 1 || across > along * 1.8) continue;
    const cost = along + across * 2;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}
