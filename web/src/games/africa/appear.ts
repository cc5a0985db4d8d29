/** How pieces come and go: turned round the vertical axis, brought from elsewhere, set down. */
import type { TransitionConfig } from "svelte/transition";
import { duration } from "../../core/settings.svelte";
import type { Spot } from "./view";

interface How {
  spot: Spot;
  kind: "turn" | "fly" | "set";
  from?: Spot;
}

/** A little overshoot, as when a piece is set down. */
function settle(t: number): number {
  return 1 + 1.7 * (t - 1) ** 3 + 0.7 * (t - 1) ** 2;
}

export function appear(_node: Element, { spot, kind, from }: How): TransitionConfig {
  const middle = `transform-origin: ${spot.x}px ${spot.y}px`;
  if (kind === "turn") return { duration: duration(280), delay: 0, css: (t) => `${middle}; transform: scaleX(${t})` };
  if (kind === "fly" && from !== undefined) {
    const [dx, dy] = [from.x - spot.x, from.y - spot.y];
    const lift = (t: number): number => -18 * Math.sin(Math.PI * t);
    return { duration: duration(480), css: (t, u) => `transform: translate(${dx * u}px, ${dy * u + lift(t)}px)` };
  }
  return { duration: duration(240), easing: settle, css: (t) => `${middle}; transform: translateY(${-9 * (1 - t)}px)` };
}
