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
export function shapesOf(rings: ReadonlyMap<string, readonly Point[]>, project: (point: Point) => Point): { outlines: Map<string, string>; arcs: Arc[] } {
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
      const known = arcs.get(key) ?? { points: smooth((forward ? piece : piece.toReversed()).map(project), 2, false), owners: owners.get(edge(piece[0] as Point, piece[1] as Point)) ?? [id] };
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
  return first !== undefined && last !== undefined && name(first) === name(last) && ring.length > 1 ? ring.slice(0, -1) : [...ring];
}

/** An arrow from one place to another, bent a little, short of its end. */
export function arrow([fromX, fromY]: Point, [toX, toY]: Point, trim = 38): { d: string; head: string } {
  const [ax, ay, bx, by] = [fromX, fromY + 18, toX, toY + 14];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const [sx, sy, ex, ey] = [ax + ux * 14, ay + uy * 14, bx - ux * trim, by - uy * trim];
  const [mx, my] = [(sx + ex) / 2 - uy * 16, (sy + ey) / 2 + ux * 16];
  const angle = (Math.atan2(ey - my, ex - mx) * 180) / Math.PI;
  return { d: `M${sx.toFixed(0)} ${sy.toFixed(0)}Q${mx.toFixed(0)} ${my.toFixed(0)} ${ex.toFixed(0)} ${ey.toFixed(0)}`, head: `translate(${ex.toFixed(0)} ${ey.toFixed(0)}) rotate(${angle.toFixed(0)})` };
}
