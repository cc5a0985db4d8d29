"""Names: those that look alike are one, what is reserved is nobody's, and every seat says what its name stands for."""

import pytest
import sqlalchemy as sa

from caravane.server.accounts.names import canonical, clean_name, is_reserved, login_forms
from caravane.server.problems import Refused
from caravane.server.store import database as db
from caravane.server.store.migrate import FOLDER
from tests.server.client import Player, Refusal
from tests.server.conftest import House
from tests.server.test_passwords import checked

__all__ = ["checked"]

WORD = "kalimba, baobab, dune"
ALIKE = [
    "ann", "ANN", "Ａｎｎ", "Аnn", "𝐀𝐧𝐧", "Ann\u200b", "A\u00adnn", "An\u3164n", "A nn", " Ann ", "A.nn", "Ann\u2800", "Ann\ufe0f",
]  # fmt: skip
APART = ["Anne", "Ana", "Ánn", "Ann 2", "Bea"]


@pytest.mark.parametrize("name", ALIKE)
def test_names_that_look_alike_are_one(name: str) -> None:
    assert canonical(name) == canonical("Ann")


@pytest.mark.parametrize("name", APART)
def test_names_that_differ_are_two(name: str) -> None:
    assert canonical(name) != canonical("Ann")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Alan", "AIan"), ("Alan", "A1an"), ("Bob", "B0b"), ("modern", "modem"), ("Will", "VVill"), ("Éa", "e\u0301a")],
)
def test_letters_that_differ_by_a_hair_are_one(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    "name",
    [
        "bot 5", "Bot5", "b0t 5", "ＢＯＴ ５", "robot", "Baobab [bot]", "Ann (bot)", "Deleted account", "Compte supprimé",
        "compte supprime", "Joueur", "Joueur 2", "Player 1", "Voyageur 1234", "Traveller", "Guest", "Invité", "Caravane",
        "admin", "Аdmin", "You", "Oryx",
    ],
)  # fmt: skip
def test_what_is_reserved_is_nobodys(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Abbot", "Botswana", "France", "Lola", "Ai", "Мария", "ⵣ Tanit", "王", "Zoé", "🦁"]
)
def test_ordinary_names_are_free(name: str) -> None:
    assert not is_reserved(name)
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u3164", "\u2800", "...", "—", "\u0301", "e\u0301\u0302\u0303\u0304"]
)
def test_nothing_to_see_is_no_name(name: str) -> None:
    with pytest.raises(Refused, match="cannot be used"):
        clean_name(name)


def test_names_are_shown_in_ordinary_characters() -> None:
    assert clean_name(" Ａｎｎ\u00a0 Ier\u202e ") == "Ann Ier"
    assert login_forms("Ａｎｎ  Ier") == ["ann ier", "ａｎｎ ier"]
    with pytest.raises(Refused, match="32"):
        clean_name("ﷺ" * 3)


async def registered(house: House, name: str) -> Player:
    player = await house.player()
    await player.post("/api/me/register", {"name": name, "password": WORD})
    return player


async def test_nobody_registers_or_bears_a_registered_name(house: House, checked: list[str]) -> None:
    ann, eve = await registered(house, "Ann"), await house.player()
    bea = await registered(house, "Bea")
    for name in ("ANN", "Аnn", "A nn"):
        with pytest.raises(Refusal, match="name-taken"):
            await eve.post("/api/me/register", {"name": name, "password": WORD})
        for player in (eve, bea):
            with pytest.raises(Refusal, match="name-taken"):
                await player.call("PATCH", "/api/me", {"name": name})
        with pytest.raises(Refusal, match="name-taken"):
            await eve.open("pistes", "me", {"type": "me", "name": name})
    assert (await eve.get("/api/me"))["guest"]
    assert (await bea.get("/api/me"))["name"] == "Bea"
    assert (await ann.call("PATCH", "/api/me", {"name": "ANN"}))["name"] == "ANN", "one's own may be written otherwise"
    hot = await ann.open("pistes", {"type": "me", "name": "Ann"}, {"type": "me", "name": "Léo"})
    assert [(seat["name"], seat["mark"]) for seat in hot["seats"]] == [("Ann", "label"), ("Léo", "label")]
    await ann.call("PATCH", "/api/me", {"name": "Zoé"})
    assert (await eve.call("PATCH", "/api/me", {"name": "Ann"}))["name"] == "Ann", "it is free again"


@pytest.mark.parametrize("name", ["bot 5", "Deleted account", "Voyageur 1234"])
async def test_nobody_bears_a_reserved_name(house: House, name: str, checked: list[str]) -> None:
    eve, ann = await house.player(), await registered(house, "Ann")
    for player in (eve, ann):
        with pytest.raises(Refusal, match="name-reserved"):
            await player.call("PATCH", "/api/me", {"name": name})
        with pytest.raises(Refusal, match="name-reserved"):
            await player.open("pistes", "me", {"type": "me", "name": name})
    with pytest.raises(Refusal, match="name-reserved"):
        await eve.post("/api/me/register", {"name": name, "password": WORD})


async def test_a_guest_cannot_register_the_name_guests_are_given(house: House, checked: list[str]) -> None:
    eve = await house.player()
    given = (await eve.get("/api/me"))["name"]
    with pytest.raises(Refusal, match="name-reserved"):
        await eve.post("/api/me/register", {"name": given, "password": WORD})
    assert (await eve.call("PATCH", "/api/me", {"name": given, "language": "fr"}))["name"] == given


async def test_who_registers_a_name_takes_it_from_guests(house: House, checked: list[str]) -> None:
    eve, bea = await house.player(), await house.player()
    await eve.call("PATCH", "/api/me", {"name": "Аnn"})
    table = (await eve.open("pistes", "me", "open"))["id"]
    await registered(house, "Ann")
    assert (await eve.get("/api/me"))["name"].startswith("Traveller ")
    shown = await bea.get(f"/api/tables/{table}")
    assert shown["seats"][0]["name"].startswith("Traveller ")


async def test_a_program_cannot_bear_a_registered_or_reserved_name(house: House, checked: list[str]) -> None:
    ann, owner = await registered(house, "Ann"), await house.player()
    table = await ann.open("pistes", "me", "open")
    token = (await owner.post("/api/me/tokens", {"label": "program"}))["token"]
    script = Player(house.base, authorization=f"Bearer {token}")
    house.people.append(script)
    for name, code in [("Аnn", "name-taken"), ("bot 5", "name-reserved")]:
        with pytest.raises(Refusal, match=code):
            await script.post(f"/api/tables/{table['id']}/join", {"name": name})
    await script.post(f"/api/tables/{table['id']}/join", {"name": "Baobab"})
    assert (await owner.get("/api/me"))["name"] != "Baobab", "the account keeps its own"


async def test_every_seat_says_what_its_name_stands_for(house: House, checked: list[str]) -> None:
    ann, gus = await registered(house, "Ann"), await house.player()
    table = (await ann.open("africana", "me", "open", "open", "bot1"))["id"]

    async def marks() -> list[str | None]:
        return [seat["mark"] for seat in (await gus.get(f"/api/tables/{table}"))["seats"]]

    assert await marks() == ["registered", None, None, "bot"]
    await gus.post(f"/api/tables/{table}/join", {})
    token = (await gus.post("/api/me/tokens", {"label": "program"}))["token"]
    script = Player(house.base, authorization=f"Bearer {token}")
    house.people.append(script)
    await script.post(f"/api/tables/{table}/join", {"seat": 2, "name": "Baobab"})
    assert await marks() == ["registered", "guest", "program", "bot"]
    await ann.call("DELETE", "/api/me", {"password": WORD})
    assert await marks() == ["gone", "guest", "program", "bot"]


async def test_names_of_a_record_are_marked_as_read_in_a_file(house: House, checked: list[str]) -> None:
    ann = await registered(house, "Ann")
    table = await ann.open("pistes", {"type": "me", "name": "Ann"}, {"type": "me", "name": "Léo"})
    line = await house.line(ann)
    await line.watch(table["id"], 0)
    await line.ask("resign", table=table["id"], seat=0)
    text = await ann.get(f"/api/tables/{table['id']}/record")
    response = await ann.http.post("/api/records", content=text, headers={"content-type": "application/x-ndjson"})
    assert [(seat["name"], seat["mark"]) for seat in response.json()["seats"]] == [("Ann", "record"), ("Léo", "record")]


def _migration() -> dict[str, object]:
    found: dict[str, object] = {}
    path = next((FOLDER / "versions").glob("*_accounts.py"))
    exec(compile(path.read_text(), str(path), "exec"), found)  # its name is no module's
    return found


def test_names_that_looked_alike_before_are_kept_and_no_new_ones_come() -> None:
    engine = sa.create_engine("sqlite://")
    names = [("a", "Ann", "ann"), ("b", "Аnn", "аnn"), ("c", "Ann", None), ("d", "Bea", "bea")]
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE people (id, name, login, canonical, created_at)"))
        for at, (identity, name, login) in enumerate(names):
            row = {"id": identity, "name": name, "login": login, "at": at}
            connection.execute(sa.text("INSERT INTO people VALUES (:id, :name, :login, '', :at)"), row)
        compute = _migration()["_compute_canonical"]
        assert callable(compute)
        compute(connection)
        rows = connection.execute(sa.text("SELECT id, canonical FROM people")).all()
    found = {str(row[0]): row[1] for row in rows}
    assert found == {"a": "ann", "b": "ann\x1fb", "c": "ann", "d": "bea"}


async def test_a_name_of_before_that_clashed_stays_barred(house: House, checked: list[str]) -> None:
    ann, eve = await registered(house, "Ann"), await house.player()
    me = (await ann.get("/api/me"))["id"]
    async with db.writing(house.service.people._engine) as connection:
        clash = sa.update(db.people).where(db.people.c.id == me).values(canonical=f"ann\x1f{me}")
        await connection.execute(clash)
    with pytest.raises(Refusal, match="name-taken"):
        await eve.post("/api/me/register", {"name": "Ann.", "password": WORD})
    phone = await house.player()
    assert (await phone.post("/api/login", {"name": "Ann", "password": WORD}))["id"] == me
