/** Whether the server can be reached, and whether it has a newer page than this one. */
const state = $state({ offline: !navigator.onLine, newer: false });

export const isOffline = (): boolean => state.offline;
export const hasNewer = (): boolean => state.newer;

/** Called after each request: the browser knows of its own network only, not of the server's. */
export function reached(answered: boolean): void {
  state.offline = !answered;
}

/** A newer page is there; it is taken when the person wants it, never in the middle of a move. */
export function offerNewer(): void {
  state.newer = true;
}

addEventListener("offline", () => (state.offline = true));
addEventListener("online", () => (state.offline = false));

const APP = "caravane-app-"; // as the service worker names what it keeps of each version
let registration: ServiceWorkerRegistration | null = null;

/** Lets the browser keep the app for the time without network. */
export async function keepApp(): Promise<void> {
  try {
    registration = await navigator.serviceWorker.register("/sw.js");
  } catch {
    // Plain http or a private window: the app needs its network.
  }
  if (!registration) return; // some that forbid it say nothing
  if (registration.waiting !== null) await weigh(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration?.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed") void weigh(coming);
    });
  });
}

/** A newer app is kept: if this page is already of that version, nobody has to be asked. */
async function weigh(coming: ServiceWorker): Promise<void> {
  if (navigator.serviceWorker.controller === null) return; // the first one
  const newest = (await caches.keys()).findLast((name) => name.startsWith(APP));
  const mine = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "";
  const found = newest === undefined ? undefined : await (await caches.open(newest)).match(mine);
  if (found === undefined) offerNewer();
  else coming.postMessage("take over");
}

/** Looks whether there is a newer app: after the server was away, it may be another one. */
export function lookForNewer(): void {
  registration?.update().catch(() => undefined);
}

/** Takes the newer page now. */
export function takeNewer(): void {
  const waiting = registration?.waiting ?? null;
  if (waiting === null) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take over");
}
