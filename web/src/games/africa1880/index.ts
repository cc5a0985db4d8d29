/** AFRICA 1880–1914 at the shared table: secret orders on a map of 32 territories. */
import "../../art/diplomacy";
import "../../art/pieces";
import type { GameClient } from "../../table/plugin";
import { byline } from "./byline";
import Board from "./Board.svelte";
import { Hand1880, say } from "./hand.svelte";
import Legend from "./Legend.svelte";
import { country } from "./map";
import Panel from "./Panel.svelte";
import Rooms from "./Rooms.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Tray from "./Tray.svelte";
import { viewOf } from "./view";

const client: GameClient = {
  byline,
  heading: (scene) => say("heading", { n: scene.table.seats.length }),
  progress: (scene) => {
    const { turn, years } = viewOf(scene.position.view);
    return say("progress", { turn: Math.min(turn + 1, years.length), turns: years.length });
  },
  counter: (scene, seat) => {
    const id = viewOf(scene.position.view).seats[seat]?.country ?? null;
    return id === null ? "p-counter-white" : `p-counter-${country(id).colour}`;
  },
  points: (scene, seat) => viewOf(scene.position.view).seats[seat]?.points ?? 0,
  pace: () => 0, // a turn is told by the board itself, step by step; see Reveal.svelte
  hand: (scene) => new Hand1880(scene),
  Board,
  SeatFacts,
  Legend,
  Tray,
  Panel,
  panel: { icon: "sheet", title: () => say("panel") },
  Talk: Rooms,
  sheet: 432,
};

export default client;
