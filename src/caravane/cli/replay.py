"""`caravane replay FILE` shows a record; `caravane verify FILE` proves it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caravane.cli.argument import Json
from caravane.cli.language import language, say
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from caravane.play import Play
    from caravane.record import Record

EVERYTHING = -2  # the seat of somebody who may see the truth: a record hides nothing
RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", help=say("Un enregistrement (.jsonl).", "A record (.jsonl)."))
]


def add_to(app: typer.Typer) -> None:
    """Add `caravane replay` and `caravane verify` to the command line."""
    app.command("replay", help=say("Montre un enregistrement.", "Shows a record."))(replay_record)
    app.command(
        "verify",
        help=say(
            "Prouve un enregistrement : hasard, chaque action, résultat.",
            "Proves a record: chance, every action, result.",
        ),
    )(verify_record)


def replay_record(
    file: RecordFile,
    at: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help=say("Avant l’action N (à partir de 0).", "Before action N (from 0).")),
    ] = None,
    seat: Annotated[
        int,
        typer.Option(
            min=EVERYTHING,
            metavar="S",
            help=say("Ce que savait cette place ; -1 : le public.", "What this seat knew; -1: the public."),
        ),
    ] = EVERYTHING,
    position: Annotated[
        bool,
        typer.Option(
            "--position",
            help=say("Seulement la position, en une ligne de texte.", "Only the position, as a line of text."),
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the actions so far, the board there and the points."""
    from caravane.cli.mode import use_plain_unless_warm

    use_plain_unless_warm()
    from caravane.record import replay

    record = read_record(file)
    play = replay(record, at)
    _check_place(play, at, seat)
    if position:
        _print_positions(play, seat)
        return
    if as_json:
        _print_json(play, seat)
        return
    _show(record, play, seat)


def verify_record(file: RecordFile, as_json: Json = False) -> None:
    """Say that it holds, or what does not."""
    from caravane.cli.mode import use_plain_unless_warm

    use_plain_unless_warm()
    from caravane.cli.wait import working
    from caravane.proof import verify

    record = read_record(file)
    with working(say("Je rejoue tout…", "Playing it all again…")):
        proof = verify(record)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(proof).decode())
        return
    opening = Text(
        "le hasard suit du secret engagé à l’ouverture, avant que quiconque ajoute sa part",
        "the luck follows from the secret committed to at the opening, before anybody added a part",
    )
    start = Text(
        "le hasard suit du secret engagé au départ", "the luck follows from the secret committed to at the start"
    )
    luck = {
        "committed": opening if proof.ordered else start,
        "seeded": Text("le hasard suit de la graine", "the luck follows from the seed"),
        "listed": Text("le hasard est tel qu’il est écrit", "the luck is as it is written"),
    }[proof.chance].of(language())
    actions = _count(proof.actions, Text("action permise", "legal action"), Text("actions permises", "legal actions"))
    words = _count(proof.words, Text("mot du hasard", "word of chance"), Text("mots du hasard", "words of chance"))
    ending = proof.ending or say("la partie continue", "the game goes on")
    typer.echo(
        say(
            f"Tout est juste : {actions}, {words}, {luck} ; fin : {ending}.",
            f"All of it holds: {actions}, {words}, {luck}; ending: {ending}.",
        )
    )


def _count(number: int, one: Text, many: Text) -> str:
    is_one = number < 2 if language() == "fr" else number == 1
    return f"{number} {(one if is_one else many).of(language())}"


def read_record(file: Path) -> "Record":
    """The record in a file; a sentence if there is none."""
    from caravane.record import read

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "UTF-8"
        raise BadInput(Text(f"{file} n’est pas lisible ({why}).", f"{file} cannot be read ({why}).")) from None
    return read(text)


def _check_place(play: "Play", at: int | None, seat: int) -> None:
    count = len(_actions(play))
    if at is not None and at > count:
        raise BadInput(
            Text(
                f"L’enregistrement a {count} actions ; --at va de 0 à {count}.",
                f"The record has {count} actions; --at goes from 0 to {count}.",
            )
        )
    if seat >= play.seats:
        raise BadInput(
            Text(
                f"Il n’y a pas de place {seat} ; les places vont de 0 à {play.seats - 1}.",
                f"There is no seat {seat}; seats go from 0 to {play.seats - 1}.",
            )
        )


def _actions(play: "Play") -> list[tuple[int, int]]:
    return [(step.seat, step.action) for step in play.steps if step.seat >= 0]


def _known(play: "Play", seat: int) -> Any:
    return play.state if seat == EVERYTHING else play.game.view(play.state, seat)


def _between(play: "Play", seat: int) -> list[Any]:
    """Positions that stood between the last action and now, such as the end of the first game of a match."""
    if not _actions(play):
        return []
    before = play.copy()
    before.undo()
    actor, action = _actions(play)[-1]
    return play.game.between(_known(before, seat), _known(play, seat), actor, action)


def _print_positions(play: "Play", seat: int) -> None:
    """The position there, one line; before it, on lines of their own, those that stood since the last decision."""
    from caravane.positions import write_known

    viewer = None if seat == EVERYTHING else seat
    for known in [*_between(play, seat), _known(play, seat)]:
        typer.echo(write_known(play.game, known, viewer))


def _print_json(play: "Play", seat: int) -> None:
    import msgspec

    from caravane.cli.trace import dump

    known = dump(play.state) if seat == EVERYTHING else play.view(seat)
    answer = {"action": len(_actions(play)), "to_move": play.to_move, "points": play.points, "is_over": play.is_over}
    if seat != EVERYTHING:
        del answer["points"]  # a seat may not know them all; what it knows is in its view
    typer.echo(msgspec.json.encode({**answer, "state" if seat == EVERYTHING else "view": known}).decode())


def _show(record: "Record", play: "Play", seat: int) -> None:
    game, lang = play.game, language()
    typer.echo(f"{game.title.of(lang)} · {_options(record)}")
    for number, (actor, action) in enumerate(_actions(play)):
        if seat not in (EVERYTHING, actor) and game.is_secret(action):
            continue
        typer.echo(f"{number:4d}  {_name(record, play, actor)}: {game.notation(action)}")
    for known in _between(play, seat):
        typer.echo(game.draw(known, lang) + "\n")
    typer.echo(game.draw(_known(play, seat), lang))
    if play.is_over or seat == EVERYTHING:
        typer.echo(say("Points : ", "Points: ") + ", ".join(map(str, play.points)))
    if play.is_over:
        typer.echo(say("Fin : ", "Ending: ") + game.ending(play.state))


def _options(record: "Record") -> str:
    return ", ".join(f"{name}={str(value).lower()}" for name, value in record.header.options.items())


def _name(record: "Record", play: "Play", seat: int) -> str:
    if seat < len(record.header.players):
        return record.header.players[seat]
    names = play.game.seat_names
    return names[seat].of(language()) if seat < len(names) else str(seat)
