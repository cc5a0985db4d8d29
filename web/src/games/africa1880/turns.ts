/** The turns that were played, out of the log: what is told step by step, and the board as it was at each step. Pure functions. */
import type { Happening, LogEntry, Structure } from "../../core/types";
import { undone } from "../../table/log";
import type { PastSheet, Relation, TerritoryView, View1880 } from "./view";

export const CHAPTERS = ["orders", "developments", "arrivals", "declarations", "conflicts", "colonies"] as const;
export type Chapter = (typeof CHAPTERS)[number];

const CHAPTER_OF: Record<string, Chapter> = {
  developed: "developments",
  surplus: "developments",
  explored: "arrivals",
  landed: "arrivals",
  "no-effect": "arrivals",
  relations: "declarations",
  removed: "conflicts",
  colony: "colonies",
  "no-colony": "colonies",
};

export interface Turn {
  year: number;
  facts: Happening[];
}

/** A sheet that is opened, or a fact that follows from the sheets; `done` facts have happened after it. */
export type Step =
  | { chapter: Chapter; done: number; country: string; sheet: PastSheet }
  | { chapter: Chapter; done: number; fact: Happening };

/** Every turn of the log that the position has behind it, oldest first. */
export function turnsOf(entries: readonly LogEntry[], view: View1880): Turn[] {
  const years = new Set(view.past.map((each) => each.year));
  const gone = undone(entries);
  return entries.flatMap((entry) => {
    if (entry.type !== "moved" || gone.has(entry.sequence)) return [];
    const year = entry.events.find((event) => event.what["type"] === "revealed")?.what["year"];
    if (typeof year !== "number" || !years.has(year)) return [];
    return [{ year, facts: entry.events.filter((event) => CHAPTER_OF[String(event.what["type"])] !== undefined) }];
  });
}

/** How a turn is told: sheet after sheet, then what came of them. */
export function stepsOf(turn: Turn, view: View1880): Step[] {
  const sheets = view.past.find((each) => each.year === turn.year)?.sheets ?? {};
  const opened = view.countries.flatMap((country): Step[] => {
    const sheet = sheets[country];
    return sheet === undefined ? [] : [{ chapter: "orders", done: 0, country, sheet }];
  });
  return [
    ...opened,
    ...turn.facts.map((fact, index): Step => ({
      chapter: CHAPTER_OF[String(fact.what["type"])] ?? "orders",
      done: index + 1,
      fact,
    })),
  ];
}

/** The board when `done` facts of a turn had happened: later facts are taken off the board of today, last first. */
export function boardAt(view: View1880, turns: readonly Turn[], year: number, done: number): TerritoryView[] {
  const now = new Map(view.territories.map((each) => [each.id, { ...each, presences: [...each.presences] }]));
  const later = turns.flatMap((turn) =>
    turn.year < year ? [] : turn.year === year ? turn.facts.slice(done) : turn.facts,
  );
  for (const { what } of later.toReversed()) takeOff(now, what, view.countries);
  return [...now.values()].map((each) => ({ ...each, shared: each.colony && each.presences.length > 1 }));
}

function takeOff(now: Map<string, TerritoryView>, what: Structure, order: readonly string[]): void {
  const place = now.get(String(what["to"] ?? what["territory"]));
  if (place === undefined) return;
  const country = String(what["country"]);
  switch (what["type"]) {
    case "developed":
      place.developed -= Number(what["placed"]);
      break;
    case "explored":
    case "landed":
      place.presences = place.presences.filter((each) => each !== country);
      break;
    case "removed":
      place.presences = order.filter((each) => each === country || place.presences.includes(each));
      break;
    case "colony":
      place.colony = false;
      break;
    default:
  }
}

/** A declaration: in whose embassy, by whom. */
export interface Declaration {
  home: string;
  by: string;
  relation: Relation;
}

/** What was declared in a year: an empty line is an alliance. */
export function declarationsOf(view: View1880, year: number): Declaration[] {
  const sheets = view.past.find((each) => each.year === year)?.sheets ?? {};
  return view.countries.flatMap((by) =>
    view.countries
      .filter((home) => home !== by)
      .map((home) => ({ home, by, relation: sheets[by]?.relations[home] ?? "alliance" })),
  );
}

/** The declarations that a fact follows from, as "home by". */
export function causesOf(what: Structure): string[] {
  const country = String(what["country"]);
  const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  if (what["type"] === "relations")
    return [...names(what["war"]), ...names(what["alliance"])].map((home) => `${home} ${country}`);
  if (what["type"] === "removed") return names(what["war"]).map((by) => `${country} ${by}`);
  if (what["type"] !== "no-colony" || !Array.isArray(what["war"])) return [];
  return what["war"].map((pair) => names(pair)).map(([by, home]) => `${home} ${by}`);
}
