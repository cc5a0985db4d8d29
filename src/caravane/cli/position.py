"""`caravane position LINE`: checks a position, writes it as the program would, draws it, or deals what is unknown."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caravane.cli.argument import Json, Seed
from caravane.cli.language import language, say
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from caravane.play import Play
    from caravane.positions import Position

EVERYTHING = -2  # no viewer: the line as it is


def add_to(app: typer.Typer) -> None:
    """Add `caravane position` to the command line."""
    app.command(
        "position",
        help=say(
            "Vérifie une position en une ligne de texte et la montre.",
            "Checks a position, a line of text, and shows it.",
        ),
    )(show_position)


def show_position(
    line: Annotated[str, typer.Argument(metavar="LINE", help=say("La position.", "The position."))],
    seat: Annotated[
        int,
        typer.Option(
            min=EVERYTHING,
            metavar="S",
            help=say("Ce que cette place en sait ; -1 : le public.", "What this seat knows of it; -1: the public."),
        ),
    ] = EVERYTHING,
    deal: Annotated[
        bool, typer.Option("--deal", help=say("Distribue l’inconnu au hasard.", "Deals what is unknown by chance."))
    ] = False,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Print the line as the program writes it, the board, and what may be done."""
    from caravane.cli.mode import use_plain_unless_warm

    use_plain_unless_warm()
    from caravane.positions import read

    position = read(line)
    if seat >= position.seats:
        last = position.seats - 1
        raise BadInput(
            Text(
                f"Il n’y a pas de place {seat} ; les places vont de 0 à {last}.",
                f"There is no seat {seat}; seats go from 0 to {last}.",
            )
        )
    known, viewer, play = _looked_at(position, seat, deal, seed)
    if as_json:
        _print_json(known, viewer, play)
    else:
        _print(known, viewer, play)


def _looked_at(position: "Position", seat: int, deal: bool, seed: int) -> "tuple[Any, int | None, Play]":
    """What is shown, by whose knowledge, and a game that goes on from there."""
    from caravane.chance import SeededChance
    from caravane.play import begin

    play = begin(position, SeededChance(seed))
    if seat != EVERYTHING:
        return play.game.view(play.state, seat), seat, play
    if deal:
        return play.state, None, play
    return position.state, position.viewer, play


def _print(known: Any, viewer: int | None, play: "Play") -> None:
    from caravane.positions import write_known

    game, lang = play.game, language()
    typer.echo(write_known(game, known, viewer))
    typer.echo(game.draw(known, lang))
    if play.is_over:
        typer.echo(say("Fin : ", "Ending: ") + game.ending(play.state))
    for mover in play.to_move:
        if viewer in (None, mover) or not game.needs_curtain(play.options):  # others may not know what it can do
            legal = ", ".join(game.notation(action) for action in play.legal(mover))
            typer.echo(say(f"Place {mover} : {legal}", f"Seat {mover}: {legal}"))


def _print_json(known: Any, viewer: int | None, play: "Play") -> None:
    import msgspec

    from caravane.positions import write_known

    answer = {
        "game": play.game.id,
        "seats": play.seats,
        "options": play.options,
        "viewer": viewer,
        "position": write_known(play.game, known, viewer),
        "to_move": play.to_move,
        "is_over": play.is_over,
    }
    typer.echo(msgspec.json.encode(answer).decode())
