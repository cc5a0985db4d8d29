import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "Reiner Knizia, 2001", en: "Reiner Knizia, 2001" };

/** The aim of the game in one sentence, said at the table until it is dismissed. */
export const aim: Text = {
  fr: "Ayez le plus de points quand le onzième monument est découvert.",
  en: "Have the most points when the eleventh monument is found.",
};
