"""docs/protocol.md and the code say the same."""

import json
import re
from pathlib import Path

from caravane.game import games
from caravane.server import problems, schema
from caravane.server.wire import messages

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
SERVER = TEXT[TEXT.index("## The server: HTTP and socket") :]


def test_every_path_is_documented() -> None:
    missing = [path for path in schema.document()["paths"] if path not in SERVER]
    assert missing == []


def test_every_refusal_is_documented() -> None:
    missing = [code for code in problems.CODES if f"`{code}`" not in SERVER]
    assert missing == []


def test_every_command_is_documented() -> None:
    tags = [command.__struct_config__.tag for command in messages.ToServer.__args__]
    assert [tag for tag in tags if f"`{tag}`" not in SERVER] == []


def test_what_each_game_describes_is_in_the_schema() -> None:
    named = schema.components()
    for game in games().values():
        assert game.describing.type is not None
        assert set(named[f"{game.id}.View"]["properties"]) == set(game.describing.type.__struct_fields__)


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    document = schema.document()
    named = set(re.findall(r"#/components/schemas/([\w.]+)", json.dumps(document)))
    assert named <= document["components"]["schemas"].keys()


def test_the_page_for_people_names_every_type() -> None:
    page = schema.page()
    assert all(f"id={name}" in page for name in schema.components())
