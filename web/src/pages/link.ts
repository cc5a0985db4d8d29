/** The table that a pasted text means: a whole link, a path, or the bare code. */
export function tableIn(text: string): string | null {
  const trimmed = text.trim();
  const found = /\/t\/([\w-]{1,32})(?:[/?#]|$)/.exec(trimmed) ?? /^([\w-]{4,32})$/.exec(trimmed);
  return found?.[1] ?? null;
}
