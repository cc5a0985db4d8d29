"""What changed between two positions, as a JSON Patch (RFC 6902), sent where that is shorter.

Both are what one viewer was sent or is to be sent, and nothing else is read: a patch can tell no more than they do.
"""

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from msgspec import UNSET, Struct
from msgspec.json import Encoder

from caravane.server import wire
from caravane.server.wire import messages
from caravane.server.wire.patches import Add, Operation, Remove, Replace

WORTH_WHILE = 4096  # bytes of a message; in shorter ones there is little to save
_encoder = Encoder()


@dataclass(eq=False, frozen=True, slots=True)
class Sent:
    """A position as it was sent, and with which sequence; one for all who were sent it."""

    sequence: int
    position: wire.Position
    size: int = 0  # of a message with such a position; 0: not known yet


class Forms:
    """The forms of an update for those who see the same, each encoded once: whole, or what changed since."""

    def __init__(self, update: messages.Update) -> None:
        self._update = update
        self._made: dict[Sent | None, bytes] = {}
        self._size = 0

    def after(self, sent: Sent | None) -> bytes:
        """The update for whoever was sent this position last; None: for one who takes whole positions."""
        if sent not in self._made:
            self._made[sent] = self._make(sent)
        return self._made[sent]

    def _make(self, sent: Sent | None) -> bytes:
        if sent is None:
            whole = _encoder.encode(self._update)
            self._size = len(whole)
            return whole
        size = sent.size or len(self.after(None))
        if size >= WORTH_WHILE:
            patch = _encoder.encode(self._patch(sent))
            if 2 * len(patch) < size:
                self._size = self._size or size
                return patch
        return self.after(None)

    def _patch(self, sent: Sent) -> messages.Patch:
        update = self._update
        return messages.Patch(
            table=update.table,
            seat=update.seat,
            sequence=update.sequence,
            entries=update.entries,
            base=sent.sequence,
            changes=changes(sent.position, update.position),
        )

    def sent(self) -> Sent | None:
        """What those who take patches have now."""
        position = self._update.position
        return None if position is None else Sent(self._update.sequence, position, self._size)


def changes(before: Any, after: Any) -> list[Operation]:
    """The operations that make one position of the other. Parts that both share are not looked into."""
    found: list[Operation] = []
    _compare(before, after, "", found)
    return found


def _compare(before: Any, after: Any, path: str, found: list[Operation]) -> None:
    """Add what leads from one value to another that is not equal to it."""
    if isinstance(after, Struct) and type(before) is type(after) and not after.__struct_config__.omit_defaults:
        _compare_members(_members(before), _members(after), path, found)
    elif isinstance(after, dict) and isinstance(before, dict):
        _compare_members(before, after, path, found)
    elif isinstance(after, list) and isinstance(before, list):
        _compare_items(before, after, path, found)
    else:
        found.append(Replace(path=path, value=after))


def _members(value: Struct) -> dict[str, Any]:
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return {name: member for name, field in names if (member := getattr(value, field)) is not UNSET}


def _compare_members(before: dict[str, Any], after: dict[str, Any], path: str, found: list[Operation]) -> None:
    for name, value in after.items():
        if name not in before:
            found.append(Add(path=f"{path}/{_escaped(name)}", value=value))
        elif (was := before[name]) is not value and was != value:
            _compare(was, value, f"{path}/{_escaped(name)}", found)
    found += [Remove(path=f"{path}/{_escaped(name)}") for name in before if name not in after]


def _compare_items(before: list[Any], after: list[Any], path: str, found: list[Operation]) -> None:
    if len(before) != len(after):
        _compare_lengths(before, after, path, found)
        return
    differing = [index for index, value in enumerate(after) if before[index] is not value and before[index] != value]
    parts: list[Operation] = []
    for index in differing:
        _compare(before[index], after[index], f"{path}/{index}", parts)
    whole = Replace(path=path, value=after)
    # A list of actions changes as a whole, one of seats in places.
    is_most = 2 * len(differing) > len(after)
    found += [whole] if is_most and len(_encoder.encode(whole)) < len(_encoder.encode(parts)) else parts


def _compare_lengths(before: list[Any], after: list[Any], path: str, found: list[Operation]) -> None:
    """Some items came or went between those that both lists begin and end with; if they are most of it, all of it."""
    start = _alike(before, after)
    stop = _alike(before[start:][::-1], after[start:][::-1])
    gone, come = len(before) - start - stop, after[start : len(after) - stop]
    if gone + len(come) > len(after) // 2:
        found.append(Replace(path=path, value=after))
        return
    found += [Remove(path=f"{path}/{start}")] * gone
    found += [Add(path=f"{path}/{index}", value=value) for index, value in enumerate(come, start)]


def _alike(before: list[Any], after: list[Any]) -> int:
    """How many items both begin with."""
    pairs = zip(before, after, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))


def _escaped(name: str) -> str:
    """A name as part of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
