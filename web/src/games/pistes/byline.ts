import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "le jeu des 9 pistes, 1977", en: "the game of 9 tracks, 1977" };

/** The aim of the game in one sentence, said at the table until it is dismissed. */
export const aim: Text = {
  fr: "Amenez vos neuf pions dans votre camp avant que l’autre ait rentré les siens.",
  en: "Bring your nine pawns into your camp before the other side has brought in its own.",
};
