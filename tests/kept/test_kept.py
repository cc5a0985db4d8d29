"""What earlier versions wrote opens, reads as it read then, and is played on."""

import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest

from caravane import proof, record
from caravane.game import games
from caravane.server.config import Settings
from caravane.server.store.backup import restore
from tests.kept.make import PASSWORD
from tests.kept.reading import HERE, course, differences, read_table, unpack
from tests.server.client import Json, Line, Player, Refusal
from tests.server.conftest import House, new_database, run_house

KEPT = sorted(path.parent.name for path in HERE.glob("*/index.json"))


@cache
def records_of(kept: str) -> tuple[Json, Json]:
    """The records of a version, and how they went."""
    texts, courses = (json.loads(unpack(HERE / kept / f"{part}.json.xz")) for part in ("records", "courses"))
    return texts, courses


RECORDS = [(kept, name) for kept in KEPT for name in records_of(kept)[0]]


@pytest.mark.parametrize(("kept", "name"), RECORDS, ids=lambda part: part.replace(" ", "-"))
def test_a_record_replays_through_the_same_choices_to_the_same_end(kept: str, name: str) -> None:
    texts, courses = records_of(kept)
    found = record.read(texts[name])
    assert differences(courses[name], course(found)) == []
    assert proof.verify(found).chance == "seeded"


def test_every_game_is_kept() -> None:
    for kept in KEPT:
        index = json.loads((HERE / kept / "index.json").read_text())
        assert {name.split("-")[0] for name in index["tables"]} == set(games())
    assert KEPT


@pytest.mark.parametrize("now", [{"a": [1, 3]}, {"a": [1]}, {"b": [1, 2]}, {"a": [1, 2, 3]}, None])
def test_the_comparison_sees_what_is_told_no_more_or_otherwise(now: object) -> None:
    assert differences({"a": [1, 2]}, {"a": [1, 2], "new": 5}) == []
    assert differences({"a": [1, 2]}, now) != []


class Reopened:
    """A kept database with a server on it, and its people, logged in again."""

    def __init__(self, kept: str, house: House, index: Json) -> None:
        self.kept, self.house, self.index = kept, house, index
        self.people: dict[str, Player] = {}

    async def person(self, name: str) -> Player:
        """Somebody of then: by password, or by the cookie of a guest."""
        if name not in self.people:
            player = Player(self.house.base)
            self.house.people.append(player)
            facts = self.index["people"][name]
            if facts["registered"]:
                await player.post("/api/login", {"name": name, "password": PASSWORD})
            else:
                player.http.cookies.update(facts["cookies"])
            self.people[name] = player
        return self.people[name]

    async def line_of(self, name: str, table: str, seat: int) -> Line:
        """Her socket, watching a table."""
        line = await self.house.line(await self.person(name))
        await line.watch(table, seat)
        return line


async def reopen(kept: str, url: str) -> Reopened:
    """A server on a database that is there already, a second after it was kept."""
    index = json.loads((HERE / kept / "index.json").read_text())
    settings = Settings(
        database_url=url, bot_processes=0, requests_per_minute=0, commands_per_second=0, processor_share=0
    )
    return Reopened(kept, await run_house(settings, lambda: int(index["now"]) + 1000), index)


@pytest.fixture(params=KEPT)
async def reopened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Reopened]:
    """The file as it was left, under a server of this version."""
    (tmp_path / "kept.db").write_bytes(unpack(HERE / request.param / "database.db.xz"))
    found = await reopen(request.param, f"sqlite:///{tmp_path / 'kept.db'}")
    yield found
    await found.house.stop()


def shown_then(kept: str) -> Json:
    """What everybody was shown when it was kept."""
    shown: Json = json.loads(unpack(HERE / kept / "shown.json.xz"))
    return shown


def changed(name: str, then: Json, now: Json) -> list[str]:
    """What reads otherwise; the record of a finished game is the same to the byte."""
    old, new = then.pop("record"), now.pop("record")
    if old != new and then["table"]["status"] == "over":
        return [f"{name}: the record of a finished game is another"]
    lines = [[json.loads(line) for line in text.splitlines()] for text in (old, new)]
    now_later = differences(lines[0], lines[1], f"{name} record")
    return [*now_later, *differences(_still(then), now, name)]


def _still(shown: Json) -> Json:
    """Without what a second changes: the clocks that run."""
    for position in [shown["snapshot"]["position"], *(frame["position"] for frame in shown["frames"])]:
        if position is not None and position.get("clocks") is not None:
            for seat in position["clocks"]["seats"]:
                if seat["runs"]:
                    del seat["left_ms"]
    return shown


async def test_a_kept_database_reads_as_it_read_then(reopened: Reopened) -> None:
    then, found = shown_then(reopened.kept), []
    for name, table in reopened.index["tables"].items():
        for who, seat in table["viewers"]:
            now = await read_table(await reopened.person(who), table["id"], seat)
            found += changed(f"{name} {who} {seat}", then.pop(f"{name} {who} {seat}"), now)
    assert found == []
    assert then == {}


async def test_records_of_kept_tables_prove_themselves(reopened: Reopened) -> None:
    ann = await reopened.person("Ann")
    for name, table in reopened.index["tables"].items():
        if name.endswith(("-over", "-resigned")):
            text = await ann.get(f"/api/tables/{table['id']}/record")
            assert proof.verify(record.read(text)).chance == "committed"


@pytest.mark.parametrize("kind", ["live", "bots", "guest", "branch", "talks", "undone", "program", "phases"])
async def test_a_kept_table_is_played_on(reopened: Reopened, kind: str) -> None:
    for name, table in reopened.index["tables"].items():
        if name.endswith(f"-{kind}"):
            assert await _play_on(reopened, table) > 0, name


async def _play_on(reopened: Reopened, table: Json) -> int:
    """Each of those who sit there acts if it is her turn; how often."""
    identity, acted = table["id"], 0
    names = {facts["id"]: name for name, facts in reopened.index["people"].items()}
    seats = (await (await reopened.person("Ann")).get(f"/api/tables/{identity}"))["seats"]
    for seat, sitter in enumerate(seats):
        if sitter["kind"] == "person":
            line = await reopened.line_of(names[sitter["person"]], identity, seat)
            position, before = line.positions[identity], len(line.entries[identity])
            if position is not None and seat in position["to_move"]:
                await line.act(identity, seat, position["legal"][0]["action"])
                await line.watch(identity, seat)
                assert line.entries[identity][before]["type"] == "moved"
                acted += 1
    return acted


async def test_a_kept_table_begins_when_the_last_sits_down(reopened: Reopened) -> None:
    table = reopened.index["tables"]["pistes-waiting"]["id"]
    bea = await reopened.person("Béa")
    assert (await bea.post(f"/api/tables/{table}/join", {}))["status"] == "running"


async def test_people_of_then_are_known(reopened: Reopened) -> None:
    people = reopened.index["people"]
    for name in ("Ann", "Voyageuse"):
        me = await (await reopened.person(name)).get("/api/me")
        assert (me["id"], me["name"]) == (people[name]["id"], name)
    program = await reopened.house.player(authorization=f"Bearer {people['Carl']['token']}")
    assert program.id == people["Carl"]["id"]
    with pytest.raises(Refusal, match="unauthorized"):
        await reopened.person("Zoé")  # she deleted her account


@pytest.mark.database
@pytest.mark.parametrize("kept", KEPT)
async def test_a_kept_database_moves_to_postgresql(kept: str, tmp_path: Path, postgresql_server: str) -> None:
    (tmp_path / "kept.db").write_bytes(unpack(HERE / kept / "database.db.xz"))
    url = await new_database(postgresql_server)
    await restore(tmp_path / "kept.db", url)
    reopened = await reopen(kept, url)
    try:
        then, found = shown_then(kept), []
        for name in ("africa-over", "africana-bots", "pistes-undone", "africa1880-talks"):
            table = reopened.index["tables"][name]
            now = await read_table(await reopened.person("Ann"), table["id"], 0)
            found += changed(name, then[f"{name} Ann 0"], now)
        assert found == []
    finally:
        await reopened.house.stop()
