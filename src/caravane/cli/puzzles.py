"""`caravane puzzles make GAME` finds puzzles in games that the program plays; `caravane puzzles verify` proves them again."""

from pathlib import Path
from typing import Annotated

import typer

from caravane.cli.argument import GameName, Seed
from caravane.cli.language import say


def add_to(app: typer.Typer) -> None:
    """Add `caravane puzzles` to the command line."""
    group = typer.Typer(no_args_is_help=True, help=say("Fait et prouve des problèmes.", "Makes and proves puzzles."))
    group.command("make", help=say("Cherche des problèmes d’un jeu.", "Looks for puzzles of a game."))(make_puzzles)
    group.command("verify", help=say("Prouve de nouveau tous les problèmes.", "Proves all puzzles again."))(verify)
    app.add_typer(group, name="puzzles")


def make_puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help=say("Combien.", "How many."))] = 12,
    seed: Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=say("Où les écrire ; sinon, à l’écran.", "Where to; else printed.")),
    ] = None,
) -> None:
    """Write so many puzzles, one a line; as many of each level as come."""
    from itertools import islice

    import msgspec

    from caravane.game import load
    from caravane.puzzles import make

    lines = []
    for puzzle in islice(make(load(game), seed), count):
        lines.append(msgspec.json.encode(puzzle))
        if out is None:
            typer.echo(lines[-1].decode())
        else:
            typer.echo(f"{puzzle.id} {puzzle.goal} {puzzle.level}")
    if out is not None:
        out.write_bytes(b"\n".join(lines) + b"\n")


def verify(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=say("Un jeu ; sinon tous.", "A game; else all."))
    ] = None,
) -> None:
    """Prove every puzzle of the package again; the first that does not hold is named."""
    from caravane.game import games, load
    from caravane.puzzles import check, puzzles_of

    for name in [load(game).id] if game is not None else list(games()):
        found = puzzles_of(name)
        for puzzle in found:
            check(puzzle)
        typer.echo(say(f"{name} : {len(found)} problèmes prouvés.", f"{name}: {len(found)} puzzles proved."))
