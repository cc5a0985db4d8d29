"""`caravane perft`: counts sequences of actions."""

from typing import Annotated

import typer

from caravane.cli.argument import GameName, Json, Options, Players, PositionLine, PresetName, Seed, read_options
from caravane.cli.language import say


def add_to(app: typer.Typer) -> None:
    """Add `caravane perft` to the command line."""
    app.command(
        "perft",
        help=say(
            "Compte les suites d’actions possibles depuis le début ou une position, de longueur 1 à D.",
            "Counts the sequences of actions from the start or from a position, of length 1 to D.",
        ),
    )(show_perft)


def show_perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, max=12, metavar="D", help=say("Longueur.", "Length."))],
    players: Players = None,
    preset: PresetName = None,
    option: Options = None,
    position: PositionLine = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Print how many sequences of each length there are."""
    from caravane.cli.wait import working
    from caravane.perft import perft
    from caravane.positions import opening

    first = opening(game, players, read_options(option), preset, position)
    with working(say("Je compte…", "Counting…")):
        counts = perft(first, depth, seed)
    if as_json:
        import msgspec

        answer = {"game": first.game.id, "preset": preset, "depth": depth, "counts": counts}
        typer.echo(msgspec.json.encode(answer if position is None else answer | {"position": first.line}).decode())
        return
    for length, count in enumerate(counts, 1):
        typer.echo(f"{length:2d} {count:16,d}".replace(",", " "))
