/** Clocks as people read them. Pure functions. */
import type { Clock, Schemas } from "./../core/types";

type SeatTime = Schemas["SeatTime"];

/** What is left now of a clock that was true `elapsed` ms ago. */
export function left(time: SeatTime, elapsed: number): number {
  return Math.max(0, time.left_ms - (time.runs ? elapsed : 0));
}

/** "4:12", "1:02:09", "2 j 4 h": short and steady in width. */
export function clockText(ms: number, day: string, hour: string): string {
  const seconds = Math.ceil(ms / 1000);
  const [d, h, m, s] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (d > 0) return `${d}\u00a0${day} ${h}\u00a0${hour}`;
  const two = (value: number): string => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function clockKind(clock: Clock): Clock["type"] {
  return clock.type;
}
