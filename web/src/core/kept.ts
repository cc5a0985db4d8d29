/**
 * What this browser last saw, for the time without network: who I am, the games, the positions of a few tables.
 *
 * The browser's cache is used because it takes long texts without being asked twice. Where it is missing (private windows,
 * plain http) nothing is kept, and the page says that it cannot reach the server.
 */
const NAME = "caravane-kept";
const TABLES = "/kept/table/";
const MOST_TABLES = 12;

async function open(): Promise<Cache | null> {
  try {
    return await caches.open(NAME);
  } catch {
    return null;
  }
}

export async function keep(what: string, value: unknown): Promise<void> {
  try {
    await (await open())?.put(`/kept/${what}`, new Response(JSON.stringify(value)));
  } catch {
    // No room: what is not kept is asked for next time.
  }
}

export async function kept<Value>(what: string): Promise<Value | null> {
  const found = await (await open())?.match(`/kept/${what}`);
  return found === undefined ? null : ((await found.json()) as Value);
}

/** Keeps a table and lets go of those that were not seen for longest. */
export async function keepTable(id: string, value: unknown): Promise<void> {
  const cache = await open();
  if (cache === null) return;
  await cache.delete(TABLES + id); // so that it becomes the newest
  await keep(`table/${id}`, value);
  const all = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(TABLES));
  await Promise.all(all.slice(0, -MOST_TABLES).map((old) => cache.delete(old)));
}

/** Lets go of everything: another person may sit here now. */
export async function forget(): Promise<void> {
  try {
    await caches.delete(NAME);
  } catch {
    // There was nothing.
  }
}
