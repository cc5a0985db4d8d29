/** AFRICA 1880–1914 at the shared table: secret orders on a map of 32 territories. */
import "../../art/diplomacy";
import "../../art/pieces";
import type { GameClient, Scene } from "../../table/plugin";
import { aim, byline } from "./byline";
import Board from "./Board.svelte";
import { Hand1880, say } from "./hand.svelte";
import History from "./History.svelte";
import Legend from "./Legend.svelte";
import { country } from "./map";
import Panel from "./Panel.svelte";
import Reveal from "./Reveal.svelte";
import Rooms from "./Rooms.svelte";
import SeatFacts from "./SeatFacts.svelte";
import Track from "./Track.svelte";
import Tray from "./Tray.svelte";
import { viewOf } from "./view";

/** How many lines of my sheet are still empty. */
function unwritten(scene: Scene): number {
  const { sheet } = viewOf(scene.position.view);
  return sheet === null || sheet.ready ? 0 : sheet.lines - sheet.written;
}

const client: GameClient = {
  byline,
  aim,
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
  legend: { icon: "seal", title: () => say("embassiesShort") },
  panels: [{ name: "orders", icon: "sheet", title: () => say("panel"), count: (scene) => unwritten(scene), Panel }],
  Banner: Track,
  Story: Reveal,
  Footnote: History,
  Talk: Rooms,
  sheet: "wide",
};

export default client;
