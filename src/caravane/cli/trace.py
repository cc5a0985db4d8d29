"""`caravane trace`: one game with everything in it, as JSON lines. docs/protocol.md describes each line."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caravane.cli.argument import GameName, Options, Players, PositionLine, PresetName, Seed, read_options
from caravane.cli.language import say
from caravane.cli.output import write_lines
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from caravane.bots import Bot
    from caravane.chance import Chance
    from caravane.course import Step
    from caravane.game import Item
    from caravane.play import Play

VERSION = 2  # grows when a reader of traces must change


def add_to(app: typer.Typer) -> None:
    """Add `caravane trace` to the command line."""
    app.command(
        "trace",
        help=say(
            "Joue une partie et imprime tout : vérité, actions permises, choix, hasard, changements, points.",
            "Plays a game and prints all of it: truth, legal actions, choices, chance, changes, scores.",
        ),
    )(print_trace)


def print_trace(
    game: GameName,
    players: Players = None,
    seed: Seed = 0,
    option: Options = None,
    preset: PresetName = None,
    bot: Annotated[
        str, typer.Option(metavar="B", help=say("Qui joue à toutes les places.", "Who plays all seats."))
    ] = "random",
    position: PositionLine = None,
    max_plies: Annotated[
        int, typer.Option(min=0, metavar="M", help=say("S’arrête après M actions.", "Stops after M actions."))
    ] = 5000,
) -> None:
    """Print the lines as they come."""
    from caravane.cli.mode import use_plain_for

    use_plain_for(bot)
    import msgspec

    from caravane import bots
    from caravane.play import start

    play = start(game, players, seed=seed, preset=preset, options=read_options(option), position=position)
    seated = [bots.load(bot) for _ in range(play.seats)]
    encoder = msgspec.json.Encoder()
    write_lines(encoder.encode(line).decode() for line in trace(play, seated, seed, preset, max_plies))


def trace(
    play: "Play", bots: "Sequence[Bot]", seed: int, preset: str | None, max_plies: int
) -> Iterator[dict[str, Any]]:
    """The lines of a game that bots of one kind, one for each seat, play to the end or to the cap."""
    from caravane.chance import SeededChance

    luck = SeededChance(-1 - seed)  # the bots' own words: what they draw must not change what nature gives
    yield _start(play, bots[0], seed, preset)
    ply = 0
    while not play.is_over and ply < max_plies:
        yield _decision(play, ply)
        seat = play.to_move[0]
        chosen = _choice(bots[seat], play, seat, luck)
        before, step_count = play.state.copy(), len(play.steps)
        play.apply(chosen, seat)
        yield _action(play, ply, before, play.steps[step_count:])
        ply += 1
    yield _end(play, ply)


def _choice(bot: "Bot", play: "Play", seat: int, luck: "Chance") -> int:
    """What a bot answers. What is wrong with it ends the trace: whoever reads one must know who chose."""
    legal = play.legal(seat)
    try:
        chosen = int(bot.choose(play.game, play.game.view(play.state, seat), seat, list(legal), luck.word()))
    except (Exception, SystemExit) as error:
        fault = " ".join(f"{type(error).__name__}: {error}".split())
        raise BadInput(
            Text(
                f"Le robot {bot.name} a échoué à la place {seat} : {fault}",
                f"The bot {bot.name} failed on seat {seat}: {fault}",
            )
        ) from error
    if chosen in legal:
        return chosen
    raise BadInput(
        Text(
            f"Le robot {bot.name} a répondu {chosen} à la place {seat}, qui n’est pas une action permise.",
            f"The bot {bot.name} answered {chosen} on seat {seat}, which is not a legal action.",
        )
    )


def _start(play: "Play", bot: "Bot", seed: int, preset: str | None) -> dict[str, Any]:
    game = play.game
    return {
        "type": "start",
        "trace": VERSION,
        "game": game.id,
        "rules_version": game.rules_version,
        "players": play.seats,
        "preset": preset,
        "options": play.options,
        "seed": seed,
        "bot": bot.name,
        "position": play.began,
        "chance": [_word(step) for step in play.steps],
    }


def _decision(play: "Play", ply: int) -> dict[str, Any]:
    game, to_move = play.game, play.to_move
    views = {seat: game.view(play.state, seat) for seat in to_move}
    return {
        "type": "decision",
        "ply": ply,
        "to_move": to_move,
        "position": _line(play, play.state),
        "state": dump(play.state),
        "points": play.points,
        "views": [
            {"seat": seat, "ask": _both(game.ask(view, seat)), "view": game.describe_as_json(view, seat)}
            for seat, view in views.items()
        ],
        "legal": [
            {"seat": seat, "action": action, "structure": game.decode(action), "notation": game.notation(action)}
            for seat in to_move
            for action in play.legal(seat)
        ],
    }


def _action(play: "Play", ply: int, before: Any, steps: "list[Step]") -> dict[str, Any]:
    acted = steps[0]
    return {
        "type": "action",
        "ply": ply,
        "seat": acted.seat,
        "action": acted.action,
        "structure": play.game.decode(acted.action),
        "notation": play.game.notation(acted.action),
        "chance": [_word(step) for step in steps[1:]],
        "changes": changes(before, play.state),
        "between": [
            {"position": _line(play, state), "state": dump(state)}
            for state in play.game.between(before, play.state, acted.seat, acted.action)
        ],
    }


def _end(play: "Play", ply: int) -> dict[str, Any]:
    return {
        "type": "end",
        "plies": ply,
        "is_over": play.is_over,
        "ending": play.game.ending(play.state),
        "state": dump(play.state),
        "returns": play.returns if play.is_over else None,
        "points": play.points,
        "score_sheets": [[_item(item) for item in play.score_sheet(seat)] for seat in range(play.seats)],
    }


def dump(state: Any) -> dict[str, Any]:
    """Every field of a record by name, as `told` says: a number, or nested lists of numbers."""
    return {name: _numbers(state[name]) for name in told(state)}


def told(state: Any) -> list[str]:
    """The fields that a trace tells: all but lists of keys of earlier positions, which would be most of every line.

    Each of those keys was told as a field of its own when its position stood.
    """
    return [name for name in state.dtype.names if state[name].ndim == 0 or state[name].dtype.str[1:] != "u8"]


def _numbers(value: Any) -> Any:
    """As JSON; unsigned 64-bit numbers as hexadecimal strings, because many readers of JSON lose digits above 2^53."""
    if value.dtype.str[1:] != "u8":
        return value.tolist()
    return [_numbers(each) for each in value] if value.ndim else _hex(int(value))


def changes(before: Any, after: Any) -> list[dict[str, Any]]:
    """Every number that differs, in the order of the record: the field, where in it, from and to."""
    import numpy as np

    found = []
    for name in told(after):
        old, new = np.asarray(before[name]), np.asarray(after[name])
        for at in np.argwhere(old != new):
            place = tuple(at)
            found.append({"field": name, "at": at.tolist(), "from": _numbers(old[place]), "to": _numbers(new[place])})
    return found


def _line(play: "Play", state: Any) -> str | None:
    """The position as text, without the keys of earlier ones; None where a game has no such text."""
    from caravane.positions import write

    return write(play.game, state, history=False) if play.game.positions else None


def _word(step: "Step") -> str:
    return _hex(step.word)


def _hex(number: int) -> str:
    return f"{number:016x}"


def _item(item: "Item") -> dict[str, Any]:
    return {"key": item.key, "title": _both(item.title), "points": item.points}


def _both(text: Text) -> dict[str, str]:
    return {"fr": text.fr, "en": text.en}
