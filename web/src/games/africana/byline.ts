import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "Michael Schacht, 2012", en: "Michael Schacht, 2012" };

/** The aim of the game in one sentence, said at the table until it is dismissed. */
export const aim: Text = {
  fr: "Achevez des expéditions et des aventures : le plus de points gagne quand une case ne peut plus être remplie.",
  en: "Complete expeditions and adventures: the most points win when a space can no longer be filled.",
};
