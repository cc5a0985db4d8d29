/** Africana as the server describes it (`describe` of the game), and how its map is drawn. */
import type { Schemas } from "../../core/types";
import { viewReader, type ViewOf } from "../../core/views";

export type AfricanaView = ViewOf<"africana">;
export type Route = Schemas["africana.Route"];
export type Expedition = Schemas["africana.Expedition"];
export type Adventure = Schemas["africana.Adventure"];
export type Space = Schemas["africana.Space"];
export type Book = Schemas["africana.Book"];
export type Step = Schemas["africana.Step"];
export type Player = Schemas["africana.Player"];
export type Colour = keyof Schemas["africana.Colours"];
export type Side = keyof Schemas["africana.BookSides"];
export const viewOf = viewReader<"africana">();

export const COLOURS: readonly Colour[] = ["magenta", "turquoise", "grey", "orange", "violet"];
export const SIDES: readonly Side[] = ["left", "right"];

export interface Spot {
  x: number;
  y: number;
}

/** The line of a route: straight, or bent where the map has bends. */
export function curve(points: readonly Spot[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let line = `M${first.x} ${first.y}`;
  if (rest.length === 1) return `${line}L${rest[0]?.x} ${rest[0]?.y}`;
  for (let index = 0; index < rest.length - 1; index += 1) {
    const [bend, next] = [rest[index] ?? first, rest[index + 1] ?? first];
    const end = index === rest.length - 2 ? next : { x: (bend.x + next.x) / 2, y: (bend.y + next.y) / 2 };
    line += `Q${bend.x} ${bend.y} ${end.x.toFixed(0)} ${end.y.toFixed(0)}`;
  }
  return line;
}

/** A route as the map draws it, from its first place to its second. */
export function lineOf(route: Route, place: (id: string) => Spot): string {
  return curve([place(route.a), ...route.via.map(([x, y]) => ({ x, y })), place(route.b)]);
}

/** Straight routes that cross water; bent ones always do. */
const CROSSINGS = ["NAP-TRI", "ASW-JID", "JID-ADD", "LAG-LEO"];

export function crossesWater(route: Route): boolean {
  return route.via.length > 0 || CROSSINGS.includes(`${route.a}-${route.b}`);
}

interface Setting {
  label: [dx: number, dy: number, anchor: "start" | "middle" | "end"];
  symbols: [dx: number, dy: number];
}

/** Where the name and the symbols of each place stand, so that they cover no route. */
const SETTINGS: Record<string, Setting> = {
  NAP: { label: [26, 2, "start"], symbols: [54, 24] },
  TAN: { label: [-20, -16, "end"], symbols: [-40, 14] },
  TRI: { label: [24, -14, "start"], symbols: [0, 36] },
  CAI: { label: [20, -12, "start"], symbols: [0, 36] },
  ASW: { label: [-24, 5, "end"], symbols: [-42, 28] },
  JID: { label: [26, 8, "start"], symbols: [48, 30] },
  DAK: { label: [-2, -24, "middle"], symbols: [0, 36] },
  TIM: { label: [0, -24, "middle"], symbols: [0, 36] },
  LAG: { label: [-22, -16, "end"], symbols: [-46, 8] },
  KHA: { label: [24, 2, "start"], symbols: [42, 21] },
  ADD: { label: [26, 4, "start"], symbols: [56, 27] },
  LEO: { label: [-24, -12, "end"], symbols: [-54, 12] },
  SER: { label: [0, -24, "middle"], symbols: [0, 36] },
  ZAN: { label: [28, 4, "start"], symbols: [50, 28] },
  UJI: { label: [-10, -24, "middle"], symbols: [0, 36] },
  LUA: { label: [-26, 4, "end"], symbols: [-48, 27] },
  VIC: { label: [-6, 68, "middle"], symbols: [0, 36] },
  MOZ: { label: [-26, -4, "end"], symbols: [-58, 20] },
  TAM: { label: [6, -28, "middle"], symbols: [0, 36] },
  WAL: { label: [-26, 4, "end"], symbols: [-58, 27] },
  NAT: { label: [26, 20, "start"], symbols: [56, 42] },
  CAP: { label: [-28, 6, "end"], symbols: [-58, 28] },
};

export function settingOf(place: string): Setting {
  return SETTINGS[place] ?? { label: [0, -24, "middle"], symbols: [0, 36] };
}

/** Where the number of cards stands: on the side away from the name. */
export function badgeOf(place: string): [dx: number, dy: number] {
  if (place === "VIC") return [19, -17];
  return { start: [-19, -17], end: [19, -17], middle: [25, 4] }[settingOf(place).label[2]] as [number, number];
}

/** Europe and Asia, paler than the continent of the game: longitudes and latitudes of their edge. */
const BEYOND: [number, number][] = [
  [-12, 36],
  [-5.6, 35.95],
  [-2, 36.2],
  [4, 37.8],
  [11.4, 38],
  [12.2, 36.2],
  [14.5, 34.6],
  [24, 33.6],
  [33, 32.4],
  [34.2, 31.3],
  [32.5, 30.1],
  [33.2, 28.6],
  [34.6, 27.6],
  [36.4, 24.5],
  [38.6, 20],
  [41, 16],
  [42.8, 13.4],
  [43.4, 12.4],
  [45.5, 11.7],
  [51.5, 13],
  [75, 13],
  [75, 60],
  [-60, 60],
  [-60, 36],
];
const DEGREE = 12.5;
export const EQUATOR = 550;
const across = (longitude: number): number => 300 + DEGREE * longitude;
const down = (latitude: number): number => EQUATOR - DEGREE * latitude;

export const beyond = BEYOND.map(
  ([longitude, latitude]) => `${across(longitude).toFixed(0)},${down(latitude).toFixed(0)}`,
).join(" ");

/** Meridians and parallels every ten degrees, without the equator. */
export function graticule(): string {
  const every = (from: number, to: number): number[] =>
    Array.from({ length: (to - from) / 10 }, (_, index) => from + 10 * index);
  const meridians = every(-60, 120).map((longitude) => `M${across(longitude)} -400V1500`);
  const parallels = every(-60, 70)
    .filter((latitude) => latitude !== 0)
    .map((latitude) => `M-700 ${down(latitude)}H1700`);
  return [...meridians, ...parallels].join("");
}

/** The coast without what lies beyond the western edge of the map. */
export function coastOf(svg: string): string {
  const rings = (/d="([^"]+)"/.exec(svg)?.[1] ?? "").split("M").filter((ring) => ring !== "");
  const east = (ring: string): number => Math.max(...ring.split(/[LZ]/).map((point) => Number.parseFloat(point) || 0));
  return rings
    .filter((ring) => east(ring) > 60)
    .map((ring) => `M${ring}`)
    .join("");
}

/** The drawing of a travel card, the joker or an assistant. */
export function drawingOfCard(card: string): string {
  return card.startsWith("assistant ") ? `g-${card.slice(10)}` : `v-${card}`;
}

/** Cards that come back when the movement ends. */
export function comesBack(card: string): boolean {
  return card === "joker" || card.startsWith("assistant ");
}

const ARTEFACTS: Record<string, string> = {
  mask: "a-mask",
  drum: "a-drum",
  figurine: "a-statue",
  shield: "a-shield",
  jewellery: "a-jewel",
};

export function drawingOfAdventure(card: Adventure): string {
  return card.assistant === null ? (ARTEFACTS[card.artefact ?? ""] ?? "a-mask") : `g-${card.assistant}`;
}
