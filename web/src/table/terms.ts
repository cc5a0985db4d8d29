/** What a table was opened with that everybody should know before sitting down. */
import { texts } from "../core/i18n.svelte";
import type { GameFacts, Table } from "../core/types";
import { tableTexts } from "./texts";

const say = texts(tableTexts);
const ROOMS = { never: "roomsNever", players: "roomsPlayers", all: "roomsAll" } as const;

export function agreed(table: Table, facts: GameFacts): string[] {
  const found: string[] = [];
  if (table.from_position || table.branch_of !== null) found.push(say("positionChosen"));
  if (table.undo === "ask") found.push(say("undoByAsking"));
  if (table.undo === "never") found.push(say("undoNever"));
  if (table.clock.type === "phases") found.push(say(table.talk === "phases" ? "talkThenWrite" : "talkAndWrite"));
  if (facts.negotiates) found.push(say(ROOMS[table.rooms]));
  return found;
}
