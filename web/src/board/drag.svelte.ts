/** Pieces that are dragged to where they may go, by mouse or finger; a click still chooses, as before. */
import type { Attachment } from "svelte/attachments";

export interface Place {
  key: string;
  x: number;
  y: number;
}

interface Dragging {
  /** What can be picked up now. */
  pieces(): readonly Place[];
  /** Where the piece in the hand may be put down. */
  targets(): readonly Place[];
  /** From the middle of a piece or target to where it ends, in units of the drawing. */
  reach: number;
  /** The target that is meant when the pointer is over none: on the way to one of them, for a piece that slides. */
  meant?(at: { x: number; y: number }): Place | null;
  lift(key: string): void;
  aim(key: string | null): void;
  drop(key: string): void;
  cancel(): void;
}

const SLACK = { mouse: 4, touch: 9 }; // px that a press may move and still be a click

export class Drag {
  /** The piece in the hand. */
  held = $state<string | null>(null);
  x = $state(0);
  y = $state(0);
  private start: { x: number; y: number; pointer: number; key: string } | null = null;
  private readonly on: Dragging;

  constructor(on: Dragging) {
    this.on = on;
  }

  /** Whether a press is on a piece, so that it may become a drag. */
  get busy(): boolean {
    return this.start !== null;
  }

  /** Lets a board be dragged on. */
  get attach(): Attachment<SVGSVGElement> {
    return (board) => {
      const events = {
        pointerdown: (event: PointerEvent) => this.press(board, event),
        pointermove: (event: PointerEvent) => this.move(board, event),
        pointerup: (event: PointerEvent) => this.release(event),
        pointercancel: () => this.stop(),
      };
      for (const [name, listener] of Object.entries(events)) board.addEventListener(name, listener as EventListener);
      const escape = (event: KeyboardEvent): void => {
        if (event.key === "Escape") this.stop();
      };
      addEventListener("keydown", escape, true);
      return () => {
        for (const [name, listener] of Object.entries(events))
          board.removeEventListener(name, listener as EventListener);
        removeEventListener("keydown", escape, true);
      };
    };
  }

  private press(board: SVGSVGElement, event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) {
      this.stop(); // a second finger pinches
      return;
    }
    const piece = nearest(this.on.pieces(), inBoard(board, event), this.on.reach);
    this.start =
      piece === null ? null : { x: event.clientX, y: event.clientY, pointer: event.pointerId, key: piece.key };
  }

  private move(board: SVGSVGElement, event: PointerEvent): void {
    const { start } = this;
    if (start?.pointer !== event.pointerId) return;
    if (this.held === null) {
      const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < slack) return;
      board.setPointerCapture(event.pointerId);
      this.held = start.key;
      this.on.lift(start.key);
    }
    const at = inBoard(board, event);
    [this.x, this.y] = [at.x, at.y];
    this.on.aim(this.under(at)?.key ?? null);
  }

  private release(event: PointerEvent): void {
    if (this.start?.pointer !== event.pointerId || this.held === null) {
      this.start = null;
      return;
    }
    const target = this.under({ x: this.x, y: this.y });
    this.held = null;
    this.start = null;
    swallowClick();
    if (target === null) this.on.cancel();
    else this.on.drop(target.key);
  }

  private under(at: { x: number; y: number }): Place | null {
    return nearest(this.on.targets(), at, this.on.reach) ?? this.on.meant?.(at) ?? null;
  }

  private stop(): void {
    this.start = null;
    if (this.held === null) return;
    this.held = null;
    this.on.cancel();
  }
}

/** The click that follows a drag is part of it. */
export function swallowClick(): void {
  const swallow = (event: MouseEvent): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}

function inBoard(board: SVGSVGElement, event: PointerEvent): { x: number; y: number } {
  const matrix = board.getScreenCTM();
  if (matrix === null) return { x: 0, y: 0 };
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** The nearest place within reach. */
export function nearest<Kind extends Place>(
  places: readonly Kind[],
  at: { x: number; y: number },
  reach: number,
): Kind | null {
  let [best, least]: [Kind | null, number] = [null, reach];
  for (const place of places) {
    const distance = Math.hypot(place.x - at.x, place.y - at.y);
    if (distance <= least) [best, least] = [place, distance];
  }
  return best;
}
