"""The whole wire as one OpenAPI document: `python -m caravane.server.schema > openapi.json`.

HTTP paths come from Litestar; the components, the socket's messages among them, come from msgspec, so that
tagged unions keep their discriminator and one generator makes all of the client's types.
"""

import json
import sys
from typing import Any

import msgspec

from caravane.server import messages, wire

NAMED_UNIONS = {
    "ToServer": messages.ToServer,
    "ToClient": messages.ToClient,
    "LogEntry": wire.LogEntry,
    "Clock": wire.Clock,
    "SeatChoice": wire.SeatChoice,
}


def components() -> dict[str, Any]:
    """Every wire type by name."""
    structs = [
        thing
        for module in (wire, messages)
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__module__ == module.__name__
    ]
    concrete = [struct for struct in structs if not struct.__subclasses__()]
    types = [*NAMED_UNIONS.values(), *concrete]
    schemas, named = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    named |= dict(zip(NAMED_UNIONS, schemas[: len(NAMED_UNIONS)], strict=True))
    _open_free_objects(named)
    return named


def _open_free_objects(schema: Any) -> None:
    """Say of each free-form object that it may hold anything: generators take silence for "nothing"."""
    if isinstance(schema, list):
        for part in schema:
            _open_free_objects(part)
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and not {"properties", "additionalProperties"} & schema.keys():
            schema["additionalProperties"] = True
        for part in list(schema.values()):
            _open_free_objects(part)


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Caravane", "version": "0.1.0"},
        "paths": {},
        "components": {"schemas": components()},
    }


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
