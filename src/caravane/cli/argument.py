"""Arguments that several commands share."""

from typing import TYPE_CHECKING, Annotated

import typer

from caravane.cli.language import say
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from caravane.game import Value


def complete_game(incomplete: str) -> list[str]:
    """For the shell's completion: the folders, without importing any rules."""
    import pkgutil
    from pathlib import Path

    folder = Path(__file__).parent.parent / "games"
    return [found.name for found in pkgutil.iter_modules([str(folder)]) if found.name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=say("Le jeu, par son nom.", "The game, by its name."), autocompletion=complete_game
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        metavar="N", help=say("Nombre de places ; sinon le plus petit.", "Number of seats; otherwise the smallest.")
    ),
]
Seed = Annotated[
    int,
    typer.Option(metavar="S", help=say("La même graine donne la même partie.", "The same seed gives the same game.")),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="K=V",
        help=say("Une option de règle ; peut être répétée.", "A rule option; may be repeated."),
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        metavar="P",
        help=say("Un préréglage : des options qui vont ensemble.", "A preset: options that belong together."),
    ),
]
PositionLine = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="LINE",
        help=say(
            "La position de départ, en une ligne ; docs/positions.md.", "The position to begin with; docs/positions.md."
        ),
    ),
]
Json = Annotated[bool, typer.Option("--json", help=say("En JSON, pour les programmes.", "As JSON, for programs."))]


def read_options(given: list[str] | None) -> "dict[str, Value]":
    """K=V pairs as a mapping; the game checks names and values."""
    values: dict[str, Value] = {}
    for pair in given or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadInput(
                Text(
                    f"Une option s’écrit NOM=VALEUR, pas {pair!r}.",
                    f"An option is written NAME=VALUE, not {pair!r}.",
                )
            )
        values[name] = value
    return values
