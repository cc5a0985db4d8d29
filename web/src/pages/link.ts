/** The table that a pasted text means: a whole link, a path, or the bare code. */
export function tableIn(text: string): string | null {
  const trimmed = text.trim();
  const found = /\/t\/([\w-]{1,32})(?:[/?#]|$)/.exec(trimmed) ?? /^([\w-]{4,32})$/.exec(trimmed);
  return found?.[1] ?? null;
}

/** What a link in a mail brings behind the `#`, which browsers send to nobody: a key, and what it is for. */
export function mailed(hash: string): { kind: "recover" | "confirm"; secret: string } | null {
  const found = /^#(recover|confirm)=([\w-]{20,100})$/.exec(hash);
  const [, kind, secret] = found ?? [];
  return (kind === "recover" || kind === "confirm") && secret !== undefined ? { kind, secret } : null;
}
