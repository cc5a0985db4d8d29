"""`make ladder`: measures how far neighbouring levels are apart and writes docs/ladder.md.

Every result is kept in docs/ladder.json as soon as it is there, with the command that repeats it; what is measured
already is not measured again unless `--anew` is given.
"""

import argparse
import json
import os
import platform
from pathlib import Path
from typing import Any

from caravane.bots import arena, levels
from caravane.game import games as all_games
from caravane.game import load

DOCS = Path(__file__).parent.parent / "docs"
RESULTS = DOCS / "ladder.json"
PAGE = DOCS / "ladder.md"
PAIRS = [(f"level{level + 1}", f"level{level}") for level in range(1, 5)]
PAIRS += [("level1", "random"), ("level3", "random"), ("level4", "random"), ("level5", "random"), ("level5", "greedy")]

HEAD = """# The ladder

How far the five levels of each game are apart, as measured. `share` is how often a seat of the stronger one finished
ahead of a seat of the weaker one, ties half (with two seats: its share of the wins); then Wilson's 95 % interval and
the number of games, seats changed on each seed. A game of many seats says more than one yes or no, and how many
results the games were worth is told beside their number where it was taken into the interval; without it each game
counts as one, which makes the interval wider than it need be. Each line can be repeated with the command beside it.

Level 5 thinks for as long as it is given. Most of its lines give it far less than its second, since a game of Africa at
a second a move takes three minutes; more time changes little there (ten times as many playouts took 55.8 % of 60 games,
42.9 % … 68.0 %). A pair that is listed twice had two times for a move. Of Africa's level 5 over greedy play at a full
second only what the run printed was kept: its interval counts what the games were worth, and the line does not say it.
Beside it stand more games, on seeds from 30 on.

The aim is at least 65 % against the level below, 98 % of levels 3 to 5 against random play and 75 % of level 5 against
greedy play with two seats; level 1 is there for beginners, and how far it is above random play is told too. A line
whose interval does not clear its aim has not shown it yet, and a pair or number of seats that is not listed has not
been measured yet: `make ladder` measures what is missing. The seeds are 0 and up; settings were chosen on others (from
5000 on by hand, from 10000 on by `make tune`).
"""


def command(game: str, pair: tuple[str, str], seats: int, games: int, seconds: float | None, option: list[str]) -> str:
    """The command line that repeats a measurement."""
    time = f" --time-per-move {seconds:g}" if seconds is not None else ""
    options = "".join(f" --option {each}" for each in option)
    return f"caravane arena {game} {pair[0]} {pair[1]} --players {seats} --games {games}{time}{options}"


def measure(
    game: str, pair: tuple[str, str], seats: int, count: int, seconds: float | None, option: list[str], processes: int
) -> dict[str, Any]:
    """One line of the ladder."""
    names = list(pair)
    options = load(game).check_options(dict(each.split("=") for each in option))
    table = arena.run(arena.matches(game, names, count, seats, options, seconds), names, processes)
    report = table.report(game, seats)["pairs"][0]
    print(game, seats, pair, f"{report['share']:.1%} [{report['low']:.1%}, {report['high']:.1%}]", flush=True)
    longest = max((max(outcome.longest) for outcome in table.outcomes), default=0.0)
    return {
        "game": game,
        "players": seats,
        **report,
        "seconds": seconds,
        "longest_think": round(longest, 2),
        "command": command(game, pair, seats, count, seconds, option),
    }


def write_page(results: list[dict[str, Any]], machine: str) -> None:
    """docs/ladder.md from the results."""
    lines = [HEAD, f"Measured on {machine}.", ""]
    for game in all_games().values():
        found = [result for result in results if result["game"] == game.id]
        if not found:
            continue
        names = ", ".join(f"{level.level} {level.title.en} / {level.title.fr}" for level in levels(game.id))
        lines += [f"## {game.title.en}", "", f"{names}.", ""]
        lines += ["| seats | | share | 95 % | games | |", "|---|---|---|---|---|---|"]
        for r in sorted(found, key=_order):
            lines.append(
                f"| {r['players']} | {r['a']} – {r['b']} | {r['share']:.1%} | {r['low']:.1%} … {r['high']:.1%} "
                f"| {r['games']}{_worth(r)}{_lost(r)} | `{r['command']}` |"
            )
        lines.append("")
    PAGE.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


def _order(result: dict[str, Any]) -> tuple[Any, ...]:
    """By seats; there levels first, then random and greedy; the shortest time for a move first."""
    return result["players"], result["b"] in ("random", "greedy"), result["b"], result["a"], result["seconds"] or 0.0


def _worth(result: dict[str, Any]) -> str:
    """What the games of a line are worth, if it says so."""
    return f", worth {result['worth']:.0f}" if "worth" in result else ""


def _lost(result: dict[str, Any]) -> str:
    """How many thinks the two lost, if any."""
    return f"; thinks lost: {' and '.join(map(str, result['faults']))}" if any(result.get("faults", ())) else ""


def known() -> list[dict[str, Any]]:
    """What was measured before."""
    return json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else []


def main() -> None:
    """Measure what is asked for and not known yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(all_games()))
    parser.add_argument("--count", type=int, default=40, help="games for each pair")
    parser.add_argument("--count-timed", type=int, default=None, help="games for pairs with level 5; otherwise as many")
    parser.add_argument("--seats", type=int, nargs="*", default=None, help="otherwise every number of seats")
    parser.add_argument("--seconds", type=float, default=None, help="for a move of level 5; otherwise one")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--pairs", nargs="*", default=None, help="level2-level1 …; otherwise all")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--anew", action="store_true", help="measure again what is known; the rest stays")
    parser.add_argument("--beside", action="store_true", help="keep what was measured with another time for a move")
    parser.add_argument(
        "--machine", default=f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    )
    asked = parser.parse_args()
    results = known()
    for game in asked.games:
        for seats in asked.seats or range(load(game).min_seats, load(game).max_seats + 1):
            for pair in PAIRS:
                wanted = asked.pairs is None or "-".join(pair) in asked.pairs
                wanted = wanted and load(game).min_seats <= seats <= load(game).max_seats
                timed = "level5" in pair
                count = (asked.count_timed or asked.count) if timed else asked.count
                seconds = asked.seconds if timed else None
                before = [r for r in results if (r["game"], r["players"], r["a"], r["b"]) == (game, seats, *pair)]
                if asked.beside:
                    before = [r for r in before if r["seconds"] == seconds]
                if not wanted or (before and not asked.anew):
                    continue
                line = measure(game, pair, seats, count, seconds, asked.option, asked.processes)
                results = [r for r in results if r not in before] + [line]
                RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
                write_page(results, asked.machine)


if __name__ == "__main__":
    main()
