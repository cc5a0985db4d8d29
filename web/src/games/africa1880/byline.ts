import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "1880–1914, Francis Pacherie", en: "1880–1914, Francis Pacherie" };

/** The aim of the game in one sentence, said at the table until it is dismissed. */
export const aim: Text = {
  fr: "Ayez le plus de points en 1914 : 8 pour une colonie à vous seul, 3 pour une colonie partagée.",
  en: "Have the most points in 1914: 8 for a colony of your own, 3 for a shared one.",
};
