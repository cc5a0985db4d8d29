"""`caravane play`: a game against bots or friends, in the browser or in the terminal."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from caravane.cli.argument import Options, Players, PositionLine, PresetName, complete_game, read_options
from caravane.cli.language import language, say
from caravane.errors import BadInput
from caravane.text import Text

if TYPE_CHECKING:
    from rich.console import Console

    from caravane.game import Game

IN_TERMINAL = ("players", "seat", "bot", "seed", "preset", "option", "position")  # the page asks for these itself


def add_to(app: typer.Typer) -> None:
    """Add `caravane play` to the command line."""
    app.command("play", help=say("Joue une partie contre des robots.", "Plays a game against bots."))(play_game)


def play_game(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=say("Le jeu ; sinon on vous le demande.", "The game; otherwise you are asked."),
            autocompletion=complete_game,
        ),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help=say("Dans le terminal.", "In the terminal."))] = False,
    players: Players = None,
    seat: Annotated[
        int, typer.Option(metavar="S", min=0, help=say("Votre place, à partir de 0.", "Your seat, from 0."))
    ] = 0,
    bot: Annotated[str, typer.Option(metavar="B", help=say("Contre qui.", "Against whom."))] = "greedy",
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help=say("La même graine, le même hasard.", "The same seed, the same luck.")),
    ] = None,
    preset: PresetName = None,
    option: Options = None,
    position: PositionLine = None,
) -> None:
    """In the browser, if there is a server to serve it; otherwise, or if that is asked for, in the terminal."""
    if terminal or find_spec("litestar") is None:
        _play_in_terminal(game, players, seat, bot, seed, preset, option, position)
        return
    _refuse_in_browser(context)
    from caravane.cli.mode import use_plain_unless_warm

    use_plain_unless_warm()
    from caravane.cli.browser import play_in_browser
    from caravane.game import load

    play_in_browser(load(game).id if game else None)


def _refuse_in_browser(context: typer.Context) -> None:
    """What was asked for must not be forgotten in silence."""
    sources = {name: context.get_parameter_source(name) for name in IN_TERMINAL}
    given = ", ".join(f"--{name}" for name, source in sources.items() if source and source.name != "DEFAULT")
    if given:
        raise BadInput(
            Text(
                f"{given} : seulement dans le terminal ; choisissez cela dans le navigateur, ou ajoutez --terminal.",
                f"{given}: only in the terminal; choose that in the browser, or add --terminal.",
            )
        )


def _play_in_terminal(
    game: str | None,
    players: int | None,
    seat: int,
    bot: str,
    seed: int | None,
    preset: str | None,
    option: list[str] | None,
    position: str | None,
) -> None:
    """Ask what is not given, then play until the end or until one has enough."""
    from caravane.cli.mode import use_plain_for

    use_plain_for(bot)
    import secrets
    from functools import partial

    from rich.console import Console

    from caravane import bots
    from caravane.chance import SeededChance
    from caravane.cli.prepare import prepare
    from caravane.cli.terminal import Terminal, check_seat
    from caravane.game import load
    from caravane.kernel import is_plain
    from caravane.play import begin
    from caravane.positions import opening, read

    console = Console(highlight=False)
    given = position and read(position)
    found = load(game) if game else given.game if given else _ask_game(console)
    make_bot = partial(bots.load, bot)
    make_bot()  # a mistake in its name is told before anything is asked
    check_seat(seat, given.seats if given else found.check_seats(players))
    if preset is None and not option and not given:
        preset = _ask_preset(console, found)
    first = opening(found, players, read_options(option), preset, position)
    if not is_plain():
        prepare(found, bot)
    while True:
        luck = secrets.randbits(32) if seed is None else seed
        table = Terminal(begin(first, SeededChance(luck)), seat, make_bot, console, luck)
        if not table.run() or not _again(console):
            return


def _ask_game(console: "Console") -> "Game":
    from caravane.game import games

    found = list(games().values())
    if len(found) == 1:
        return found[0]
    lang = language()
    names = [f"{game.title.of(lang)} — {game.tagline.of(lang)}" for game in found]
    return found[_ask_number(console, say("Quel jeu ?", "Which game?"), names)]


def _ask_preset(console: "Console", game: "Game") -> str | None:
    if not game.presets:
        return None
    lang = language()
    names = [f"{preset.title.of(lang)} — {preset.sentence.of(lang)}" for preset in game.presets]
    return game.presets[_ask_number(console, say("Quelles règles ?", "Which rules?"), names)].name


def _ask_number(console: "Console", question: str, choices: list[str]) -> int:
    """The index of the line chosen; Enter takes the first."""
    console.print(question, style="bold")
    for number, choice in enumerate(choices, 1):
        console.print(f"  {number}  {choice}", markup=False)
    while True:
        try:
            answer = console.input("[1] > ", markup=False).strip() or "1"
        except EOFError:
            raise typer.Exit from None
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return int(answer) - 1
        console.print(say(f"Un nombre de 1 à {len(choices)}.", f"A number from 1 to {len(choices)}."))


def _again(console: "Console") -> bool:
    try:
        answer = console.input(say("Encore une partie ? [o/N] ", "Another game? [y/N] "), markup=False)
    except EOFError:
        return False
    return answer.strip().lower()[:1] in ("o", "y")
