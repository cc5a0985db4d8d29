"""The first page, with what it will ask for next: its scripts, the people and games, and the table it shows.

A page that has to ask before it knows what to ask for loses a round trip each time. Whatever is brought along is
only a head start: the client asks for what it does not find.
"""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from caravane import __version__
from caravane.server import wire
from caravane.server.wire import history

CLIENT = Path(__file__).parents[2] / "web"
PLACE = "</head>"  # in index.html; what is brought along stands before it
# In index.html for whoever opens the file as it is; the page of an address has its own.
GENERAL = re.compile(r"<title>.*?</title>|<meta\s+name=\"description\".*?/>", re.DOTALL)
HOME = "src/pages/Home.svelte"
TABLE = "src/table/TablePage.svelte"
REPLAY = "src/table/ReplayPage.svelte"

_encoder = msgspec.json.Encoder()


class First(msgspec.Struct, frozen=True, kw_only=True):
    """What the client would ask for next; nothing where it has to ask itself."""

    version: str = __version__
    me: wire.Me | None = None
    games: list[wire.GameFacts] = []
    snapshot: history.Snapshot | None = None


def parts_of(path: str, game: str | None) -> list[str]:
    """The sources of the client that a path needs at once."""
    page = HOME if path == "/" else REPLAY if path.endswith("/replay") else TABLE
    return [page] if game is None else [page, f"src/games/{game}/index.ts"]


def first_page(parts: list[str], first: First, head: str = "") -> str:
    """The client's first page, with its own `head`, scripts on their way, and `first` for it to read."""
    html = GENERAL.sub("", (CLIENT / "index.html").read_text())
    data = _encoder.encode(first).decode().replace("<", "\\u003c")  # no name or talk can end the script
    block = f'<script type="application/json" id="first">{data}</script>'
    return html.replace(PLACE, "".join([head, *links(parts), block, PLACE]), 1)


def links(parts: list[str]) -> list[str]:
    """What lets the browser fetch the files of some parts while it reads the page."""
    index = CLIENT / ".vite/manifest.json"
    if not index.is_file():
        return []
    return list(_links(index.stat().st_mtime_ns, tuple(parts)))


@lru_cache(maxsize=64)
def _links(_changed: int, parts: tuple[str, ...]) -> tuple[str, ...]:
    manifest: dict[str, Any] = json.loads((CLIENT / ".vite/manifest.json").read_text())
    entry = {key for key, chunk in manifest.items() if chunk.get("isEntry")}
    seen: dict[str, None] = {}
    for part in parts:
        if part in manifest:
            seen |= dict.fromkeys(_needed(manifest, part, frozenset(entry)))
    return tuple(seen)


def _needed(manifest: dict[str, Any], key: str, known: frozenset[str]) -> Iterator[str]:
    """The links for a chunk and all that it imports, except what the page loads anyway."""
    if key in known:
        return
    chunk = manifest[key]
    for imported in chunk.get("imports", []):
        yield from _needed(manifest, imported, known | {key})
    yield f'<link rel="modulepreload" href="/{chunk["file"]}" />'
    for sheet in chunk.get("css", []):
        yield f'<link rel="stylesheet" href="/{sheet}" />'
