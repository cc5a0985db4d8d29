import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "1880–1914, Francis Pacherie", en: "1880–1914, Francis Pacherie" };
