/** What this browser remembers of puzzles: those that were solved, and the days on which the one of the day was. */
interface Kept {
  solved: string[];
  days: string[];
}

const KEY = "caravane.puzzles";
const DAY = 86_400_000;
const MOST_DAYS = 400;

export function kept(): Kept {
  try {
    return { solved: [], days: [], ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { solved: [], days: [] };
  }
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export function keepSolved(id: string, daily: boolean): void {
  const { solved, days } = kept();
  const today = dayOf(Date.now());
  const next: Kept = {
    solved: solved.includes(id) ? solved : [...solved, id],
    days: daily && !days.includes(today) ? [...days, today].slice(-MOST_DAYS) : days,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that forbids storage forgets at the next visit.
  }
}

/** How many days in a row, up to today or, if today's is still to be done, to yesterday. */
export function streak(days: readonly string[], now: number): number {
  let at = days.includes(dayOf(now)) ? now : now - DAY;
  let count = 0;
  while (days.includes(dayOf(at))) {
    count += 1;
    at -= DAY;
  }
  return count;
}
