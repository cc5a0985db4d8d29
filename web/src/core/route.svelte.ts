/** Which page the address means. Pages are few, so a list of patterns is enough. */
import type { Course } from "./types";

export type Route =
  | { page: "home"; game: string | null; position: string | null }
  | { page: "tables"; list: "mine" | "open" | "running" | "finished" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; at: number | null; seat: number | null }
  | { page: "import" }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; course: Course }
  | { page: "puzzles"; id: string | null }
  | { page: "login" }
  | { page: "account" }
  | { page: "settings" }
  | { page: "unknown" };

const LISTS = ["mine", "open", "running", "finished"] as const;

function whole(text: string | null): number | null {
  return text !== null && /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}

function tableRoute(id: string, part: string | undefined, query: URLSearchParams): Route {
  if (part === undefined) return { page: "table", id };
  if (part !== "replay") return { page: "unknown" };
  return { page: "replay", id, at: whole(query.get("at")), seat: whole(query.get("seat")) };
}

export function parse(path: string, search = ""): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const query = new URLSearchParams(search);
  const [first, second, third] = parts;
  if (first === undefined) return { page: "home", game: query.get("game"), position: query.get("position") };
  if (first === "t" && second !== undefined) return tableRoute(second, third, query);
  if (first === "learn" && second !== undefined && third === "exercises")
    return { page: first, game: second, course: third };
  if (third !== undefined) return { page: "unknown" };
  if (first === "tables") {
    const list = second === undefined ? "mine" : LISTS.find((name) => name === second);
    return list === undefined ? { page: "unknown" } : { page: "tables", list };
  }
  if (first === "replay" && second === undefined) return { page: "import" };
  if (first === "puzzles") return { page: "puzzles", id: second ?? null };
  if (second !== undefined) {
    if (first === "rules") return { page: first, game: second };
    if (first === "learn") return { page: first, game: second, course: "lessons" };
    return { page: "unknown" };
  }
  if (first === "login" || first === "account" || first === "settings") return { page: first };
  return { page: "unknown" };
}

const here = $state<{ route: Route; key: string }>({
  route: parse(location.pathname, location.search),
  key: location.pathname,
});

export function route(): Route {
  return here.route;
}

function arrive(): void {
  here.route = parse(location.pathname, location.search);
  here.key = location.pathname;
}

export function go(address: string): void {
  history.pushState(null, "", address);
  arrive();
  scrollTo(0, 0);
}

/** Changes the address without a step in the history: the slider of a replay. */
export function rename(address: string): void {
  history.replaceState(null, "", address);
}

/** Lets plain clicks on our own links change the page without loading it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/schema")) return;
  if (link.pathname === location.pathname && link.hash !== "") return;
  event.preventDefault();
  go(link.pathname + link.search);
}

addEventListener("popstate", arrive);
