import type { Text } from "../core/i18n.svelte";

const table = <Key extends string>(entries: Record<Key, Text>): Record<Key, Text> => entries;

export const puzzleTexts = table({
  puzzles: { fr: "Problèmes", en: "Puzzles" },
  puzzle: { fr: "problème", en: "puzzle" },
  daily: { fr: "Problème du jour", en: "Puzzle of the day" },
  intro: {
    fr: "Chaque position a une seule meilleure suite, prouvée en jouant toutes les réponses.",
    en: "Each position has one best way, proved by playing every answer.",
  },
  loading: { fr: "Le problème arrive…", en: "The puzzle is on its way…" },
  none: { fr: "Ce problème n’existe pas", en: "There is no such puzzle" },
  failed: { fr: "Le problème n’a pas pu être chargé", en: "The puzzle could not be loaded" },
  tryAgain: { fr: "Réessayer", en: "Try again" },
  all: { fr: "Tous les problèmes", en: "All puzzles" },
  yours: { fr: "À vous", en: "Your turn" },
  level1: { fr: "facile", en: "easy" },
  level2: { fr: "moyen", en: "medium" },
  level3: { fr: "difficile", en: "hard" },
  show: { fr: "Voir la solution", en: "Show the solution" },
  again: { fr: "Recommencer", en: "Begin again" },
  next: { fr: "Un autre", en: "Another one" },
  found: { fr: "Trouvé", en: "Solved" },
  shown: { fr: "Solution", en: "Solution" },
  goOn: { fr: "Juste. Et ensuite ?", en: "Right. And then?" },
  streak: { fr: "Série de {n} jour|Série de {n} jours", en: "{n} day in a row|{n} days in a row" },
  solved: { fr: "{n} trouvé sur {all}|{n} trouvés sur {all}", en: "{n} of {all} solved|{n} of {all} solved" },
  doneMark: { fr: "trouvé", en: "solved" },
  honest: {
    fr: "Chaque problème est vérifié : une seule solution, toutes les réponses jouées.",
    en: "Each puzzle is checked: one solution, every answer played.",
  },
  wayTab: { fr: "Solution", en: "Solution" },
  hidden: { fr: "La solution paraît quand vous avez trouvé.", en: "The solution shows once you have found it." },
});
