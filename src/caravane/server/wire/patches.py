"""A JSON Patch (RFC 6902) with the three operations that are sent."""

from typing import Any

from msgspec import Struct


class _Operation(Struct, frozen=True, kw_only=True, tag_field="op"):
    path: str  # a JSON Pointer (RFC 6901) into the position


class Add(_Operation, frozen=True, tag="add"):
    """A new member, or a new item of a list before the one at this index."""

    value: Any


class Remove(_Operation, frozen=True, tag="remove"):
    """A member or an item that is there no more."""


class Replace(_Operation, frozen=True, tag="replace"):
    """Another value in the same place."""

    value: Any


Operation = Add | Remove | Replace
