/** What the server sent along with the page, so that nothing has to be asked for first. Each thing is taken once. */
import type { GameFacts, Me, Snapshot } from "./types";

interface First {
  version?: string;
  me?: Me | null;
  games?: GameFacts[]; // none: the page has to ask
  snapshot?: Snapshot | null;
}

function read(): First {
  try {
    return JSON.parse(document.getElementById("first")?.textContent ?? "{}") as First;
  } catch {
    return {};
  }
}

const first = read();

/** Takes one thing out; the next time it is asked for. */
export function take<Key extends keyof First>(key: Key): First[Key] {
  const found = first[key];
  delete first[key];
  return found;
}

/** The table's snapshot, if the page was made for that table. */
export function takeSnapshot(table: string): Snapshot | null {
  const found = take("snapshot");
  return found !== undefined && found !== null && found.table.id === table ? found : null;
}

/** Whether the server knew who asked for the page: then the connection can be opened at once. */
export const wasKnown = first.me !== undefined && first.me !== null;
