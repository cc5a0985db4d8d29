/** L'Africa, le jeu des 9 pistes, at the shared table. */
import { show } from "../../art/drawings";
import type { GameClient, Scene } from "../../table/plugin";
import { byline } from "./byline";
import Board from "./Board.svelte";
import { PistesHand, say } from "./hand.svelte";
import Legend from "./Legend.svelte";
import Moves from "./Moves.svelte";
import pawns from "./pawns.svg?raw";
import SeatFacts from "./SeatFacts.svelte";
import { isMove, run, viewOf } from "./view";

show("pawns", pawns);

/** In the variants with numbered cells the milestones are what counts. */
function hasMilestones(scene: Scene): boolean {
  return String(scene.table.options["variant"] ?? "").startsWith("second");
}

const client: GameClient = {
  byline,
  heading: (scene) => (hasMilestones(scene) ? say("milestones") : say("home")),
  aside: () => say("ofNine"),
  progress: (scene) => {
    const view = viewOf(scene.position.view);
    const n = Math.floor(view.ply / 2) + 1;
    return view.games > 1 ? say("progress", { game: view.game, games: view.games, n }) : say("single", { n });
  },
  counter: (scene, seat) => `p-pawn-${viewOf(scene.position.view).sides[seat] ?? "light"}`,
  points: (scene, seat) => {
    const view = viewOf(scene.position.view);
    return (hasMilestones(scene) ? view.milestones[seat] : view.home[seat]) ?? 0;
  },
  pace: (happenings) => {
    const move = happenings.map((event) => event.what).find(isMove);
    return move === undefined ? 240 : 90 * run(move) + 120;
  },
  course: { title: () => say("course"), of: (position, seat) => viewOf(position.view).home[seat] ?? 0 },
  hand: (scene) => new PistesHand(scene),
  Board,
  SeatFacts,
  Legend,
  Moves,
};

export default client;
