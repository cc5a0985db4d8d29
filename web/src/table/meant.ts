/** A click on a board where nothing can be done: what was meant, and where on the stage the answer belongs. */
import type { Hand, Meant } from "./plugin";

export interface Missed extends Meant {
  /** In pixels of the stage. */
  left: number;
  top: number;
}

export function missed(event: MouseEvent, stage: HTMLElement, hand: Hand): Missed | null {
  const { target } = event;
  const chart = target instanceof Element ? target.closest<SVGSVGElement>("svg.chart") : null;
  if (!(target instanceof Element) || chart === null || target.closest(".spot, .advice") !== null) return null;
  const matrix = chart.getScreenCTM();
  if (matrix === null) return null;
  const meant = hand.meant?.(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()), target);
  if (meant === null || meant === undefined) return null;
  const [place, frame] = [new DOMPoint(meant.x, meant.y).matrixTransform(matrix), stage.getBoundingClientRect()];
  return { ...meant, left: place.x - frame.x, top: place.y - frame.y };
}
