/** Africana, by Michael Schacht, at the shared table. */
import "../../art/objects";
import "../../art/pieces";
import "../../art/travel";
import type { Happening, Structure } from "../../core/types";
import type { GameClient } from "../../table/plugin";
import { aim, byline } from "./byline";
import Board from "./Board.svelte";
import Books from "./Books.svelte";
import Goals from "./Goals.svelte";
import { AfricanaHand } from "./hand.svelte";
import Legend from "./Legend.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Tray from "./Tray.svelte";
import { drawingOfAdventure, drawingOfCard, viewOf, type Adventure } from "./view";
import { say } from "./words";

const PACE: Record<string, number> = {
  step: 420,
  turn: 460,
  buy: 460,
  page: 420,
  join: 420,
  complete: 700,
  finish: 700,
  draw: 300,
  expedition: 300,
};

/** The card that a happening is about. */
function drawingOf(what: Structure): string | null {
  const { type } = what;
  if (type === "step" || type === "discard") return drawingOfCard(String(what["card"]));
  const card = type === "finish" ? what["adventure"] : type === "buy" || type === "page" ? what["card"] : null;
  return card === null ? null : drawingOfAdventure(card as Adventure);
}

const client: GameClient = {
  byline,
  aim,
  countries: true,
  heading: (scene) => say("companies", { n: scene.table.seats.length }),
  progress: (scene) => {
    const { round, is_last_round } = viewOf(scene.position.view);
    return say(is_last_round ? "lastRound" : "round", { n: round });
  },
  counter: (scene, seat) => `p-counter-${viewOf(scene.position.view).players[seat]?.colour ?? "white"}`,
  points: (scene, seat) => viewOf(scene.position.view).players[seat]?.points ?? null,
  pace: (happenings: readonly Happening[]) =>
    Math.max(0, ...happenings.map((event) => PACE[String(event.what["type"])] ?? 0)),
  sign: ({ what }) => {
    const drawing = drawingOf(what);
    return drawing === null ? {} : { drawing };
  },
  hand: (scene) => new AfricanaHand(scene),
  Board,
  SeatFacts,
  Legend,
  Tray,
  legend: { icon: "ticket", title: () => say("expeditions") },
  panels: [
    { name: "books", icon: "book", title: () => say("books"), Panel: Books },
    { name: "goals", icon: "flag", title: () => say("goalsShort"), Panel: Goals },
  ],
};

export default client;
