/** Which turn each seat of this page has been told, so that a reveal plays itself out once and only when it is new. */
import type { Scene } from "../../table/plugin";

const told = new Map<string, number>();
const keyOf = (scene: Scene): string => `${scene.table.id}:${scene.seat}`;

/** Whether there is nothing new to tell; what stood there when the page was opened is not new. */
export function isSeen(scene: Scene, year: number | null): boolean {
  const known = told.get(keyOf(scene));
  if (known === undefined) see(scene, year);
  return known === undefined || (year ?? 0) <= known;
}

export function see(scene: Scene, year: number | null): void {
  told.set(keyOf(scene), year ?? 0);
}
