/** The numbered rules of a game, read from its documentation. */
import type { Text } from "../core/i18n.svelte";

export interface Rule {
  number: string;
  text: Text;
}

export interface Chapter {
  title: string;
  rules: Rule[];
}

const HEADING = /^(#{1,3}) (.+)$/;

/** Chapters (`## …`) with their rules (`### §n`, then `**fr** …` and `**en** …`). */
export function chapters(markdown: string): Chapter[] {
  const found: Chapter[] = [];
  let rule: Rule | null = null;
  let side: keyof Text | null = null;
  for (const line of markdown.split("\n")) {
    const heading = HEADING.exec(line);
    if (heading !== null) {
      [rule, side] = [null, null];
      const number = /^§(\S+)$/.exec(heading[2] ?? "")?.[1];
      if (number === undefined) found.push({ title: heading[2] ?? "", rules: [] });
      else {
        rule = { number, text: { fr: "", en: "" } };
        found.at(-1)?.rules.push(rule);
      }
      continue;
    }
    if (rule === null) continue;
    const start = /^\*\*(fr|en)\*\* (.*)$/.exec(line);
    if (start !== null) side = start[1] === "fr" ? "fr" : "en";
    const words = start?.[2] ?? line.trim();
    if (side !== null && words !== "") rule.text[side] = `${rule.text[side]} ${words}`.trim();
  }
  return found.filter((chapter) => chapter.rules.length > 0);
}

const sources = import.meta.glob<string>("../../../docs/games/*.md", { query: "?raw", import: "default" });

/** The chapters of a game; none if it has no rules here. */
export async function rulesOf(game: string): Promise<Chapter[]> {
  return chapters((await sources[`../../../docs/games/${game}.md`]?.()) ?? "");
}

/** One rule by its number. */
export async function ruleOf(game: string, number: string): Promise<Rule | null> {
  const all = (await rulesOf(game)).flatMap((chapter) => chapter.rules);
  return all.find((rule) => rule.number === number) ?? null;
}

/** A sentence in pieces: every second one stood between backticks. */
export function pieces(sentence: string): { words: string; code: boolean }[] {
  return sentence.split("`").map((words, index) => ({ words, code: index % 2 === 1 }));
}

/** Titles are written `français / English`. */
export function titleIn(title: string, language: keyof Text): string {
  const [, number = "", words = title] = /^(\d+\. )?(.*)$/.exec(title) ?? [];
  const [fr = words, en = words] = words.split(" / ");
  return number + (language === "fr" ? fr : en);
}
