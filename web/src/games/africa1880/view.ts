/** What the server describes of africa1880; see src/caravane/games/africa1880/describe.py. */
import type { Schemas } from "../../core/types";
import { viewReader, type ViewOf } from "../../core/views";

export type View1880 = ViewOf<"africa1880">;
export type TerritoryView = Schemas["africa1880.Territory"];
export type SheetView = Schemas["africa1880.Sheet"];
export type PastSheet = Schemas["africa1880.PastSheet"];
export type Relation = NonNullable<Schemas["africa1880.RelationLine"]["relation"]>;
export const viewOf = viewReader<"africa1880">();
