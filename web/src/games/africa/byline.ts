import type { Text } from "../../core/i18n.svelte";

/** What is said after the title, here and on the home page. */
export const byline: Text = { fr: "Reiner Knizia, 2001", en: "Reiner Knizia, 2001" };
