import type { Text } from "../core/i18n.svelte";

const table = <Key extends string>(entries: Record<Key, Text>): Record<Key, Text> => entries;

export const learnTexts = table({
  learn: { fr: "Apprendre", en: "Learn" },
  learnGame: { fr: "Apprendre {game} en jouant", en: "Learn {game} by playing" },
  firstGame: { fr: "première partie", en: "first game" },
  loading: { fr: "La leçon arrive…", en: "The lesson is on its way…" },
  none: { fr: "Pas encore de leçon", en: "No lesson yet" },
  noneBody: {
    fr: "Ce jeu n’a pas encore de première partie guidée. Ses règles sont là.",
    en: "This game has no guided first game yet. Its rules are there.",
  },
  toRules: { fr: "Lire les règles", en: "Read the rules" },
  failed: { fr: "La leçon n’a pas pu être chargée", en: "The lesson could not be loaded" },
  tryAgain: { fr: "Réessayer", en: "Try again" },
  stepOf: { fr: "Étape {at} sur {all}", en: "Step {at} of {all}" },
  right: { fr: "C’est cela.", en: "That is it." },
  continue: { fr: "Continuer", en: "Go on" },
  why: { fr: "Pourquoi ?", en: "Why?" },
  before: { fr: "Retour", en: "Back" },
  leave: { fr: "Quitter, je reprendrai", en: "Leave, I will be back" },
  leaveShort: { fr: "Quitter", en: "Leave" },
  again: { fr: "Tout recommencer", en: "Begin again" },
  without: { fr: "Jouer sans leçon", en: "Play without a lesson" },
  steps: { fr: "{n} étape|{n} étapes", en: "{n} step|{n} steps" },
  stepsTab: { fr: "Étapes", en: "Steps" },
  made: { fr: "{n} faite|{n} faites", en: "{n} done|{n} done" },
  doneMark: { fr: "faite", en: "done" },
  rule: { fr: "Règle {rule}", en: "Rule {rule}" },
  closeWhy: { fr: "Fermer", en: "Close" },
  rulesAll: { fr: "Toutes les règles", en: "All the rules" },
  safe: {
    fr: "Vous pouvez partir à tout moment : la leçon reprend ici, dans ce navigateur.",
    en: "You can leave at any time: the lesson goes on here, in this browser.",
  },
  play: { fr: "Jouer", en: "Play" },
  voice: { fr: "La leçon", en: "The lesson" },
  hush: { fr: "Sans la leçon", en: "Without the lesson" },
  trail: { fr: "Progression", en: "Progress" },
  ready: { fr: "Vous savez jouer", en: "You know how to play" },
});
