/** What the account page and the ways back in say. */
import type { Text } from "../../core/i18n.svelte";

const table = <Key extends string>(entries: Record<Key, Text>): Record<Key, Text> => entries;

export const safetyTexts = table({
  places: { fr: "Où suis-je connecté ?", en: "Where am I logged in?" },
  placesHint: {
    fr: "Un appareil que vous ne reconnaissez pas ? Déconnectez-le, puis changez de mot de passe.",
    en: "A device that you do not know? Log it out, then change your password.",
  },
  unknownDevice: { fr: "Appareil inconnu", en: "Unknown device" },
  here: { fr: "ici", en: "here" },
  placeFacts: { fr: "depuis le {since}, vu {seen}", en: "since {since}, seen {seen}" },
  endPlace: { fr: "Déconnecter", en: "Log out" },
  endPlaceOf: { fr: "Déconnecter {device}, vu {seen}", en: "Log out {device}, seen {seen}" },
  passwordTitle: { fr: "Mot de passe", en: "Password" },
  passwordHint: {
    fr: "Changer de mot de passe vous déconnecte partout ailleurs et supprime vos jetons.",
    en: "Changing the password logs you out everywhere else and deletes your tokens.",
  },
  oldPassword: { fr: "Mot de passe actuel", en: "Present password" },
  newPassword: { fr: "Nouveau mot de passe", en: "New password" },
  newPasswordHint: {
    fr: "Au moins 8 caractères. Quatre mots sans rapport se retiennent bien et se devinent mal.",
    en: "At least 8 characters. Four words that have nothing to do with each other are easy to keep and hard to guess.",
  },
  changePassword: { fr: "Changer", en: "Change" },
  passwordChanged: {
    fr: "Mot de passe changé. Vous n’êtes plus connecté qu’ici.",
    en: "Password changed. You are logged in only here now.",
  },
  codes: { fr: "Codes de secours", en: "Recovery codes" },
  codesHint: {
    fr: "Chaque code permet d’entrer une fois sans le mot de passe. Imprimez-les ou notez-les : ils ne sont montrés qu’une fois.",
    en: "Each code lets you in once without the password. Print them or write them down: they are shown only once.",
  },
  codesLeft: {
    fr: "Il vous reste {n} code.|Il vous reste {n} codes.",
    en: "You have {n} code left.|You have {n} codes left.",
  },
  noCodes: { fr: "Vous n’avez pas encore de codes.", en: "You have no codes yet." },
  makeCodes: { fr: "Créer de nouveaux codes", en: "Make new codes" },
  oldCodesVoid: { fr: "De nouveaux codes remplacent les anciens.", en: "New codes replace the old ones." },
  yourCodes: {
    fr: "Voici vos codes. Ils ne seront plus montrés.",
    en: "Here are your codes. They will not be shown again.",
  },
  copyCodes: { fr: "Copier", en: "Copy" },
  codesCopied: { fr: "Copiés", en: "Copied" },
  codesKept: { fr: "Je les ai gardés, continuer", en: "I kept them, go on" },
  mail: { fr: "Adresse de courriel", en: "Mail address" },
  mailHint: {
    fr: "Elle ne sert qu’à vous envoyer un lien si vous oubliez votre mot de passe. Personne ne la voit.",
    en: "It only serves to send you a link if you forget your password. Nobody sees it.",
  },
  mailIs: { fr: "Confirmée : {mail}", en: "Confirmed: {mail}" },
  saveMail: { fr: "Envoyer un lien de confirmation", en: "Send a link to confirm it" },
  dropMail: { fr: "Retirer l’adresse", en: "Remove the address" },
  mailSent: {
    fr: "Un courriel est en route : ouvrez le lien qu’il contient dans les 24 heures.",
    en: "A mail is on its way: open the link in it within 24 hours.",
  },
  mailDropped: { fr: "Adresse retirée.", en: "Address removed." },
  mailConfirmed: { fr: "Adresse confirmée. Merci.", en: "Address confirmed. Thank you." },
  confirmWith: { fr: "Mot de passe, pour continuer", en: "Password, to go on" },
  scopes: { fr: "Ce qu’il peut faire", en: "What it may do" },
  scopeRead: { fr: "Regarder", en: "Look" },
  scopePlay: { fr: "Regarder et jouer", en: "Look and play" },
  scopeManage: { fr: "Gérer le compte", en: "Manage the account" },
  forgot: { fr: "Mot de passe oublié ?", en: "Forgot your password?" },
  forgotHint: {
    fr: "Avec un de vos codes de secours, choisissez un nouveau mot de passe.",
    en: "With one of your recovery codes, choose a new password.",
  },
  code: { fr: "Code de secours", en: "Recovery code" },
  recover: { fr: "Entrer et changer de mot de passe", en: "Go in and change the password" },
  byMailHint: {
    fr: "Si vous avez confirmé une adresse, un lien vous y sera envoyé.",
    en: "If you confirmed an address, a link will be sent there.",
  },
  askMail: { fr: "M’envoyer un lien", en: "Send me a link" },
  mailAsked: {
    fr: "Si ce compte a une adresse confirmée, un lien y est en route. Il vaut une heure.",
    en: "If this account has a confirmed address, a link is on its way there. It is good for an hour.",
  },
  linkTitle: { fr: "Nouveau mot de passe", en: "New password" },
  linkHint: {
    fr: "Choisissez un nouveau mot de passe pour votre compte. Vous serez déconnecté partout ailleurs.",
    en: "Choose a new password for your account. You will be logged out everywhere else.",
  },
});
