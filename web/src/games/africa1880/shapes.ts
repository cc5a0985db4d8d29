/** Outlines from rings that share their border points. Pure geometry. */
export type Point = readonly [x: number, y: number];

export interface Arc {
  points: Point[];
  /** The territories on its sides: two at a border, one at a coast. */
  owners: string[];
}

/** Chaikin's corner cutting; open lines keep their ends. */
export function smooth(points: readonly Point[], times: number, closed: boolean): Point[] {
  let line = [...points];
  for (let time = 0; time < times; time += 1) {
    const cut: Point[] = closed ? [] : line.slice(0, 1);
    const count = closed ? line.length : line.length - 1;
    for (let index = 0; index < count; index += 1) {
      const [ax, ay] = line[index] as Point;
      const [bx, by] = line[(index + 1) % line.length] as Point;
      cut.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]);
    }
    if (!closed) cut.push(...line.slice(-1));
    line = cut;
  }
  return line;
}

export function pathOf(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${closed ? "Z" : ""}`;
}

const name = ([x, y]: Point): string => `${x} ${y}`;

/** Cuts the rings at the points where three borders meet, smooths each piece once and puts the outlines together. */
export function shapesOf(
  rings: ReadonlyMap<string, readonly Point[]>,
  project: (point: Point) => Point,
): { outlines: Map<string, string>; arcs: Arc[] } {
  const around = new Map<string, Set<string>>();
  const owners = new Map<string, string[]>();
  const edge = (a: Point, b: Point): string => [name(a), name(b)].toSorted().join("|");
  for (const [id, closedRing] of rings) {
    const ring = open(closedRing);
    ring.forEach((a, index) => {
      const b = ring[(index + 1) % ring.length] as Point;
      around.set(name(a), (around.get(name(a)) ?? new Set()).add(name(b)));
      around.set(name(b), (around.get(name(b)) ?? new Set()).add(name(a)));
      owners.set(edge(a, b), [...(owners.get(edge(a, b)) ?? []), id]);
    });
  }
  const isKnot = (point: Point): boolean => (around.get(name(point))?.size ?? 0) !== 2;
  const arcs = new Map<string, Arc>();
  const outlines = new Map<string, string>();
  for (const [id, closedRing] of rings) {
    const ring = open(closedRing);
    const start = ring.findIndex(isKnot);
    if (start < 0) {
      const points = smooth(ring.map(project), 2, true);
      outlines.set(id, pathOf(points));
      arcs.set(id, { points: [...points, points[0] as Point], owners: [id] });
      continue;
    }
    const turned = [...ring.slice(start), ...ring.slice(0, start), ring[start] as Point];
    const outline: Point[] = [];
    let piece: Point[] = [turned[0] as Point];
    for (const point of turned.slice(1)) {
      piece.push(point);
      if (!isKnot(point)) continue;
      const names = piece.map(name);
      const forward = names.join(" ") <= names.toReversed().join(" ");
      const key = (forward ? names : names.toReversed()).join(" ");
      const known = arcs.get(key) ?? {
        points: smooth((forward ? piece : piece.toReversed()).map(project), 2, false),
        owners: owners.get(edge(piece[0] as Point, piece[1] as Point)) ?? [id],
      };
      arcs.set(key, known);
      outline.push(...(forward ? known.points : known.points.toReversed()).slice(0, -1));
      piece = [point];
    }
    outlines.set(id, pathOf(outline));
  }
  return { outlines, arcs: [...arcs.values()] };
}

function open(ring: readonly Point[]): Point[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && name(first) === name(last) && ring.length > 1
    ? ring.slice(0, -1)
    : [...ring];
}

/** How far under a place the counters stand, and how far from one an arrow begins and ends. */
const COUNTERS = 21;
const CLEAR = 14;

/**
 * An arrow from the counters of one place to those of another, bent a little. The name stands above its place, so an
 * arrow that comes down goes round it and ends beside the counters.
 */
export function arrow([fromX, fromY]: Point, [toX, toY]: Point): { d: string; head: string; points: Point[] } {
  const [ax, ay, bx, by] = [fromX, fromY + COUNTERS, toX, toY + COUNTERS];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const trim = Math.min(CLEAR, length * 0.28);
  const side = ax > bx ? 1 : -1;
  const comesDown = by - ay > 0.45 * Math.abs(bx - ax);
  const start: Point = [ax + ux * trim, ay + uy * trim];
  const end: Point = comesDown ? [bx + side * CLEAR, by - 2] : [bx - ux * trim, by - uy * trim];
  const middle: Point = comesDown
    ? [bx + side * (CLEAR + 46), by - 16]
    : [(start[0] + end[0]) / 2 - uy * 12, (start[1] + end[1]) / 2 + Math.abs(ux) * 12];
  const angle = (Math.atan2(end[1] - middle[1], end[0] - middle[0]) * 180) / Math.PI;
  const written = (point: Point): string => point.map((value) => value.toFixed(0)).join(" ");
  return {
    d: `M${written(start)}Q${written(middle)} ${written(end)}`,
    head: `translate(${written(end)}) rotate(${angle.toFixed(0)})`,
    points: [start, middle, end],
  };
}
