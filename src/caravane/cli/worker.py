"""`caravane worker`: a bot worker for a server elsewhere."""

from typing import Annotated

import typer

from caravane.cli.language import say
from caravane.errors import BadInput
from caravane.text import Text


def add_to(app: typer.Typer) -> None:
    """Add `caravane worker` to the command line."""
    app.command(
        "worker",
        help=say("Fait réfléchir les robots d’un serveur ailleurs.", "Lets bots think for a server elsewhere."),
    )(work)


def work(
    workers_url: Annotated[
        str | None, typer.Option(metavar="URL", help=say("redis://… ou postgresql://…", "redis://… or postgresql://…"))
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help=say("Combien pensent en même temps.", "How many think at once."))
    ] = None,
) -> None:
    """Answer the questions of a server elsewhere until interrupted."""
    from caravane.server.bots.worker import run
    from caravane.server.config import load_settings

    settings = load_settings(workers_url=workers_url, bot_processes=processes)
    if not settings.workers_url:
        raise BadInput(
            Text(
                "D’où viennent les questions ? Donnez --workers-url (redis://… ou postgresql://…).",
                "Where do the questions come from? Give --workers-url (redis://… or postgresql://…).",
            )
        )
    run(
        settings.workers_url,
        processes=settings.bot_processes,
        seconds=settings.bot_seconds,
        limit=settings.bot_timeout,
    )
