/** The rows of a scoring sheet that all seats share, each item where its seat's own sheet has it. Pure functions. */
import type { Text } from "../core/i18n.svelte";
import type { Score } from "../core/types";

export interface Row {
  key: string;
  title: Text;
  points: Map<number, number>;
}

export function rowsOf(scores: readonly Score[]): Row[] {
  const rows: Row[] = [];
  for (const { seat, items } of scores) {
    let after = -1; // an item that others lack goes behind the one before it
    for (const { key, title, points } of items) {
      const known = rows.findIndex((row) => row.key === key);
      const row = rows[known] ?? { key, title, points: new Map<number, number>() };
      if (known < 0) rows.splice(after + 1, 0, row);
      row.points.set(seat, (row.points.get(seat) ?? 0) + points);
      after = rows.indexOf(row);
    }
  }
  return rows;
}
