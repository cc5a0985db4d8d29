import type { Text } from "../core/i18n.svelte";
import type { GameFacts } from "../core/types";

/** "Reiner Knizia, 2001", as far as it is known. */
export function bylineOf({ author, year }: GameFacts): Text {
  const words = [author, year === 0 ? "" : String(year)].filter((part) => part !== "").join(", ");
  return { fr: words, en: words };
}
