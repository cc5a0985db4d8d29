/** What a person chose for this browser: language, theme, motion, sound. Kept in local storage. */
import { browserLanguage, language, setLanguage, type Language } from "./i18n.svelte";

export type Theme = "auto" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";

export interface Settings {
  language: Language;
  theme: Theme;
  speed: Speed;
  sound: boolean;
  hints: boolean; // mark the best targets on boards
  aims: string[]; // games whose aim was read and put away
}

const KEY = "caravane.settings";
/** How long animations last, as a multiple of what the look says. */
const PACE: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.5, off: 0 };

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const night = matchMedia("(prefers-color-scheme: dark)");

export const settings = $state<Settings>({
  language: browserLanguage(navigator.languages),
  theme: "auto",
  speed: calm.matches ? "off" : "normal",
  sound: false,
  hints: true,
  aims: [],
  ...stored(),
});

/** How long something that the look gives `ms` takes here. */
export function duration(ms: number): number {
  return ms * PACE[settings.speed];
}

export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "auto" && night.matches);
}

export function choose<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that forbids storage still plays; it forgets at the next visit.
  }
  show();
}

/** Puts the settings onto the page. */
export function show(): void {
  const root = document.documentElement;
  if (language() !== settings.language) setLanguage(settings.language);
  root.lang = settings.language;
  root.dataset["theme"] = isDark() ? "dark" : "light";
  root.dataset["motion"] = settings.speed === "off" ? "off" : "on";
  const sea = isDark() ? "#0f2029" : "#d2e1df";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", sea);
}

night.addEventListener("change", show);
