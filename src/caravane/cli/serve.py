"""`caravane serve`: the server."""

from pathlib import Path
from typing import Annotated

import typer

from caravane.cli.language import say

DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help=say(
            "sqlite:///fichier ou postgresql://…",
            "sqlite:///file or postgresql://…",
        ),
    ),
]
ChannelsUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help=say(
            "Entre plusieurs processus : redis://… ou postgresql://…",
            "Between several processes: redis://… or postgresql://…",
        ),
    ),
]
WorkersUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help=say(
            "Les robots pensent dans « caravane worker » : redis://… ou postgresql://…",
            "Bots think in “caravane worker”: redis://… or postgresql://…",
        ),
    ),
]
Host = Annotated[str | None, typer.Option(help=say("L’adresse écoutée.", "The address to listen on."))]
Port = Annotated[int | None, typer.Option(help=say("Le port.", "The port."))]
Workers = Annotated[int | None, typer.Option(help=say("Nombre de processus.", "Number of processes."))]
ConfigFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help=say("Un fichier TOML de réglages.", "A TOML file of settings."))
]


def add_to(app: typer.Typer) -> None:
    """Add `caravane serve` to the command line."""
    app.command("serve", help=say("Lance le serveur.", "Runs the server."))(serve)


def serve(
    database_url: DatabaseUrl = None,
    channels_url: ChannelsUrl = None,
    workers_url: WorkersUrl = None,
    host: Host = None,
    port: Port = None,
    workers: Workers = None,
    config: ConfigFile = None,
) -> None:
    """Serve until interrupted."""
    from caravane.cli.mode import use_plain_unless_warm

    use_plain_unless_warm()
    from caravane.server.config import load_settings
    from caravane.server.serve import run

    settings = load_settings(
        config,
        database_url=database_url,
        channels_url=channels_url,
        workers_url=workers_url,
        host=host,
        port=port,
        workers=workers,
    )
    address = f"http://{settings.host}:{settings.port}"
    run(
        settings, lambda: typer.echo(say(f"Caravane est ouverte : {address}", f"Caravane is open: {address}"), err=True)
    )
