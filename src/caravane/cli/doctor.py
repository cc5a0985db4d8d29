"""`caravane doctor`: checks the installation and says what to do."""

import os
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

import typer

from caravane.cli.argument import Json
from caravane.cli.language import say

Verdict = Literal["ok", "missing", "broken"]
SEED = 7
PLIES = 60

# One distribution that stands for each extra.
EXTRAS = {
    "server": "litestar",
    "rl": "pettingzoo",
    "openspiel": "open-spiel",
    "lab": "ray",
    "peers": "catanatron",
}

# A seeded game in a process of its own, because a process has only one mode.
_FINGERPRINT = """
import hashlib, sys
from caravane.chance import SeededChance
from caravane import start
game, seed, plies = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
play, luck, digest = start(game, seed=seed), SeededChance(-1 - seed), hashlib.sha256()
while not play.is_over and plies:
    seat = play.to_move[0]
    legal = play.legal(seat)
    play.apply(legal[int(luck.word()) % len(legal)], seat)
    digest.update(play.save())
    plies -= 1
print(digest.hexdigest())
"""


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, and how it is."""

    name: str
    verdict: Verdict
    detail: str


def add_to(app: typer.Typer) -> None:
    """Add `caravane doctor` to the command line."""
    app.command(
        "doctor",
        help=say(
            "Vérifie l’installation ou, si on la donne, une base de données.",
            "Checks the installation or, if one is given, a database.",
        ),
    )(examine)


def examine(
    as_json: Json = False,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help=say(
                "Cherche les tables abîmées de cette base ; le serveur peut rester en marche.",
                "Looks for damaged tables in this database; the server may go on running.",
            ),
        ),
    ] = None,
) -> None:
    """Look at everything; exit code 1 if something is broken."""
    checks = _look_around() if database_url is None else _database(database_url)
    _report(checks, as_json)
    if any(check.verdict == "broken" for check in checks):
        raise typer.Exit(1)


def _look_around() -> list[Check]:
    from caravane.cli.wait import progress_bar
    from caravane.game import games

    todo: list[tuple[str, Callable[[], Check]]] = [
        ("python", _python),
        ("numba", _numba),
        ("cache", _cache),
        *((f"game {name}", lambda name=name: _same_in_both_modes(name)) for name in games()),
        *((f"extra {extra}", lambda extra=extra: _extra(extra)) for extra in EXTRAS),
    ]
    checks: list[Check] = []
    with progress_bar() as bar:
        task = bar.add_task("", total=len(todo))
        for name, look in todo:
            bar.update(task, description=name)
            checks.append(look())
            bar.advance(task)
    return checks


def _database(url: str) -> list[Check]:
    """Every table is read from its log; each that cannot be is named."""
    import asyncio

    from caravane.cli.wait import progress_bar
    from caravane.server.ops.examine import examine as look_through

    with progress_bar() as bar:
        task = bar.add_task(say("tables", "tables"), total=None)
        count, damage = asyncio.run(
            look_through(url, lambda done, total: bar.update(task, completed=done, total=total))
        )
    cure = say("caravane restore SAUVEGARDE --table", "caravane restore BACKUP --table")
    broken = [
        Check(f"table {table}" if table else "database", "broken", f"{why}; {cure} {table}" if table else why)
        for table, why in damage
    ]
    well = count - sum(bool(table) for table, _ in damage)
    return [Check("tables", "ok", say(f"{well} se lisent", f"{well} can be read")), *broken]


def _report(checks: list[Check], as_json: bool) -> None:
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode([asdict(check) for check in checks]), indent=2).decode())
        return
    signs = {"ok": "✓", "missing": "–", "broken": "✗"}
    for check in checks:
        typer.echo(f"{signs[check.verdict]} {check.name:18} {check.detail}")


def _python() -> Check:
    running = ".".join(map(str, sys.version_info[:3]))
    return Check("python", "ok", running)


def _numba() -> Check:
    import numba

    from caravane.kernel import is_plain

    mode = (
        say("règles en Python simple", "rules as plain Python")
        if is_plain()
        else say("règles compilées", "rules compiled")
    )
    return Check("numba", "ok", f"{numba.__version__}, {mode}")


def _cache() -> Check:
    import tempfile

    from caravane.kernel import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        advice = say("choisissez-en un autre par CARAVANE_CACHE_DIR", "choose another with CARAVANE_CACHE_DIR")
        return Check("cache", "broken", f"{folder}: {error.strerror}; {advice}")
    return Check("cache", "ok", str(folder))


def _same_in_both_modes(game: str) -> Check:
    """Play the same game as plain Python and compiled, and compare every byte."""
    import subprocess

    name = f"game {game}"
    prints = []
    for disable in ("1", "0"):
        run = subprocess.run(
            [sys.executable, "-c", _FINGERPRINT, game, str(SEED), str(PLIES)],
            env={**os.environ, "NUMBA_DISABLE_JIT": disable},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            return Check(name, "broken", (run.stderr.strip().splitlines() or ["?"])[-1])
        prints.append(run.stdout)
    if prints[0] != prints[1]:
        return Check(name, "broken", say("les deux modes diffèrent", "the two modes differ"))
    return Check(name, "ok", say("simple et compilé : pareils", "plain and compiled agree"))


def _extra(extra: str) -> Check:
    from importlib.metadata import PackageNotFoundError, version

    name = f"extra [{extra}]"
    try:
        return Check(name, "ok", f"{EXTRAS[extra]} {version(EXTRAS[extra])}")
    except PackageNotFoundError:
        return Check(name, "missing", f"pip install 'caravane[{extra}]'")
