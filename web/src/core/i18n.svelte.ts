/** French and English, side by side. A text is chosen by the language of the page at the moment it is drawn. */

export const LANGUAGES = ["fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The same sentence in both languages; the server sends the same shape. */
export interface Text {
  fr: string;
  en: string;
}

export type Values = Record<string, string | number>;
export type Say<Key extends string> = (key: Key, values?: Values) => string;

export const LANGUAGE_NAMES: Record<Language, string> = { fr: "Français", en: "English" };

const current = $state<{ language: Language }>({ language: "fr" });

export function language(): Language {
  return current.language;
}

export function setLanguage(chosen: Language): void {
  current.language = chosen;
}

/** The first language of the browser that we speak. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((known) => tag.toLowerCase().startsWith(known));
    if (found !== undefined) return found;
  }
  return "en";
}

/** Which of `one | many` a count takes: French counts 0 and 1 alike, English only 1. */
export function isSingular(count: number, lang: Language): boolean {
  return lang === "fr" ? Math.abs(count) < 2 : count === 1;
}

/** Puts values into `{name}` and picks between `one|many` by `{n}`. */
export function fill(sentence: string, values: Values, lang: Language): string {
  const forms = sentence.split("|");
  const count = Number(values["n"] ?? 0);
  const form = forms.length > 1 && !isSingular(count, lang) ? forms[1] : forms[0];
  return (form ?? "").replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value, lang) : value;
  });
}

/** A function that says the texts of one area of the client in the language of the page. */
export function texts<Key extends string>(table: Record<Key, Text>): Say<Key> {
  return (key, values = {}) => {
    const sentence = table[key][current.language];
    return fill(current.language === "fr" ? frenchSpaces(sentence) : sentence, values, current.language);
  };
}

/** French signs of two parts keep to their word: no line breaks before them. */
export function frenchSpaces(sentence: string): string {
  return sentence.replace(/ (?=[?!:;»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** A text that came from the server. */
export function inWords(text: Text, values: Values = {}): string {
  const sentence = current.language === "fr" ? frenchSpaces(text.fr) : text.en;
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** As a line of its own begins. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function number(value: number, lang: Language = current.language): string {
  return new Intl.NumberFormat(lang).format(value);
}

export function dateTime(value: Date, lang: Language = current.language): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(value);
}

export function timeOfDay(value: Date, lang: Language = current.language): string {
  return new Intl.DateTimeFormat(lang, { timeStyle: "short" }).format(value);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** "il y a 4 min", "in 3 hr.": how far a moment is from now. */
export function ago(moment: Date, now: Date = new Date(), lang: Language = current.language): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" });
  return format.format(Math.trunc(seconds / size), unit);
}

/** "a, b et c". */
export function list(words: string[], lang: Language = current.language): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(words);
}
