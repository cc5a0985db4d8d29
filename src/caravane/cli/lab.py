"""`caravane lab`: what many games say about a game."""

from pathlib import Path
from typing import Annotated

import typer

from caravane.cli.argument import GameName, Json, Options, Players, PresetName, Seed, read_options
from caravane.cli.language import language, say
from caravane.errors import BadInput
from caravane.text import Text

NEEDED = ("jinja2",)


Compare = Annotated[
    str | None,
    typer.Option(
        metavar="K=V1,V2…",
        help=say("Compare plusieurs valeurs d’une option.", "Holds several values of an option against each other."),
    ),
]
BotNames = Annotated[
    str,
    typer.Option(
        metavar="B[,B…]", help=say("Un robot pour tous ou un par place.", "One bot for all seats or one a seat.")
    ),
]
Games = Annotated[int, typer.Option(min=2, metavar="N", help=say("Parties par variante.", "Games for each variant."))]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help=say("Le fichier HTML.", "The HTML file."))
]
OnRay = Annotated[bool, typer.Option("--ray", help=say("Sur les machines de Ray.", "On Ray's machines."))]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this file to the command line."""
    lab = typer.Typer(help=say("Étudie un jeu par de nombreuses parties.", "Studies a game by many games."))
    lab.callback()(lambda: None)
    lab.command(
        "balance",
        help=say(
            "Écrit un rapport HTML : le départ est-il juste, combien de temps dure une partie, que change une règle.",
            "Writes an HTML report: is the start fair, how long is a game, what does a rule change.",
        ),
    )(report_balance)
    app.add_typer(lab, name="lab")


def report_balance(
    game: GameName,
    players: Players = None,
    preset: PresetName = None,
    option: Options = None,
    compare: Compare = None,
    bots: BotNames = "",
    games: Games = 200,
    seed: Seed = 0,
    output: Output = None,
    ray: OnRay = False,
    as_json: Json = False,
) -> None:
    """Play the games of each variant and write what they tell as a report."""
    _check_extra()
    from caravane.cli.wait import progress_bar
    from caravane.game import load
    from caravane.lab import Question, examine, write_report

    found = load(game)
    options = found.choose_options(read_options(option), preset)
    question: Question = Question(
        game,
        players,
        options,
        _comparison(compare),
        tuple(bot.strip() for bot in bots.split(",") if bot.strip()),
        games,
        seed,
        ray,
    )
    with progress_bar() as bar:
        task = bar.add_task(say("compile…", "compiling…"), total=None)
        answer = examine(
            question, lambda done, total, doing: bar.update(task, completed=done, total=total, description=doing)
        )
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
        return
    path = output or Path(f"{game}-balance.html")
    write_report(answer, language(), path)
    typer.echo(str(path))


def _comparison(text: str | None) -> tuple[str, tuple[str, ...]] | None:
    if text is None:
        return None
    name, equals, values = text.partition("=")
    found = tuple(value.strip() for value in values.split(",") if value.strip())
    if not equals or len(found) < 2:
        raise BadInput(
            Text(
                f"Une comparaison s’écrit NOM=VALEUR,VALEUR, pas {text!r}.",
                f"A comparison is written NAME=VALUE,VALUE, not {text!r}.",
            )
        )
    return name, found


def _check_extra() -> None:
    from importlib.util import find_spec

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        names = ", ".join(missing)
        raise BadInput(
            Text(
                f"Il manque {names} : pip install 'caravane[lab]'.",
                f"{names} is missing: pip install 'caravane[lab]'.",
            )
        )
