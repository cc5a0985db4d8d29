/** Africa, by Reiner Knizia, at the shared table. */
import "../../art/objects";
import "../../art/pieces";
import "../../art/tiles";
import type { Happening, Structure } from "../../core/types";
import type { GameClient } from "../../table/plugin";
import { aim, byline } from "./byline";
import Board from "./Board.svelte";
import { AfricaHand, say } from "./hand.svelte";
import Legend from "./Legend.svelte";
import ScoreTrack from "./ScoreTrack.svelte";
import SeatFacts from "./SeatFacts.svelte";
import { viewOf } from "./view";

const COUNTERS = ["p-counter-blue", "p-counter-red", "p-counter-yellow", "p-counter-green", "p-counter-white"];
const PACE: Record<string, number> = {
  find: 800,
  place: 620,
  walk: 380,
  jump: 420,
  start: 380,
  study: 600,
  collect: 600,
  swap: 800,
  keep: 200,
  lift: 200,
};

/** The tile or piece that a happening is about. */
function drawingOf(what: Structure): { drawing?: string } {
  const { type } = what;
  if (type === "study" || type === "collect") return { drawing: "p-camp" };
  if (type === "swap") return { drawing: `a-${String(what["gets"])}` };
  const kind = what["kind"];
  if (typeof kind !== "string" || type === "lift") return {};
  return { drawing: what["taken"] === true || type === "keep" ? `a-${kind}` : `t-${kind}` };
}

const client: GameClient = {
  byline,
  aim,
  heading: (scene) => say("travellers", { n: scene.table.seats.length }),
  progress: (scene) => {
    const { tiles, monuments } = viewOf(scene.position.view);
    return say("progress", {
      opened: tiles.opened,
      tiles: tiles.all,
      found: monuments.found,
      monuments: monuments.all,
    });
  },
  counter: (_, seat) => COUNTERS[seat] ?? "p-counter-white",
  points: (scene, seat) => viewOf(scene.position.view).seats[seat]?.points ?? 0,
  pace: (happenings: readonly Happening[]) =>
    Math.max(0, ...happenings.map((event) => PACE[String(event.what["type"])] ?? 0)),
  sign: ({ what }) => ({
    ...drawingOf(what),
    ...(Number(what["points"] ?? 0) > 0 ? { points: Number(what["points"]) } : {}),
  }),
  hand: (scene) => new AfricaHand(scene),
  Board,
  SeatFacts,
  Legend,
  legend: { icon: "eye", title: () => say("hiddenShort") },
  panels: [{ name: "track", icon: "curve", title: () => say("track"), Panel: ScoreTrack }],
  holdings: () => say("holdings"),
};

export default client;
