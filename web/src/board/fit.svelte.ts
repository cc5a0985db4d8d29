/**
 * Fits a map into whatever room the page leaves it.
 *
 * The view box follows the size of the drawing. Pieces and names are enlarged where the map is drawn small, so that
 * they stay legible. On a phone a map can be seen near, moved about and pinched, or as a whole.
 */
import type { Attachment } from "svelte/attachments";
import { isPhone, isTablet } from "../core/layout.svelte";
import { swallowClick } from "./drag.svelte";

export interface MapFacts {
  /** What must be seen of it: left, top, width, height in units of the drawing. */
  box: readonly [number, number, number, number];
  /** Pixels a unit when a phone looks near; 0: it is always seen as a whole. */
  near: number;
  /** The size of names in units; 0: it has none. */
  font: number;
  /** Which share of the room to spare goes to the left and to the top. */
  pull?: number;
  top?: number;
  /** Pieces are never drawn smaller than at this scale, as far as `most` allows. */
  piece?: number;
  most?: number;
}

interface Point {
  x: number;
  y: number;
}

const LEAST_NAME = { desk: 12.6, phone: 11.6 }; // px
const SLACK = 9; // px that a finger may move and still tap
const MOST_ZOOM = 2.4;

export class Fit {
  /** As one wants to see it where there is a choice: a phone shows it near at first, a tablet all of it. */
  private wanted = $state<"near" | "all" | null>(null);
  private size = $state.raw({ width: 0, height: 0 });
  private middle = $state.raw<Point>({ x: 0, y: 0 });
  private pinched = $state(1);
  private readonly facts: MapFacts;
  private readonly busy: () => boolean;

  /** `busy`: a finger holds a piece, so it does not move the map. */
  constructor(facts: MapFacts, busy: () => boolean = () => false) {
    this.facts = facts;
    this.busy = busy;
    this.middle = { x: facts.box[0] + facts.box[2] / 2, y: facts.box[1] + facts.box[3] / 2 };
  }

  get zoom(): "near" | "all" {
    return this.wanted ?? (isTablet() ? "all" : "near");
  }

  set zoom(zoom: "near" | "all") {
    this.wanted = zoom;
  }

  /** Pixels a unit with the whole map in sight. */
  private readonly whole = $derived.by(() => {
    const [, , width, height] = this.facts.box;
    return Math.min(this.size.width / width, this.size.height / height) || 1;
  });
  /** Whether there is a near that differs from the whole. */
  readonly canZoom = $derived.by(() => isPhone() && this.size.width > 0 && this.facts.near > this.whole * 1.15);
  readonly isNear = $derived(this.canZoom && this.zoom === "near");
  readonly scale = $derived.by(() => (this.isNear ? Math.max(this.whole, this.facts.near * this.pinched) : this.whole));
  /** What is in sight: left, top, width, height. */
  readonly frame = $derived.by((): [number, number, number, number] => {
    const [x, y, width, height] = this.facts.box;
    const [across, down] = [this.size.width / this.scale || width, this.size.height / this.scale || height];
    if (!this.isNear) {
      const pull = isPhone() ? 0.5 : (this.facts.pull ?? 0.6);
      return [x - (across - width) * pull, y - (down - height) * (this.facts.top ?? 0.5), across, down];
    }
    return [between(this.middle.x, x, width, across), between(this.middle.y, y, height, down), across, down];
  });
  readonly viewBox = $derived(this.frame.map((value) => value.toFixed(1)).join(" "));
  /** By how much pieces are enlarged, and names. */
  readonly pieces = $derived.by(() =>
    Math.min(this.facts.most ?? 1.45, Math.max(1, (this.facts.piece ?? 0.68) / this.scale)),
  );
  readonly names = $derived.by(() => {
    const least = isPhone() ? LEAST_NAME.phone : LEAST_NAME.desk;
    return this.facts.font === 0 ? 1 : Math.max(this.pieces, least / (this.facts.font * this.scale));
  });
  /** The whole map on a phone: only the names that matter have room. */
  readonly isSparse = $derived(isPhone() && !this.isNear && this.names > 1.5);
  readonly style = $derived(`--k: ${this.pieces.toFixed(3)}; --kn: ${this.names.toFixed(3)}`);

  /** Comes near a place. */
  look(at: Point): void {
    this.middle = at;
    this.zoom = "near";
  }

  /** Keeps a place in the middle of what is seen near. */
  follow(at: Point): void {
    this.middle = at;
  }

  /** Moves the map until a place is in sight, as for somebody who goes round by keyboard. */
  show(at: Point): void {
    const [x, y, width, height] = this.frame;
    const margin = 40 / this.scale;
    const inside = at.x > x + margin && at.x < x + width - margin && at.y > y + margin && at.y < y + height - margin;
    if (this.isNear && !inside) this.middle = at;
  }

  get attach(): Attachment<SVGSVGElement> {
    return (board) => {
      const observer = new ResizeObserver(([entry]) => {
        if (entry !== undefined) this.size = { width: entry.contentRect.width, height: entry.contentRect.height };
      });
      observer.observe(board);
      const fingers = new Map<number, Point>();
      let moved = false;
      const down = (event: PointerEvent): void => {
        if (event.pointerType === "mouse" || !this.isNear) return;
        if (fingers.size === 0) moved = false;
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      };
      const move = (event: PointerEvent): void => {
        const before = fingers.get(event.pointerId);
        if (before === undefined || (this.busy() && fingers.size === 1)) return;
        const now = { x: event.clientX, y: event.clientY };
        if (!moved && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
        moved = true;
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        if (other !== undefined)
          this.pinch(Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y));
        this.pan((before.x - now.x) / (fingers.size * this.scale), (before.y - now.y) / (fingers.size * this.scale));
        fingers.set(event.pointerId, now);
      };
      const up = (event: PointerEvent): void => {
        if (fingers.delete(event.pointerId) && moved && fingers.size === 0) swallowClick();
      };
      const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
      for (const [name, listener] of Object.entries(events)) board.addEventListener(name, listener as EventListener);
      return () => {
        observer.disconnect();
        for (const [name, listener] of Object.entries(events))
          board.removeEventListener(name, listener as EventListener);
      };
    };
  }

  private pan(x: number, y: number): void {
    const [left, top, width, height] = this.frame;
    this.middle = { x: left + width / 2 + x, y: top + height / 2 + y };
  }

  private pinch(by: number): void {
    if (!Number.isFinite(by)) return;
    this.pinched = Math.min(MOST_ZOOM, Math.max(0.6, this.pinched * by));
  }
}

/** Where a frame of this length begins so that it is centred on `at` and shows nothing beyond the map. */
function between(at: number, start: number, length: number, shown: number): number {
  if (shown >= length) return start - (shown - length) / 2;
  return Math.min(Math.max(at - shown / 2, start), start + length - shown);
}
