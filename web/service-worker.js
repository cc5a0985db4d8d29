/**
 * Opens the app without network. The build puts in VERSION and FILES (vite.config.ts) and writes it as /sw.js.
 *
 * It keeps the built files and nothing of anybody: what a person last saw is kept by the page (src/core/kept.ts).
 */
const VERSION = "__VERSION__";
const FILES = "__FILES__";
const NAME = `caravane-app-${VERSION}`;
const PAGE = "/index.html"; // the first page without what the server brings along with it

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([PAGE, ...FILES])));
});

// A page of the version before may still need its parts: two versions are kept, and those before them go.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith("caravane-app-") && name !== NAME).slice(0, -1);
      return Promise.all(old.map((name) => caches.delete(name)));
    }),
  );
});

// The new version waits until somebody wants it.
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

/** A page: from the server while it answers, otherwise the app itself, which says that it is offline. */
async function openPage(request) {
  const kept = async () => (await (await caches.open(NAME)).match(PAGE)) ?? Response.error();
  try {
    const answer = await fetch(request);
    return answer.status >= 500 ? kept() : answer;
  } catch {
    return kept();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  // Names of built files change with their contents, so a kept one is always right.
  else if (FILES.includes(pathname) || pathname.startsWith("/assets/"))
    event.respondWith(caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
});
