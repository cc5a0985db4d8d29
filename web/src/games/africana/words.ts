/** Places, cards and ways in words. */
import { inWords, list, texts } from "../../core/i18n.svelte";
import type { Deed } from "./journey";
import { africanaTexts, cardTexts } from "./texts";
import type { Adventure, AfricanaView, Expedition, Step } from "./view";

export const say = texts(africanaTexts);
const cards = texts(cardTexts);

export function placeName(view: AfricanaView, id: string): string {
  const place = view.map.places.find((each) => each.id === id);
  return place === undefined ? id : inWords(place.name);
}

const known = (key: string): key is keyof typeof cardTexts => key in cardTexts;

export function cardName(card: string): string {
  if (!card.startsWith("assistant ")) return known(card) ? cards(card) : card;
  const symbol = card.slice("assistant ".length);
  return say("guide", { symbol: known(symbol) ? cards(symbol) : symbol });
}

export function routeName(view: AfricanaView, card: Expedition): string {
  return `${placeName(view, card.from)} – ${placeName(view, card.to)}`;
}

/** What an adventure brings: an object, or a guide. */
export function bringsName(card: Adventure): string {
  return cardName(card.artefact ?? `assistant ${card.assistant ?? ""}`);
}

export function adventureName(view: AfricanaView, card: Adventure): string {
  return say("leaf", { name: bringsName(card), place: placeName(view, card.to) });
}

export function bonusWords(deed: { silver: number; cards: number }): string {
  if (deed.silver > 0) return say("plusSilver", { n: deed.silver });
  return deed.cards > 0 ? say("plusCard", { n: deed.cards }) : "";
}

export function deedWords(view: AfricanaView, deed: Deed): string {
  switch (deed.does) {
    case "join":
      return say("joins", { route: routeName(view, deed.card), bonus: bonusWords(deed) });
    case "complete":
      return say("completes", { route: routeName(view, deed.card), silver: deed.silver, n: deed.points });
    case "finish":
      if (deed.card.assistant !== null) return say("hires", { card: adventureName(view, deed.card) });
      return say("finishes", { card: adventureName(view, deed.card), silver: deed.silver, n: deed.points });
  }
}

export function deedButton(view: AfricanaView, deed: Deed): string {
  switch (deed.does) {
    case "join":
      return say("joinNow", { route: routeName(view, deed.card), bonus: bonusWords(deed) });
    case "complete":
      return say("completeNow", { route: routeName(view, deed.card) });
    case "finish":
      return say("finishNow", { card: adventureName(view, deed.card) });
  }
}

/** "Rejoint A – B (+2 argent), achève C – D : 3 argent, 4 points." */
export function sentence(parts: readonly string[]): string {
  if (parts.length === 0) return "";
  const words = list([...parts]);
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}

export function stepWords(view: AfricanaView, steps: readonly Step[]): string {
  const last = steps.at(-1);
  if (last === undefined) return "";
  const names = steps.map(({ card, silver }) => cardName(card) + (silver > 0 ? say("forSilver", { n: silver }) : ""));
  return say("target", { place: placeName(view, last.to), n: steps.length, cards: names.join(", ") });
}
