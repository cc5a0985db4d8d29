/** Who I am, and the games the server knows: asked once, shared by all pages. */
import { api } from "./api";
import { take } from "./first";
import type { GameFacts, Me } from "./types";

export const people = $state<{ me: Me | null }>({ me: null });

export async function whoAmI(): Promise<Me> {
  people.me ??= take("me") ?? (await api.me());
  return people.me;
}

let games: Promise<GameFacts[]> | null = null;

export function knownGames(): Promise<GameFacts[]> {
  const known = take("games") ?? [];
  games ??= (known.length === 0 ? api.games() : Promise.resolve(known)).catch((error: unknown) => {
    games = null; // the next page asks again
    throw error;
  });
  return games;
}

export async function factsOf(game: string): Promise<GameFacts | null> {
  return (await knownGames()).find((facts) => facts.id === game) ?? null;
}
