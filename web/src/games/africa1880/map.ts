/** The map as data, the same file that the rules read: names, borders, outlines. */
import type { Text } from "../../core/i18n.svelte";
import data from "../../../../src/caravane/games/africa1880/map.json";
import { shapesOf, type Point } from "./shapes";

export interface Country {
  id: string;
  name: Text;
  /** A seat's colour, of which the drawings are named. */
  colour: string;
}

export interface Territory {
  id: string;
  name: Text;
  /** Three to five letters, for small screens and past columns of the sheet. */
  short: string;
  coastal: boolean;
  squares: number;
  borders: readonly string[];
  /** Where its name and pieces stand. */
  at: Point;
}

const SCALE = 12.2;
const project = ([longitude, latitude]: readonly number[]): Point => [
  SCALE * ((longitude ?? 0) + 18.5),
  SCALE * (38.3 - (latitude ?? 0)),
];

/** Where names and pieces stand if the middle of a territory is too narrow: longitude, latitude. */
const ANCHORS: Record<string, [number, number]> = {
  djibouti: [44.6, 14.6],
  mogadiscio: [46.2, 4.6],
  alexandrie: [29.2, 29.8],
  dahomey: [-2.4, 7.4],
  dakar: [-12, 12.6],
  zanzibar: [37.3, -6.6],
  "lac-nyassa": [36.4, -14],
  "lac-victoria": [31.8, 0.4],
  cameroun: [11.8, 4.6],
  congo: [21.3, -2.3],
  "cape-town": [23.4, -31.4],
  kenya: [38.2, 1.2],
  abyssinie: [39.6, 8.2],
  egypte: [29.9, 23.9],
  khartoum: [29.3, 15.6],
  angola: [17.3, -11.9],
  rhodesie: [27.9, -16.4],
  namibie: [17.3, -21.6],
  kuruman: [25.2, -24.8],
  madagascar: [46.9, -19.6],
  alger: [2, 33.2],
  fachoda: [30.2, 7.4],
  bangui: [20.4, 6.2],
  "lac-tchad": [17.6, 13.6],
  nigeria: [7.4, 9.6],
  ouagadougou: [-2, 12.2],
  tombouctou: [-3.4, 18.3],
  tenere: [10, 18.2],
  tamanrasset: [3.6, 25.6],
  sahara: [-10.9, 23],
  libye: [18, 28],
  "lac-tanganyika": [30.9, -7],
};
/** How far a name stands beside its place, where the names of neighbours would meet. */
export const ASIDE: Record<string, number> = { "lac-tanganyika": -20, zanzibar: 16, "lac-nyassa": 8, dahomey: -6 };
const SHORT: Record<string, string> = {
  abyssinie: "Aby",
  alexandrie: "Alex",
  alger: "Alger",
  angola: "Ango",
  bangui: "Ban",
  cameroun: "Cam",
  "cape-town": "Cap",
  congo: "Congo",
  dahomey: "Dah",
  dakar: "Dak",
  djibouti: "Djib",
  egypte: "Égy",
  fachoda: "Fach",
  kenya: "Ken",
  khartoum: "Khar",
  kuruman: "Kur",
  "lac-nyassa": "Nya",
  "lac-tanganyika": "Tan",
  "lac-tchad": "Tchad",
  "lac-victoria": "Vic",
  libye: "Lib",
  madagascar: "Mada",
  mogadiscio: "Mog",
  namibie: "Nam",
  nigeria: "Nig",
  ouagadougou: "Oua",
  rhodesie: "Rho",
  sahara: "Sah",
  tamanrasset: "Tam",
  tenere: "Tén",
  tombouctou: "Tom",
  zanzibar: "Zan",
};

export const TERRITORIES: readonly Territory[] = data.territories.map((each) => ({
  id: each.id,
  name: { fr: each.fr, en: each.en },
  short: SHORT[each.id] ?? each.fr.slice(0, 4),
  coastal: each.coastal,
  squares: each.squares,
  borders: each.borders,
  at: project(ANCHORS[each.id] ?? each.at),
}));
export const COUNTRIES: readonly Country[] = data.countries.map((each) => ({
  id: each.id,
  name: { fr: each.fr, en: each.en },
  colour: each.colour,
}));

const territories = new Map(TERRITORIES.map((each) => [each.id, each]));
const countries = new Map(COUNTRIES.map((each) => [each.id, each]));

export function territory(id: string): Territory {
  const found = territories.get(id);
  if (found === undefined) throw new Error(`no territory ${id}`);
  return found;
}

export function country(id: string): Country {
  const found = countries.get(id);
  if (found === undefined) throw new Error(`no country ${id}`);
  return found;
}

/** Outlines and borders in the units of the chart; each border is smoothed once, so that neighbours share it exactly. */
export const { outlines, arcs } = shapesOf(
  new Map(data.territories.map((each) => [each.id, each.ring.map((point): Point => [point[0] ?? 0, point[1] ?? 0])])),
  project,
);

/** One of four tints of land for each territory: no two neighbours alike. */
export const TINTS: ReadonlyMap<string, string> = (() => {
  const tints = new Map<string, string>();
  for (const each of [...TERRITORIES].toSorted((a, b) => b.borders.length - a.borders.length)) {
    const taken = new Set(each.borders.map((other) => tints.get(other)));
    tints.set(each.id, ["land", "land-2", "land-3", "land-4"].find((tint) => !taken.has(tint)) ?? "land");
  }
  return tints;
})();

/** Where the sea link to Madagascar is drawn. */
export const seaLink = (from: string, to: string): [Point, Point] => {
  const known: Record<string, [number, number][]> = {
    "madagascar lac-nyassa": [
      [44.2, -17.2],
      [40.2, -15.4],
    ],
    "madagascar zanzibar": [
      [45.6, -15.6],
      [39.6, -9.4],
    ],
  };
  const ends = known[`${from} ${to}`];
  return ends === undefined ? [territory(from).at, territory(to).at] : [project(ends[0] ?? []), project(ends[1] ?? [])];
};
