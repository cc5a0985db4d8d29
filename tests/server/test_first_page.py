"""The first page brings along what it will ask for, and never more than its reader may know."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from caravane.server.http import page_bootstrap
from tests.server.client import Player
from tests.server.conftest import House

INDEX = '<!doctype html><html><head><script type="module" src="/assets/index-1.js"></script></head><body></body></html>'
MANIFEST = {
    "index.html": {"file": "assets/index-1.js", "isEntry": True, "css": ["assets/index-1.css"]},
    "_shared.js": {"file": "assets/shared-1.js", "imports": ["index.html"], "css": ["assets/shared-1.css"]},
    "src/table/TablePage.svelte": {"file": "assets/TablePage-1.js", "imports": ["index.html", "_shared.js"]},
    "src/games/africa/index.ts": {"file": "assets/africa-1.js", "imports": ["_shared.js"]},
}


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client of four files, so that nothing has to be built."""
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite/manifest.json").write_text(json.dumps(MANIFEST))
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/africa-1.js").write_text("plain")
    (tmp_path / "assets/africa-1.js.br").write_bytes(b"packed")
    (tmp_path / "secret.txt").write_text("not for assets")
    monkeypatch.setattr(page_bootstrap, "CLIENT", tmp_path)
    monkeypatch.setattr("caravane.server.http.pages.CLIENT", tmp_path)


async def brought(person: Player, path: str) -> dict[str, Any]:
    """What a page brings along."""
    found = re.search(r'<script type="application/json" id="first">(.*?)</script>', await person.get(path))
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


async def test_a_table_comes_with_its_snapshot_and_its_scripts(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("africa", "me", "me"))["id"]
    page = await ann.get(f"/t/{table}")
    for name in ("shared-1", "TablePage-1", "africa-1"):
        assert page.count(f'<link rel="modulepreload" href="/assets/{name}.js" />') == 1
    assert '<link rel="stylesheet" href="/assets/shared-1.css" />' in page
    assert page.count("index-1") == 1  # the page names it already
    data = await brought(ann, f"/t/{table}")
    assert data["me"]["id"] == ann.id
    assert data["snapshot"] == await ann.get(f"/api/tables/{table}/snapshot")


async def test_a_stranger_is_brought_what_spectators_see(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("africana", "me", "me"))["id"]
    stranger = Player(ann.base)
    data = await brought(stranger, f"/t/{table}")
    await stranger.http.aclose()
    assert data["me"] is None
    assert data["snapshot"]["seat"] == -1
    assert (
        data["snapshot"]["position"]["view"]
        == (await ann.get(f"/api/tables/{table}/snapshot", seat=-1))["position"]["view"]
    )


async def test_an_unknown_address_is_not_found_and_the_client_says_so(house: House) -> None:
    ann = await house.player()
    for path in ("/t/nonsense", "/t/nonsense/replay", "/nowhere", "/t", "/tables/none", "/rules/none", "/rules/a/b"):
        answer = await ann.http.get(path)
        assert (answer.status_code, "/assets/index-1.js" in answer.text) == (404, True), path
    for path in ("/", "/tables", "/tables/open", "/rules/pistes", "/login", "/account", "/settings/", "/replay"):
        assert (await ann.http.get(path)).status_code == 200, path


async def test_head_is_answered_wherever_get_is(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    plain = {"accept-encoding": "identity"}
    for path in (
        "/",
        f"/t/{table}",
        "/t/nonsense",
        "/assets/africa-1.js",
        "/secret.txt",
        "/health",
        "/api/games",
        f"/api/tables/{table}",
    ):
        whole = await ann.http.get(path, headers=plain)
        head = await ann.http.head(path, headers=plain)
        assert (head.status_code, head.content) == (whole.status_code, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"], path
        assert head.headers["content-length"] == str(len(whole.content)), path
    refused = await ann.http.delete(f"/api/tables/{table}")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD, OPTIONS")


def tag(page: str, name: str) -> str:
    """What a page says of itself under a name."""
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)" />', page)
    assert found is not None, name
    return html.unescape(found[1])


async def test_a_shared_link_says_which_public_table_it_is(house: House) -> None:
    ann = await house.player(**{"accept-language": "fr"})
    await ann.call("PATCH", "/api/me", {"name": 'Awa <"&'})
    table = (await ann.open("africana", "me", "bot1", "me", visibility="public"))["id"]
    page = await ann.get(f"/t/{table}")
    assert page.count("<title>") == page.count('name="description"') == 1
    assert tag(page, "og:title") == 'Africana · Awa <"&, Apprenti, Awa <"& · Caravane'
    assert tag(page, "og:description") == 'On attend Awa <"&.'
    assert tag(page, "og:url") == f"{ann.base}/t/{table}"
    assert tag(page, "og:image") == f"{ann.base}/link/africana.jpg"
    waiting = (await ann.open("pistes", "me", "open", visibility="public"))["id"]
    assert tag(await ann.get(f"/t/{waiting}"), "og:description") == "1 place libre."
    assert tag(await ann.get("/rules/africa"), "og:title").startswith("Règles")


async def test_a_table_known_by_its_link_alone_tells_its_game_and_no_more(house: House) -> None:
    ann = await house.player()
    await ann.call("PATCH", "/api/me", {"name": "Zenobia"})
    table = (await ann.open("africana", "me", "me"))["id"]
    stranger = Player(ann.base, **{"accept-language": "en"})
    head = (await stranger.get(f"/t/{table}")).split('<script type="application/json"')[0]
    await stranger.http.aclose()
    assert tag(head, "og:title") == "Africana · Caravane"
    assert tag(head, "og:description").startswith("A table is waiting for you.")
    assert "Zenobia" not in head


async def test_no_name_ends_the_script(house: House) -> None:
    ann = await house.player()
    name = "</script><b>bold"
    await ann.call("PATCH", "/api/me", {"name": name})
    table = (await ann.open("pistes", "me", "open"))["id"]
    page = await ann.get(f"/t/{table}")
    assert name not in page
    assert (await brought(ann, f"/t/{table}"))["me"]["name"] == name


async def test_assets_are_packed_kept_and_gone_when_gone(house: House) -> None:
    ann = await house.player()
    plain = await ann.http.get("/assets/africa-1.js", headers={"accept-encoding": "identity"})
    assert (plain.text, plain.headers["cache-control"]) == ("plain", "public, max-age=31536000, immutable")
    async with ann.http.stream("GET", "/assets/africa-1.js", headers={"accept-encoding": "br"}) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert b"".join([part async for part in answer.aiter_raw()]) == b"packed"
    assert (await ann.http.get("/assets/africa-0.js")).status_code == 404
    assert (await ann.http.get("/assets/..%2fsecret.txt")).status_code == 404


async def test_every_so_manieth_position_of_the_past(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    for move in range(6):
        shown = await ann.get(f"/api/tables/{table}/snapshot", seat=move % 2)
        action = shown["position"]["legal"][0]["action"]
        body = {"seat": move % 2, "action": action, "sequence": shown["sequence"], "request": str(move)}
        await ann.post(f"/api/tables/{table}/actions", body)
    every = await ann.get(f"/api/tables/{table}/frames", seat=-1)
    some = await ann.get(f"/api/tables/{table}/frames", seat=-1, step=3)
    assert some == every[::-1][::3][::-1]
    assert some[-1]["sequence"] == every[-1]["sequence"]
