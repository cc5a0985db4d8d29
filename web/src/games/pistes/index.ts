/** L'Africa, le jeu des 9 pistes, at the shared table. */
import { show } from "../../art/drawings";
import type { GameClient, Scene } from "../../table/plugin";
import { aim, byline } from "./byline";
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

/** How the match stands: games won, a drawn one half to each; mine first. */
function matchScore(scene: Scene): string {
  const { results } = viewOf(scene.position.view);
  const won = (seat: number): string => {
    const points = results.reduce((sum, { winner }) => sum + (winner === seat ? 1 : winner < 0 ? 0.5 : 0), 0);
    return `${points >= 1 || points % 1 === 0 ? Math.floor(points) : ""}${points % 1 > 0 ? "½" : ""}`;
  };
  const [a, b] = scene.seat === 1 ? [1, 0] : [0, 1];
  return say("score", {
    a: scene.seat < 0 ? scene.name(a) : say("you").toLocaleLowerCase(),
    x: won(a),
    y: won(b),
    b: scene.name(b),
  });
}

const client: GameClient = {
  byline,
  aim,
  heading: (scene) => (hasMilestones(scene) ? say("milestones") : say("home")),
  aside: () => say("ofNine"),
  progress: (scene) => {
    const view = viewOf(scene.position.view);
    const n = Math.floor(view.ply / 2) + 1;
    return view.games > 1
      ? say("progress", { game: view.game, games: view.games, score: matchScore(scene), n })
      : say("single", { n });
  },
  side: (scene, seat) => scene.facts.seat_names[viewOf(scene.position.view).sides[seat] === "light" ? 0 : 1],
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
  chance: ({ options }) => options["placement"] === "random" || options["numbering"] === "random",
  resigns: (scene) => say(viewOf(scene.position.view).games > 1 ? "resignMatch" : "resignGame"),
  hand: (scene) => new PistesHand(scene),
  Board,
  SeatFacts,
  Legend,
  Moves,
};

export default client;
