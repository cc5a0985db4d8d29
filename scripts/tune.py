"""`make tune GAME=africa`, second part: tries variants of the search's settings in self-play, keeps those that win.

Each setting in turn is made larger and smaller; a variant replaces the setting when a sequential test says that it
is stronger at the same number of playouts. What was tried and how it went is kept in the settings file. The seeds
are not those of the ladder: what is tuned on some games is measured on others. For africa1880 it is the worth of
presences that is fitted; see `worth`.
"""

import argparse
import datetime
import os
from pathlib import Path
from typing import Any

import worth

from caravane.bots import arena
from caravane.bots.elo import Sprt
from caravane.bots.levels import SETTINGS
from caravane.game import load

FILE = Path(__file__).parent.parent / "src" / "caravane" / "bots" / "settings.toml"
SEED = 10_000  # the ladder begins at 0
WHOLE = ("plies", "split_outcomes")


def variants(name: str, value: float) -> list[float]:
    """What to try instead of a setting's value."""
    if name == "split_outcomes":
        return [1 - int(value)]
    if name == "plies":
        return [int(value) + 2, *([int(value) - 2] if value >= 2 else [])]
    step = 2.0 if name == "prior_visits" else 1.6
    return [round(value * step, 4), round(value / step, 4)]


def named(settings: dict[str, Any], playouts: int) -> str:
    """The bot's name with these settings."""
    pairs = ",".join(f"{name}={int(value) if name in WHOLE else float(value)}" for name, value in settings.items())
    return f"search:playouts={playouts},{pairs}"


def is_better(
    game: str, variant: dict[str, Any], settings: dict[str, Any], playouts: int, games: int, processes: int
) -> tuple[bool, str]:
    """Whether a variant beats the settings so far, and how it went."""
    names = [named(variant, playouts), named(settings, playouts)]
    seats = load(game).min_seats
    planned = arena.matches(game, names, games, seats, load(game).check_options({}), seed=SEED)
    test = Sprt(0.0, 40.0)
    table = arena.run(planned, names, processes, sprt=test)
    verdict = test.verdict(table.blocks(*names))
    return verdict == "stronger", f"{table.share(names[0]):.1%} of {len(table.outcomes)} games, {verdict}"


def tune(game: str, playouts: int, games: int, processes: int) -> None:
    """Try every setting once in both directions."""
    settings = {name: value for name, value in SETTINGS[game].items() if name != "run"}
    story = []
    for name in list(settings):
        for value in variants(name, settings[name]):
            variant = settings | {name: value}
            won, how = is_better(game, variant, settings, playouts, games, processes)
            print(f"{game}: {name} {settings[name]} -> {value}: {how}", flush=True)
            story.append(f"{name} {settings[name]}->{value}: {how}")
            if won:
                settings = variant
                break
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    SETTINGS[game] = settings | {
        "run": f"make tune, {day}, {playouts} playouts, {load(game).min_seats} seats: " + "; ".join(story)
    }
    write()


def write() -> None:
    """Write the settings file anew; its first lines stay."""
    head = [line for line in FILE.read_text("utf-8").splitlines() if line.startswith("#")]
    lines = [*head, ""]
    for game, settings in SETTINGS.items():
        lines.append(f"[{game}]")
        lines += [f"{name} = {value!r}" if name != "run" else f'run = "{value}"' for name, value in settings.items()]
        lines.append("")
    FILE.write_text("\n".join(lines).rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*SETTINGS, worth.GAME])
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--most", type=int, default=400, help="games for a variant at most, or to fit to")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if worth.GAME in arguments.games:
        worth.tune(arguments.most)
    for each in [name for name in arguments.games if name in SETTINGS]:  # others search in other ways
        tune(each, arguments.playouts, arguments.most, arguments.processes)
