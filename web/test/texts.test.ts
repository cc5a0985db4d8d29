/** Every text exists in both languages, is used somewhere, and keeps to the typography. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Text } from "../src/core/i18n.svelte";

const SRC = join(import.meta.dirname, "../src");
const modules = import.meta.glob<Record<string, Record<string, Text>>>("../src/**/texts.ts", { eager: true });
const tables = Object.entries(modules).flatMap(([file, exports]) =>
  Object.entries(exports).map(([name, table]) => ({ file, name, table })),
);
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith("texts.ts") && !file.endsWith("wire.ts"))
  .map((file) => ({ file, source: readFileSync(join(SRC, file), "utf8") }));

/** Names of animals and tiles are looked up by what the server calls them. */
const LOOKED_UP = new Set(["kindTexts", "cardTexts"]);

test("there are texts", () => {
  expect(tables.length).toBeGreaterThan(5);
});

test.each(tables)("$name has both languages and the same placeholders", ({ table }) => {
  for (const [key, text] of Object.entries(table)) {
    const names = (sentence: string): string[] => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].toSorted();
    expect(text.fr, key).not.toBe("");
    expect(text.en, key).not.toBe("");
    expect(names(text.fr), key).toEqual(names(text.en));
    expect(text.fr.split("|").length, key).toBe(text.en.split("|").length);
  }
});

test.each(tables)("$name is used, every text of it", ({ file, name, table }) => {
  const folder = /games\/\w+\//.exec(file)?.[0] ?? "";
  const readers = sources.filter((each) => each.file.includes(folder));
  const unused = Object.keys(table).filter((key) => !readers.some(({ source }) => source.includes(`"${key}"`)));
  expect(LOOKED_UP.has(name) ? [] : unused).toEqual([]);
});

test.each(tables)("$name writes apostrophes and spaces as French does", ({ table }) => {
  for (const [key, { fr }] of Object.entries(table)) {
    expect(fr, key).not.toMatch(/\w'\w/);
    expect(fr, key).not.toMatch(/[^\s\u00a0\u202f][?!;»]/u);
  }
});
