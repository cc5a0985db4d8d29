"""What is read of a kept database, and how it is compared: all that was told then is still told."""

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

from caravane.chance import ListedChance
from caravane.play import Play
from caravane.record import Acted, Record, TakenBack, begin, words_of
from tests.server.client import Json, Player

HERE = Path(__file__).parent
# When a position may be taken back is the table's affair and grew stricter; who is connected is of the moment.
OF_THE_MOMENT = {"undo", "connected", "mine", "is_owner", "version"}


async def read_table(player: Player, table: str, seat: int) -> Json:
    """A table as one viewer is shown it: facts, history, position, some positions of the past, and its record."""
    query = {"seat": seat}
    frames = await player.get(f"/api/tables/{table}/frames", step=40, **query)
    return {
        "table": await player.get(f"/api/tables/{table}"),
        "snapshot": await player.get(f"/api/tables/{table}/snapshot", **query),
        "frames": frames[-2:],
        "record": await player.get(f"/api/tables/{table}/record", **query),
    }


def differences(old: Any, new: Any, place: str = "") -> list[str]:
    """Where what was told is told no more or otherwise; what is told in addition does not count."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            line
            for key, value in old.items()
            if key not in OF_THE_MOMENT
            for line in (differences(value, new[key], f"{place}.{key}") if key in new else [f"{place}.{key} is gone"])
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [line for number, (one, two) in pairs for line in differences(one, two, f"{place}[{number}]")]
    return [] if old == new else [f"{place}: {str(old)[:80]} is now {str(new)[:80]}"]


def course(record: Record) -> Json:
    """A record played again: a digest of all legal actions on the way, and what everybody sees at the end."""
    play = begin(record.header, ListedChance(words_of(record)))
    digest = hashlib.sha256()
    for event in record.events:
        if isinstance(event, Acted):
            digest.update(_choices(play))
            play.apply(event.action, event.seat)
        elif isinstance(event, TakenBack):
            play.undo()
    digest.update(_choices(play))
    return {
        "choices": digest.hexdigest(),
        "points": play.points,
        "returns": play.returns,
        "views": json.loads(json.dumps([play.view(seat) for seat in range(-1, play.seats)])),
    }


def _choices(play: Play) -> bytes:
    """Who may do what, in notation and structure, whatever the order."""
    game = play.game
    lines = [
        f"{seat} {game.notation(action)} {json.dumps(game.decode(action), sort_keys=True)}"
        for seat in play.to_move
        for action in play.legal(seat)
    ]
    return "\n".join(sorted(lines)).encode()


def pack(path: Path, data: bytes) -> None:
    """Write a file, packed."""
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def unpack(path: Path) -> bytes:
    """What a packed file holds."""
    return lzma.decompress(path.read_bytes())
