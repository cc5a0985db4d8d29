/** This browser's part of the chance: given only once the commitment has been seen, which is remembered to compare. */
import { api, entropy } from "./api";
import type { Table } from "./types";

const KEY = "caravane.commitments";
const KEPT = 100; // tables

function stored(): [string, string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}

function remember(table: Table): void {
  const { commitment } = table.fairness;
  if (commitment === null || seenCommitment(table.id) !== null) return; // what was seen first is what counts
  localStorage.setItem(KEY, JSON.stringify([...stored(), [table.id, commitment]].slice(-KEPT)));
}

/** The commitment that this browser saw before it added its part, if it did. */
export function seenCommitment(table: string): string | null {
  return stored().find(([id]) => id === table)?.[1] ?? null;
}

/** Whether the start waits for a part of mine. */
export function isAwaited(table: Table): boolean {
  return table.seats.some((seat) => seat.mine && seat.awaits_entropy);
}

/** Adds my part where it is awaited. */
export async function addPart(table: Table): Promise<Table> {
  if (!isAwaited(table)) return table;
  remember(table);
  return api.addEntropy(table.id, entropy());
}

/** Sits down and adds my part. */
export async function sitDown(table: Table, seat: number): Promise<Table> {
  remember(table);
  return api.join(table.id, seat, entropy());
}
