/** What became of the last request to take a move back. Pure functions. */
import type { LogEntry } from "../core/types";

/** The seat that refused, until something else happens on the board or is asked; null if nobody did. */
export function refusedBy(entries: readonly LogEntry[]): number | null {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined) continue;
    if (entry.type === "undo_answered" && !entry.agreed) return entry.seat;
    if (["moved", "undone", "undo_asked", "undo_withdrawn", "started"].includes(entry.type)) return null;
  }
  return null;
}
