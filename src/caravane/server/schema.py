"""The whole wire as one OpenAPI document: `python -m caravane.server.schema > openapi.json`.

HTTP paths come from Litestar; the components, the socket's messages among them, come from msgspec, so that
tagged unions keep their discriminator and one generator makes all of the client's types.
"""

import json
import re
import sys
from functools import cache
from html import escape
from types import ModuleType
from typing import Any

import msgspec
from litestar import get

from caravane import __version__
from caravane.game import games as all_games
from caravane.server import wire
from caravane.server.wire import base, games, history, lessons, messages, operations, people, puzzles

NAMED_UNIONS = {
    "ToServer": messages.ToServer,
    "ToClient": messages.ToClient,
    "LogEntry": history.LogEntry,
    "Clock": wire.Clock,
    "SeatChoice": wire.SeatChoice,
}

_ABOUT = "See docs/protocol.md for the socket. No text that is sent may hold U+0000: it is refused as malformed."

REFUSAL = {
    "description": "Refused; nothing was changed.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def components() -> dict[str, Any]:
    """Every wire type by name."""
    structs = [
        thing
        for module in (wire, messages, lessons, puzzles)
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and _is_of(thing, module)
    ]
    concrete = [struct for struct in structs if not struct.__subclasses__()]
    types = [*NAMED_UNIONS.values(), *concrete]
    schemas, named = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    named |= dict(zip(NAMED_UNIONS, schemas[: len(NAMED_UNIONS)], strict=True))
    named |= view_components()
    _open_free_objects(named)
    return named


def _is_of(thing: type, module: ModuleType) -> bool:
    """Whether a type is one of a module's own; those of `wire` stand in several files."""
    own = (wire, base, games, operations, people) if module is wire else (module,)
    return thing.__module__ in {one.__name__ for one in own}


def view_components() -> dict[str, Any]:
    """What each game describes, under the game's name: `africa.View`. A game without types is a free object."""
    found: dict[str, Any] = {}
    for game in all_games().values():
        if game.describing.type is not None:
            template = f"#/components/schemas/{game.id}.{{name}}"
            _, parts = msgspec.json.schema_components([game.describing.type], ref_template=template)
            found |= {f"{game.id}.{name}": schema for name, schema in sorted(parts.items())}
    return found


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


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document: paths as Litestar has them, types as msgspec has them."""
    from caravane.server.app import build
    from caravane.server.config import Settings

    paths = build(Settings()).openapi_schema.to_schema()["paths"]
    for methods in paths.values():
        for operation in methods.values():
            operation["responses"].pop("400", None)  # Litestar's own form, which `app.refuse_http` replaces
            operation["responses"]["4XX"] = REFUSAL
            operation["responses"].get("204", {}).pop("content", None)  # "no content" has none
    return {
        "openapi": "3.1.0",
        "info": {"title": "Caravane", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": components()},
    }


def page() -> str:
    """The document for people, without a script."""
    known = components()
    parts = [_HEAD]
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(operation['summary'])}</p>")
            parts += [f"<p>takes {_link(name)}</p>" for name in _references(operation.get("requestBody"))]
            parts += [
                f"<p>gives {_link(name)}</p>" for name in _references(operation["responses"].get(_good(operation)))
            ]
    parts.append("<h2><code>GET /api/socket</code></h2><p>The socket: takes ")
    parts.append(f"{_link('ToServer')}, gives {_link('ToClient')}.</p><h1>Types</h1>")
    for name, schema in known.items():
        text = escape(json.dumps(schema, indent=1, ensure_ascii=False))
        parts.append(
            f"<details id={name}><summary><code>{name}</code> {escape(schema.get('description', ''))}</summary>"
        )
        parts.append(f"<pre>{text}</pre></details>")
    return "".join(parts)


_HEAD = (
    "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    "<title>Caravane: API</title><style>body{font:16px/1.45 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "h2{font-size:1rem;margin:1.5rem 0 0}p{margin:.2rem 0}pre{overflow:auto}</style><h1>Caravane: API</h1>"
    "<p><a href=/api/openapi.json>openapi.json</a></p>"
)


def _good(operation: dict[str, Any]) -> str:
    return min(map(str, operation["responses"]))


def _link(name: str) -> str:
    return f"<a href=#{name}><code>{name}</code></a>"


def _references(schema: Any) -> list[str]:
    """The names of the types that a part of the document speaks of."""
    found = re.findall(r"#/components/schemas/([\w.]+)", json.dumps(schema))
    return list(dict.fromkeys(found))


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> dict[str, Any]:
    """The wire, for programs."""
    return document()


@get("/api/docs", include_in_schema=False, media_type="text/html")
async def docs() -> str:
    """The wire, for people."""
    return page()


HANDLERS = [openapi, docs]

if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1)
