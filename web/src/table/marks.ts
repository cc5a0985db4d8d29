/** What the name at a seat stands for, where it is not a registered person. */
import type { Seat } from "../core/types";

export const MARKS = {
  guest: "markGuest",
  label: "markLabel",
  program: "markProgram",
  bot: "markBot",
  record: "markRecord",
  gone: "markGone",
} as const;
export type Mark = keyof typeof MARKS;

export function markOf(seat: Seat): Mark | null {
  return seat.mark === null || seat.mark === "registered" ? null : seat.mark;
}
