/** The table of a game that has no folder in this client: text board, phrases on buttons, counters of seven colours. */
import "../../art/pieces";
import { inWords, texts } from "../../core/i18n.svelte";
import type { GameFacts } from "../../core/types";
import { bylineOf } from "../byline";
import type { GameClient } from "../plugin";
import { plainPrompt } from "../prompt";
import { tableTexts } from "../texts";
import Board from "./Board.svelte";
import Choices from "./Choices.svelte";

const COLOURS = ["red", "blue", "yellow", "black", "green", "brown", "white"] as const;
const say = texts(tableTexts);

export function plainClient(facts: GameFacts): GameClient {
  return {
    byline: bylineOf(facts),
    aim: facts.sentence,
    heading: (scene) => say("inTheGame", { n: scene.table.seats.length }),
    counter: (_scene, seat) => `p-counter-${COLOURS[seat % COLOURS.length]}`,
    points: ({ position }, seat) => position.scores.find((score) => score.seat === seat)?.points ?? 0,
    pace: () => 240,
    hand: (scene) => ({
      get prompt() {
        return plainPrompt(scene());
      },
      escape: () => false,
      describe: () => {
        const board = scene().position.text_board;
        return board === undefined ? [] : inWords(board.text).split("\n");
      },
    }),
    Board,
    Tray: Choices,
  };
}
