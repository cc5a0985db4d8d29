/** The letters that stand at given places of the keyboard: Q W A D Z X are A Z Q D W X on a French one. */
interface KeyboardMap {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>;
}

/** What is written on these keys ("KeyQ"); as on an English keyboard where the browser does not tell. */
export async function lettersOn(codes: readonly string[]): Promise<string[]> {
  const keyboard = (navigator as Navigator & { keyboard?: KeyboardMap }).keyboard;
  let layout: ReadonlyMap<string, string> | null = null;
  try {
    layout = (await keyboard?.getLayoutMap()) ?? null;
  } catch {
    // Not allowed here: the English letters have to do, and a French page is likely to have a French keyboard.
  }
  const french: Record<string, string> = { KeyQ: "A", KeyW: "Z", KeyA: "Q", KeyZ: "W" };
  const guess = (code: string): string =>
    navigator.language.startsWith("fr") ? (french[code] ?? code.slice(3)) : code.slice(3);
  return codes.map((code) => (layout?.get(code) ?? guess(code)).toUpperCase());
}
