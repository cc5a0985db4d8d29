"""All commands under one name."""

from typing import Annotated

import typer

from caravane import __version__
from caravane.cli import (
    arena,
    backup,
    bench,
    doctor,
    games,
    lab,
    perft,
    play,
    position,
    puzzles,
    replay,
    review,
    serve,
    trace,
    warm,
    worker,
)
from caravane.cli.language import say

app = typer.Typer(
    name="caravane",
    help=say(
        "Jouer, étudier et explorer quatre jeux de société africains.",
        "Play, study and research four African board games.",
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"caravane {__version__}")
        raise typer.Exit


@app.callback()
def every_command(
    version: Annotated[
        bool,
        typer.Option("--version", help=say("La version.", "The version."), callback=_show_version, is_eager=True),
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            metavar="fr|en",
            help=say("La langue ; sinon celle du système.", "The language; otherwise the system's."),
        ),
    ] = None,
) -> None:
    """Heeded before any command runs: see `language.choose_language`."""


# In the order of the help page.
COMMANDS = (
    games,
    play,
    serve,
    worker,
    backup,
    trace,
    replay,
    review,
    position,
    arena,
    lab,
    perft,
    puzzles,
    bench,
    warm,
    doctor,
)
for command in COMMANDS:
    command.add_to(app)
