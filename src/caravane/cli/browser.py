"""A server for oneself, and the browser that shows it."""

import os
import socket
import webbrowser
from pathlib import Path

import typer

from caravane.cli.language import say

FIRST_PORT = 8000


def play_in_browser(game: str | None) -> None:
    """Serve on this machine and open the page; the tables are kept in the user's data folder."""
    from caravane.server.config import load_settings
    from caravane.server.ops.sole import AlreadyServed
    from caravane.server.serve import run

    port = _free_port()
    settings = load_settings(database_url=f"sqlite:///{_data_folder() / 'caravane.db'}", port=port)
    address = f"http://127.0.0.1:{port}/" + (f"?game={game}" if game else "")

    def show() -> None:
        typer.echo(
            say(
                f"Caravane est ouverte : {address} (Ctrl-C pour fermer)",
                f"Caravane is open: {address} (Ctrl-C closes it)",
            )
        )
        webbrowser.open(address)

    try:
        run(settings, show, first_game=game)
    except AlreadyServed as error:
        if not error.address:
            raise
        found = error.address + "/" + (f"?game={game}" if game else "")
        typer.echo(say(f"Caravane est déjà ouverte : {found}", f"Caravane is open already: {found}"))
        webbrowser.open(found)


def _data_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    folder = (Path(home) if home else Path.home() / ".local" / "share") / "caravane"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _free_port() -> int:
    for port in (FIRST_PORT, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    return FIRST_PORT
