"""`caravane perft`: counts sequences of actions."""

from typing import Annotated

import typer

from caravane.cli.argument import GameName, Json, Options, Players, PresetName, Seed, read_options
from caravane.cli.language import say


def add_to(app: typer.Typer) -> None:
    """Offer the command."""
    app.command(
        "perft",
        help=say(
            "Compte les suites d’actions possibles depuis le début, de longueur 1 à D.",
            "Counts the sequences of actions from the start, of length 1 to D.",
        ),
    )(show_perft)


def show_perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, max=12, metavar="D", help=say("Longueur.", "Length."))],
    players: Players = None,
    preset: PresetName = None,
    option: Options = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Print how many sequences of each length there are."""
    from caravane.cli.wait import working
    from caravane.game import load
    from caravane.perft import perft

    found = load(game)
    seats = found.check_seats(players)
    values = found.check_options(read_options(option), preset)
    with working(say("Je compte…", "Counting…")):
        counts = perft(found, depth, seats, values, seed)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode({"game": found.id, "preset": preset, "depth": depth, "counts": counts}).decode())
        return
    for length, count in enumerate(counts, 1):
        typer.echo(f"{length:2d} {count:16,d}".replace(",", " "))
