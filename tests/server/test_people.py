"""Guests, accounts, cookies, tokens."""

import pytest

from tests.server.client import Player, Refusal
from tests.server.conftest import House

WORD = "a long password"


async def test_a_visitor_is_a_guest_at_once_and_stays_the_same(house: House) -> None:
    ann = await house.player(**{"accept-language": "fr-CH, en;q=0.5"})
    me = await ann.get("/api/me")
    assert (me["id"], me["guest"], me["language"]) == (ann.id, True, "fr")
    cookie = next(iter(ann.http.cookies.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")


async def test_registering_keeps_the_tables(house: House) -> None:
    ann = await house.player()
    table = await ann.open("pistes", "me", "open")
    registered = await ann.post("/api/me/register", {"name": "Ann  Ier", "password": WORD})
    assert (registered["name"], registered["guest"]) == ("Ann Ier", False)
    elsewhere = await house.player()
    await elsewhere.post("/api/login", {"name": "ann ier", "password": WORD})
    mine = await elsewhere.get("/api/tables", which="mine")
    assert [one["id"] for one in mine] == [table["id"]]


async def test_a_name_belongs_to_one_person(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    await ann.post("/api/me/register", {"name": "Ann", "password": WORD})
    with pytest.raises(Refusal, match="name-taken"):
        await bea.post("/api/me/register", {"name": "ANN", "password": WORD})
    with pytest.raises(Refusal, match="unauthorized"):
        await bea.post("/api/login", {"name": "Ann", "password": "not that one"})


async def test_logging_out_everywhere_voids_cookies_and_tokens(house: House) -> None:
    ann = await house.player()
    token = (await ann.post("/api/me/tokens", {"label": "script"}))["token"]
    script = Player(house.base, authorization=f"Bearer {token}")
    assert (await script.get("/api/me"))["id"] == ann.id
    old = dict(ann.http.cookies)
    await ann.post("/api/logout-everywhere")
    ann.http.cookies.update(old)
    assert (await ann.get("/api/me"))["id"] != ann.id
    with pytest.raises(Refusal, match="unauthorized"):
        await script.get("/api/me/tokens")
    await script.close()


async def test_a_forged_cookie_is_nobody(house: House) -> None:
    ann, eve = await house.player(), await house.player()
    stolen = f"{ann.id}.0." + "0" * 40
    eve.http.cookies.set("caravane", stolen)
    response = await eve.http.get("/api/tables", params={"which": "mine"}, headers={"cookie": f"caravane={stolen}"})
    assert response.json() == []


async def test_a_deleted_account_leaves_moves_without_a_name(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    await ann.call("PATCH", "/api/me", {"name": "Ann"})
    table = (await ann.open("pistes", "me", "open"))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    assert (await bea.get(f"/api/tables/{table}"))["seats"][0]["name"] == "Ann"
    await ann.call("DELETE", "/api/me", {})
    shown = await bea.get(f"/api/tables/{table}/snapshot")
    assert "Ann" not in str(shown["table"]["seats"][0]["name"])
    assert not any("Ann" in str(entry.get("name")) for entry in shown["entries"])
