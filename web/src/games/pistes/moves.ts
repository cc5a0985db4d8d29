/** The moves of a match as rows of light and dark. Pure. */
import type { Happening, LogEntry } from "../../core/types";
import { undone } from "../../table/log";

export interface Cell {
  sequence: number;
  text: string;
  home: boolean;
  event: Happening;
}

export type Row =
  | { type: "row"; number: number; light: Cell | null; dark: Cell | null }
  | { type: "end"; game: number; winner: number };

export function movesOf(entries: readonly LogEntry[]): Row[] {
  const gone = undone(entries);
  const rows: Row[] = [];
  let number = 0;
  for (const entry of entries) {
    if (entry.type !== "moved" || gone.has(entry.sequence)) continue;
    for (const event of entry.events) {
      const { type } = event.what;
      if (type === "game-ended") {
        rows.push({ type: "end", game: Number(event.what["game"]), winner: Number(event.what["winner"]) });
        number = 0;
      }
      if (type !== "move" && type !== "pass") continue;
      const cell = { sequence: entry.sequence, text: entry.notation, home: "home" in event.what, event };
      const last = rows.at(-1);
      const isLight =
        event.what["side"] === "light" || (type === "pass" && (last?.type !== "row" || last.dark !== null));
      if (isLight) rows.push({ type: "row", number: ++number, light: cell, dark: null });
      else if (last?.type === "row" && last.dark === null) last.dark = cell;
      else rows.push({ type: "row", number: ++number, light: null, dark: cell });
    }
  }
  return rows;
}
