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
    """Add the commands of this file to the command line."""
    app.command(
        "backup",
        help=say(
            "Sauvegarde un serveur, même en marche, dans un fichier.", "Saves a server, even a running one, to a file."
        ),
    )(save)
    app.command(
        "restore",
        help=say(
            "Remplit une base vide depuis une sauvegarde, ou y reprend une table abîmée.",
            "Fills an empty database from a backup, or takes one damaged table from it.",
        ),
    )(fill)


def save(file: BackupFile, database_url: DatabaseUrl = None) -> None:
    """Copy everything from one moment."""
    import asyncio

    from caravane.server.config import load_settings
    from caravane.server.store.backup import backup

    rows = asyncio.run(backup(load_settings(database_url=database_url).database_url, file))
    typer.echo(say(f"{rows} lignes sauvegardées dans {file}", f"{rows} rows saved to {file}"))


def fill(
    file: BackupFile,
    database_url: DatabaseUrl = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help=say(
                "Seulement cette table, abîmée ou perdue ; le serveur peut rester en marche.",
                "Only this table, damaged or lost; the server may go on running.",
            ),
        ),
    ] = None,
) -> None:
    """Copy everything back, or one table."""
    import asyncio

    from caravane.server.config import load_settings
    from caravane.server.store.backup import restore, restore_table

    url = load_settings(database_url=database_url).database_url
    rows = asyncio.run(restore(file, url) if table is None else restore_table(file, url, table))
    typer.echo(say(f"{rows} lignes restaurées depuis {file}", f"{rows} rows restored from {file}"))
