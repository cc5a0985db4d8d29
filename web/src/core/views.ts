/** What the server describes of each game, by the types that its OpenAPI document holds as `<game>.View`. */
import type { Schemas, Structure } from "./types";

/** The games whose description has types; of others a screen shows the text board. */
export type Described = keyof Schemas extends infer Name ? (Name extends `${infer Game}.View` ? Game : never) : never;
export type ViewOf<Game extends Described> = Schemas[`${Game}.View`];

/** Reads the view of a position at a table of this game. Only here is taken on trust what a position holds. */
export function viewReader<Game extends Described>(): (view: Structure) => ViewOf<Game> {
  return (view) => view as unknown as ViewOf<Game>;
}
