import type { Text } from "../core/i18n.svelte";

const table = <Key extends string>(entries: Record<Key, Text>): Record<Key, Text> => entries;

export const homeTexts = table({
  title: { fr: "Quatre cartes, une caravane.", en: "Four maps, one caravan." },
  pitch: {
    fr: "Quatre jeux de plateau sur l’Afrique, contre des bots ou entre amis, en direct ou au fil des jours. Rien à installer, rien à payer.",
    en: "Four board games about Africa, against bots or with friends, live or over days. Nothing to install, nothing to pay.",
  },
  yourTurn: { fr: "À vous de jouer", en: "Your turn" },
  waiting: {
    fr: "{n} table vous attend|{n} tables vous attendent",
    en: "{n} table is waiting for you|{n} tables are waiting for you",
  },
  myTables: { fr: "Vos tables", en: "Your tables" },
  nothingWaits: { fr: "Rien ne presse", en: "No hurry" },
  play: { fr: "Jouer", en: "Play" },
  playGame: { fr: "Jouer à {game}", en: "Play {game}" },
  openTable: { fr: "Ouvrir une table", en: "Open a table" },
  rules: { fr: "Règles", en: "Rules" },
  rulesOf: { fr: "Règles : {game}", en: "Rules: {game}" },
  openGame: { fr: "Ouvrir une table : {game}", en: "Open a table: {game}" },
  seats: { fr: "{low} à {high}", en: "{low} to {high}" },
  minutes: { fr: "{n} min", en: "{n} min" },
  players: { fr: "joueurs", en: "players" },
  length: { fr: "durée", en: "length" },
  think: { fr: "On attend {who}", en: "Waiting for {who}" },
  yours: { fr: "À vous de jouer", en: "It is your turn" },
  seatsLeft: { fr: "{n} place libre|{n} places libres", en: "{n} free seat|{n} free seats" },
  allMine: { fr: "Toutes mes tables", en: "All my tables" },
  failed: { fr: "La page d’accueil n’a pas pu tout charger.", en: "The home page could not load everything." },
  retry: { fr: "Réessayer", en: "Try again" },
  unknownGame: {
    fr: "Il n’y a pas de jeu nommé « {game} » ici. Choisissez parmi ceux-ci.",
    en: "There is no game named “{game}” here. Choose one of these.",
  },
  loading: { fr: "Les jeux arrivent…", en: "The games are on their way…" },
});

export const openTexts = table({
  quickTitle: { fr: "Jouer à {game}", en: "Play {game}" },
  fullTitle: { fr: "Ouvrir une table : {game}", en: "Open a table: {game}" },
  start: { fr: "Commencer", en: "Start" },
  open: { fr: "Ouvrir la table", en: "Open the table" },
  howMany: { fr: "Combien de places ?", en: "How many seats?" },
  level: { fr: "Force des bots", en: "Strength of the bots" },
  preset: { fr: "Préréglage", en: "Preset" },
  options: { fr: "Options de jeu", en: "Game options" },
  position: { fr: "Commencer par une position", en: "Begin with a position" },
  positionHint: {
    fr: "Une ligne de texte, comme « Copier la position » la donne. Elle dit elle-même ses options et ses places.",
    en: "A line of text, as “Copy the position” gives it. It says its options and seats itself.",
  },
  yes: { fr: "Oui", en: "Yes" },
  seats: { fr: "Qui s’assied où ?", en: "Who sits where?" },
  me: { fr: "Moi", en: "Me" },
  hotSeat: { fr: "Quelqu’un d’autre sur cet appareil", en: "Somebody else on this device" },
  hotDefault: { fr: "Joueur {n}", en: "Player {n}" },
  hotName: { fr: "Son nom", en: "Their name" },
  free: { fr: "Quiconque a le lien", en: "Anybody with the link" },
  botLevel: { fr: "Bot : {name}", en: "Bot: {name}" },
  clock: { fr: "Pendule", en: "Clock" },
  noClock: { fr: "Sans pendule", en: "No clock" },
  live: { fr: "En direct, {minutes} min + {seconds} s", en: "Live, {minutes} min + {seconds} s" },
  days: { fr: "{n} jour par coup|{n} jours par coup", en: "{n} day a move|{n} days a move" },
  phases: {
    fr: "Phases : négocier {talk} min, puis écrire {write} min",
    en: "Phases: talk {talk} min, then write {write} min",
  },
  phasesOpen: {
    fr: "Phases, en parlant toujours : {talk} min, puis {write} min",
    en: "Phases, talking all the time: {talk} min, then {write} min",
  },
  undo: { fr: "Reprendre un coup", en: "Taking a move back" },
  undoTurn: { fr: "libre pendant son tour, puis sur demande", en: "free in one’s turn, then by asking" },
  undoAsk: { fr: "toujours sur demande", en: "always by asking" },
  undoNever: { fr: "jamais", en: "never" },
  undoHint: {
    fr: "Reprendre ne rend jamais de temps. Les bots sont toujours d’accord.",
    en: "Taking back never gives time. Bots always agree.",
  },
  rooms: { fr: "Salons privés après la fin", en: "Private rooms after the end" },
  roomsNever: { fr: "restent privés", en: "stay private" },
  roomsPlayers: { fr: "ouverts à celles et ceux qui ont joué", en: "open to those who played" },
  roomsAll: { fr: "ouverts à tout le monde", en: "open to everybody" },
  roomsHint: {
    fr: "Chacun voit ce choix avant de s’asseoir ; il ne change plus.",
    en: "Everybody sees this choice before sitting down; it does not change any more.",
  },
  visibility: { fr: "Visible pour", en: "Visible to" },
  byLink: { fr: "ceux qui ont le lien", en: "those with the link" },
  everybody: { fr: "tout le monde, dans la liste", en: "everybody, in the list" },
  seatOf: { fr: "Place {n}, {side}", en: "Seat {n}, {side}" },
});

export const joinTexts = table({
  title: { fr: "Rejoindre par lien", en: "Join by link" },
  hint: { fr: "Collez le lien d’une table, ou son code.", en: "Paste the link of a table, or its code." },
  label: { fr: "Lien ou code", en: "Link or code" },
  go: { fr: "Y aller", en: "Go there" },
  bad: {
    fr: "Ce n’est pas le lien d’une table. Il ressemble à {example}.",
    en: "This is not the link of a table. It looks like {example}.",
  },
});

export const listTexts = table({
  mine: { fr: "Mes tables", en: "My tables" },
  open: { fr: "Tables ouvertes", en: "Open tables" },
  running: { fr: "À regarder", en: "To watch" },
  finished: { fr: "Parties finies", en: "Finished games" },
  lists: { fr: "Listes de tables", en: "Lists of tables" },
  none: { fr: "Aucune table ici pour l’instant.", en: "No table here at the moment." },
  toGames: { fr: "Choisir un jeu", en: "Choose a game" },
  loading: { fr: "Les tables arrivent…", en: "The tables are on their way…" },
  yourTurn: { fr: "À vous", en: "Your turn" },
  waitingPeople: { fr: "attend des joueurs", en: "waiting for players" },
  running1: { fr: "en cours", en: "running" },
  over: { fr: "finie", en: "over" },
  aborted: { fr: "fermée", en: "closed" },
  damaged: { fr: "abîmée", en: "damaged" },
  wonBy: { fr: "{who} gagne", en: "won by {who}" },
  freeSeat: { fr: "place libre", en: "free seat" },
  replay: { fr: "Revoir", en: "Replay" },
});

export const accountTexts = table({
  loginTitle: { fr: "Se connecter", en: "Log in" },
  login: { fr: "Se connecter", en: "Log in" },
  registerTitle: { fr: "Créer un compte", en: "Create an account" },
  register: { fr: "Créer le compte", en: "Create the account" },
  registerHint: {
    fr: "Un nom et un mot de passe suffisent. Vos tables d’invité restent les vôtres.",
    en: "A name and a password are enough. Your guest tables stay yours.",
  },
  name: { fr: "Nom", en: "Name" },
  password: { fr: "Mot de passe", en: "Password" },
  passwordHint: { fr: "Au moins 8 caractères.", en: "At least 8 characters." },
  accountTitle: { fr: "Compte", en: "Account" },
  since: { fr: "{name}, depuis le {date}", en: "{name}, since {date}" },
  guestSince: {
    fr: "Vous jouez comme invité sous le nom de {name}. Sans compte, tout se perd avec le cookie de ce navigateur.",
    en: "You play as a guest under the name of {name}. Without an account everything is lost with this browser’s cookie.",
  },
  logout: { fr: "Se déconnecter", en: "Log out" },
  logoutEverywhere: { fr: "Se déconnecter partout", en: "Log out everywhere" },
  tokens: { fr: "Jetons pour bots et scripts", en: "Tokens for bots and scripts" },
  tokensHint: {
    fr: "Un jeton agit en votre nom. Il n’est montré qu’une fois.",
    en: "A token acts in your name. It is shown only once.",
  },
  noToken: { fr: "Aucun jeton.", en: "No token." },
  tokenLabel: { fr: "À quoi servira-t-il ?", en: "What is it for?" },
  makeToken: { fr: "Créer un jeton", en: "Create a token" },
  dropToken: { fr: "Supprimer le jeton {label}", en: "Delete the token {label}" },
  drop: { fr: "Supprimer", en: "Delete" },
  newToken: {
    fr: "Voici le jeton. Gardez-le : il ne sera plus montré.",
    en: "Here is the token. Keep it: it will not be shown again.",
  },
  lastUsed: { fr: "dernier usage : {when}", en: "last used: {when}" },
  neverUsed: { fr: "jamais utilisé", en: "never used" },
  deleteTitle: { fr: "Supprimer le compte", en: "Delete the account" },
  deleteHint: {
    fr: "Votre nom disparaît de toutes les parties ; les parties elles-mêmes restent, anonymes. C’est définitif.",
    en: "Your name disappears from all games; the games themselves stay, anonymous. This cannot be undone.",
  },
  deleteConfirm: { fr: "Mot de passe, pour confirmer", en: "Password, to confirm" },
  deleteNow: { fr: "Supprimer pour de bon", en: "Delete for good" },
});

export const settingsTexts = table({
  title: { fr: "Réglages", en: "Settings" },
  name: { fr: "Votre nom aux tables", en: "Your name at the tables" },
  save: { fr: "Enregistrer", en: "Save" },
  saved: { fr: "Enregistré.", en: "Saved." },
  language: { fr: "Langue", en: "Language" },
  theme: { fr: "Thème", en: "Theme" },
  themeAuto: { fr: "Comme l’appareil", en: "As the device" },
  themeLight: { fr: "Clair", en: "Light" },
  themeDark: { fr: "Sombre", en: "Dark" },
  speed: { fr: "Animations", en: "Animations" },
  speedSlow: { fr: "Lentes", en: "Slow" },
  speedNormal: { fr: "Normales", en: "Normal" },
  speedFast: { fr: "Rapides", en: "Fast" },
  speedOff: { fr: "Aucune", en: "None" },
  sound: { fr: "Sons", en: "Sounds" },
  soundHint: {
    fr: "Un bruit de bois pour chaque coup, deux notes quand c’est à vous.",
    en: "A sound of wood for each move, two notes when it is your turn.",
  },
  hints: { fr: "Montrer les meilleures cibles", en: "Show the best targets" },
  hintsHint: {
    fr: "Les cibles qui rapportent le plus sont marquées d’encre.",
    en: "The targets that bring most are marked with ink.",
  },
});

export const rulesTexts = table({
  title: { fr: "Règles : {game}", en: "Rules: {game}" },
  loading: { fr: "Les règles arrivent…", en: "The rules are on their way…" },
  none: {
    fr: "Les règles de ce jeu ne sont pas disponibles ici.",
    en: "The rules of this game are not available here.",
  },
  toGames: { fr: "Voir les jeux", en: "See the games" },
});
