/** What the cartouche says when the game's own hand has nothing to add: waiting, watching, over. */
import { inWords, list, texts } from "../core/i18n.svelte";
import type { Prompt, Scene } from "./plugin";
import { tableTexts } from "./texts";

const say = texts(tableTexts);

const bare = (chip: string, ask: string, why = ""): Prompt => ({ chip, ask, why, buttons: [], chips: [], keys: [] });

export function verdict(scene: Scene): string {
  const winners = scene.position.winners.length > 0 ? scene.position.winners : scene.table.winners;
  if (winners.length === 0 || winners.length === scene.table.seats.length) return say("drawn");
  if (winners.length > 1) return say("share", { who: list(winners.map((seat) => scene.name(seat))) });
  const [winner = 0] = winners;
  return winner === scene.seat ? say("youWin") : say("wins", { who: scene.name(winner) });
}

/** `isPlayedOut`: the end has come, but its last move is still being shown. */
export function waitingPrompt(scene: Scene, isPlayedOut = false): Prompt {
  const { position } = scene;
  if (isPlayedOut) return bare(say("lastMove"), say("between"));
  if (position.over || scene.table.status === "over") return bare(say("over"), verdict(scene));
  if (scene.table.status === "aborted") return bare(say("aborted"), say("abortedBody"));
  const movers = position.to_move.filter((seat) => seat !== scene.seat);
  const who = list(movers.map((seat) => scene.name(seat)));
  const ask = movers.length === 0 ? say("between") : say(movers.length > 1 ? "manyThink" : "thinks", { who });
  return scene.seat < 0 ? bare(say("watching"), ask, say("fullWatch")) : bare(say("waitsFor"), ask);
}

export function plainPrompt(scene: Scene): Prompt {
  return bare(say("yourTurn"), scene.position.ask === null ? "" : inWords(scene.position.ask));
}
