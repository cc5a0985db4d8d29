"""`caravane backup` and `caravane restore`: all tables and people in one file."""

from pathlib import Path
from typing import Annotated

import typer

from caravane.cli.language import say

DatabaseUrl = Annotated[
    str | None,
    typer.Option(metavar="URL", help=say("sqlite:///fichier ou postgresql://…", "sqlite:///file or postgresql://…")),
]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help=say("Le fichier de sauvegarde.", "The backup file."))]


def add_to(app: typer.Typer) -> None:
    """Offer the commands."""
    app.command(
        "backup",
        help=say(
            "Sauvegarde un serveur, même en marche, dans un fichier.", "Saves a server, even a running one, to a file."
        ),
    )(save)
    app.command(
        "restore", help=say("Remplit une base vide depuis une sauvegarde.", "Fills an empty database from a backup.")
    )(fill)


def save(file: BackupFile, database_url: DatabaseUrl = None) -> None:
    """Copy everything from one moment."""
    import asyncio

    from caravane.server.config import load_settings
    from caravane.server.copy import backup

    rows = asyncio.run(backup(load_settings(database_url=database_url).database_url, file))
    typer.echo(say(f"{rows} lignes sauvegardées dans {file}", f"{rows} rows saved to {file}"))


def fill(file: BackupFile, database_url: DatabaseUrl = None) -> None:
    """Copy everything back."""
    import asyncio

    from caravane.server.config import load_settings
    from caravane.server.copy import restore

    rows = asyncio.run(restore(file, load_settings(database_url=database_url).database_url))
    typer.echo(say(f"{rows} lignes restaurées depuis {file}", f"{rows} rows restored from {file}"))
