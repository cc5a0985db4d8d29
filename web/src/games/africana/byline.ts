import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "Michael Schacht, 2012", en: "Michael Schacht, 2012" };
