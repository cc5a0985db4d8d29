/** A page of an older version some of whose parts are gone: it cannot go on, so the new page is taken, once. */
const KEY = "caravane.renewed";
const ONCE_IN_MS = 20_000; // a page that is still wrong after that is not made right by trying faster

/** Whether the page is being loaded anew. */
export function renew(): boolean {
  let before = 0;
  try {
    before = Number(sessionStorage.getItem(KEY) ?? 0);
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage nobody can count: better to reload once too often than to stay broken.
  }
  if (Date.now() - before <= ONCE_IN_MS) return false;
  location.reload();
  return true;
}
