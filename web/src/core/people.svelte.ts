/** Who I am, and the games the server knows: asked once, shared by all pages. */
import { api, orKept } from "./api";
import { take } from "./first";
import { keep } from "./kept";
import type { GameFacts, Me } from "./types";

export const people = $state<{ me: Me | null }>({ me: null });

let asking: Promise<Me> | null = null;

/** Asked once, however many want to know: each question of a newcomer would make another guest. */
export function whoAmI(): Promise<Me> {
  if (people.me !== null) return Promise.resolve(people.me);
  asking ??= orKept(Promise.resolve(take("me") ?? api.me()), "me")
    .then((me) => {
      void keep("me", me);
      return (people.me = me);
    })
    .finally(() => (asking = null));
  return asking;
}

let games: Promise<GameFacts[]> | null = null;

export function knownGames(): Promise<GameFacts[]> {
  const known = take("games") ?? [];
  games ??= orKept(known.length === 0 ? api.games() : Promise.resolve(known), "games").then(
    (found) => {
      void keep("games", found);
      return found;
    },
    (error: unknown) => {
      games = null; // the next page asks again
      throw error;
    },
  );
  return games;
}

export async function factsOf(game: string): Promise<GameFacts | null> {
  return (await knownGames()).find((facts) => facts.id === game) ?? null;
}
