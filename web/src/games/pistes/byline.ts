import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "le jeu des 9 pistes, 1977", en: "the game of 9 tracks, 1977" };
