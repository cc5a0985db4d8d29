import type { Text } from "./i18n.svelte";

const table = <Key extends string>(entries: Record<Key, Text>): Record<Key, Text> => entries;

/** What every page shows: bar, menu, connection. */
export const shellTexts = table({
  toContent: { fr: "Aller au contenu", en: "Go to the content" },
  homePage: { fr: "Caravane, accueil", en: "Caravane, home page" },
  watch: { fr: "Regarder", en: "Watch" },
  puzzles: { fr: "Problèmes", en: "Puzzles" },
  finished: { fr: "Parties finies", en: "Finished games" },
  replay: { fr: "Relire un fichier", en: "Replay a file" },
  joinByLink: { fr: "Rejoindre par lien", en: "Join by link" },
  joinShort: { fr: "Rejoindre", en: "Join" },
  night: { fr: "Passer au thème sombre", en: "Switch to the dark theme" },
  day: { fr: "Passer au thème clair", en: "Switch to the light theme" },
  otherLanguage: { fr: "FR, switch to English", en: "EN, passer au français" },
  account: { fr: "Compte", en: "Account" },
  settings: { fr: "Réglages", en: "Settings" },
  login: { fr: "Se connecter", en: "Log in" },
  menu: { fr: "Menu", en: "Menu" },
  games: { fr: "Jeux", en: "Games" },
  myTables: { fr: "Mes tables", en: "My tables" },
  sections: { fr: "Sections", en: "Sections" },
  notFound: { fr: "Cette page n’existe pas", en: "This page does not exist" },
  notFoundBody: {
    fr: "L’adresse est peut-être incomplète, ou la page a changé de place. Rien n’est perdu : vos tables sont toujours là.",
    en: "The address may be incomplete, or the page has moved. Nothing is lost: your tables are still there.",
  },
  home: { fr: "Retour à l’accueil", en: "Back to the home page" },
  close: { fr: "Fermer", en: "Close" },
  offline: {
    fr: "Hors ligne. Les règles et vos dernières tables restent lisibles.",
    en: "Offline. The rules and your latest tables can still be read.",
  },
  newer: { fr: "Une nouvelle version est prête.", en: "A new version is ready." },
  takeNewer: { fr: "La prendre", en: "Take it" },
  later: { fr: "Plus tard", en: "Later" },
});
