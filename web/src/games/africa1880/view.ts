/** What the server describes of africa1880; see src/caravane/games/africa1880/describe.py. */
import type { Structure } from "../../core/types";

export type Relation = "alliance" | "war";

export interface SeatView {
  seat: number;
  country: string | null;
  ready: boolean;
  points: number;
  presences: number;
  stock: number | null;
}

export interface TerritoryView {
  id: string;
  squares: number;
  developed: number;
  presences: string[];
  colony: boolean;
  shared: boolean;
}

export interface SheetView {
  country: string;
  year: number;
  ready: boolean;
  lines: number;
  written: number;
  presence_lines: number;
  presence_written: number;
  changes_left: number;
  orders: { territory: string; order: string | null; targets: string[] }[];
  landing: { order: string | null; coasts: string[] };
  relations: { country: string; relation: Relation | null }[];
}

export interface PastSheet {
  orders: Record<string, string | null>;
  landing: string | null;
  relations: Record<string, Relation | null>;
}

export interface View1880 {
  stage: string;
  turn: number;
  year: number | null;
  years: { year: number; status: "past" | "now" | "later" }[];
  seats: SeatView[];
  countries: string[];
  free_countries: string[];
  sea_links: [string, string][];
  territories: TerritoryView[];
  colonies: { built: number; figures: number };
  embassies: { year: number | null; declared: Record<string, Record<string, Relation>> };
  sheet: SheetView | null;
  past: { year: number; sheets: Record<string, PastSheet> }[];
  report: Structure[];
}

export function viewOf(view: Structure): View1880 {
  return view as unknown as View1880;
}
