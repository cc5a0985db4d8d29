"""Keep what this version writes: a database with tables of every kind, and records, for later versions to open.

    python -m tests.kept.make NAME

A real server is played on for some minutes of its own time; then its database is copied, and what everybody is
shown is written beside it. A folder that exists stays as it is.
"""

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.game import Game, games
from caravane.play import Play, start
from caravane.record import lines_of, read, write
from caravane.server.config import Settings
from caravane.server.store.backup import backup
from tests.kept.reading import HERE, course, pack, read_table
from tests.server.client import Json, Line, Player
from tests.server.conftest import Hasty, House, run_house

PASSWORD = "correct horse battery"  # of people who do not exist
BEGAN = 1_790_000_000_000
PRESETS = {"africa": "memory", "africana": "hidden", "pistes": "second", "africa1880": "historical"}


class Scene:
    """A server, its people, and the tables they leave behind."""

    def __init__(self) -> None:
        self.now = BEGAN
        self.luck = random.Random(1880)
        self.people: dict[str, Player] = {}
        self.lines: dict[str, Line] = {}
        self.index: Json = {"tables": {}, "people": {}}
        self.house: House

    def clock(self) -> int:
        """The server's time: it goes on with every move."""
        return self.now

    async def arrive(self, name: str, *, registers: bool = True) -> Player:
        """Somebody comes, and registers perhaps."""
        player = self.people[name] = await self.house.player()
        if registers:
            await player.post("/api/me/register", {"name": name, "password": PASSWORD})
        else:
            await player.call("PATCH", "/api/me", {"name": name, "language": "fr"})
        cookies = dict(player.http.cookies)
        self.index["people"][name] = {"id": player.id, "registered": registers, "cookies": cookies}
        self.lines[name] = await self.house.line(player)
        return player

    def keep(self, name: str, table: str, *viewers: tuple[str, int]) -> None:
        """Remember what to look at again."""
        self.index["tables"][name] = {"id": table, "viewers": viewers}

    async def sit(self, game: str, *names: str, **terms: Any) -> str:
        """A running table of these people; "bot3" is a bot."""
        seats = ["me" if name == names[0] else name if name.startswith("bot") else "open" for name in names]
        table: str = (await self.people[names[0]].open(game, *seats, **terms))["id"]
        for seat, name in enumerate(names):
            if seats[seat] == "open":
                await self.people[name].post(
                    f"/api/tables/{table}/join", {"seat": seat, "entropy": name.encode().hex()}
                )
            if not name.startswith("bot"):
                await self.lines[name].watch(table, seat)
        return table

    async def play(self, table: str, names: tuple[str, ...], decisions: int) -> None:
        """So many decisions of the people, or to the end."""
        sitting = {seat: self.lines[name] for seat, name in enumerate(names) if not name.startswith("bot")}
        for _ in range(decisions):
            await self.settle(table)
            shown = {seat: await self.look(line, table, seat) for seat, line in sitting.items()}
            movers = [seat for seat, position in shown.items() if seat in position["to_move"]]
            if not movers:
                return
            seat = self.luck.choice(movers)
            self.now += self.luck.randrange(200, 4000)
            await sitting[seat].act(table, seat, self.choose(shown[seat]["legal"]))

    async def settle(self, table: str) -> None:
        """Wait until no bot thinks."""
        while (thinking := self.house.service.scheduler._thinking.get(table)) is not None:
            await asyncio.wait([thinking])

    @staticmethod
    async def look(line: Line, table: str, seat: int) -> Json:
        """The position as it is now."""
        await line.watch(table, seat, since=len(line.entries[table]))
        position = line.positions[table]
        assert position is not None
        return position

    def choose(self, legal: list[Json]) -> Json:
        """Anything, but a sheet is handed in before it is full."""
        actions: list[Json] = [one["action"] for one in legal]
        ready = [action for action in actions if action["type"] == "ready"]
        return ready[0] if ready and self.luck.random() < 0.2 else self.luck.choice(actions)


def seats_for(game: Game, *, bots: bool = False) -> tuple[str, ...]:
    """Who sits at a table of the fewest seats."""
    return (("Ann", "bot1", "bot3") if bots else ("Ann", "Béa", "Carl"))[: game.min_seats]


async def waiting(scene: Scene, game: Game) -> None:
    """A table that waits for somebody, with talk."""
    rest = ["open"] * (game.min_seats - 1)
    table = (await scene.people["Ann"].open(game.id, "me", *rest, visibility="public", preset=PRESETS[game.id]))["id"]
    await scene.lines["Ann"].watch(table, 0)
    await scene.lines["Ann"].ask("say", table=table, seat=0, text="Qui vient ? 🐘")
    scene.keep(f"{game.id}-waiting", table, ("Ann", 0), ("Voyageuse", -1))


async def running(scene: Scene, game: Game) -> None:
    """Tables that are played: with each clock, with bots, with a guest."""
    people = seats_for(game)
    clocks: list[Json] = [{"type": "live", "time_ms": 3_600_000}, {"type": "correspondence"}]
    if game.orders is not None:
        clocks.append({"type": "phases"})
    for clock in clocks:
        table = await scene.sit(game.id, *people, clock=clock, hints=True, on_timeout="lose")
        if clock["type"] == "phases":
            for seat, name in enumerate(people):
                await scene.lines[name].ask("ready", table=table, seat=seat)
        await scene.play(table, people, 12)
        scene.keep(f"{game.id}-{clock['type']}", table, ("Ann", 0), ("Béa", 1), ("Voyageuse", -1))
    with_bots = seats_for(game, bots=True)
    table = await scene.sit(game.id, *with_bots, preset=PRESETS[game.id])
    await scene.play(table, with_bots, 40)
    await scene.settle(table)
    scene.keep(f"{game.id}-bots", table, ("Ann", 0), ("Voyageuse", -1))
    with_guest = ("Voyageuse", *people[1:])
    table = await scene.sit(game.id, *with_guest)
    await scene.play(table, with_guest, 6)
    scene.keep(f"{game.id}-guest", table, ("Voyageuse", 0), ("Béa", 1))


async def finished(scene: Scene, game: Game) -> None:
    """Tables that are over: to the end by the rules, resigned, aborted, imported, branched, and what follows."""
    people, bots = seats_for(game), seats_for(game, bots=True)
    table = await scene.sit(game.id, *bots)
    await scene.play(table, bots, 5000)
    await scene.settle(table)
    seen = (("Ann", 0), ("Voyageuse", -1))
    scene.keep(f"{game.id}-over", table, *seen)
    ann, bea = scene.people["Ann"], scene.people["Béa"]
    text = await ann.get(f"/api/tables/{table}/record")
    imported = (await bea.call("POST", "/api/records", content=text.encode()))["id"]
    scene.keep(f"{game.id}-imported", imported, ("Béa", 0), ("Voyageuse", -1))
    choices = [{"type": "me"}, *[{"type": "bot", "level": 2}] * (game.min_seats - 1)]
    branch = (await ann.post(f"/api/tables/{table}/branch", {"sequence": 12, "seats": choices}))["id"]
    await scene.settle(branch)
    scene.keep(f"{game.id}-branch", branch, ("Ann", 0))
    follows = await ann.post(f"/api/tables/{table}/rematch")
    await scene.settle(follows["id"])
    scene.keep(f"{game.id}-rematch", follows["id"], ("Ann", follows["my_seats"][0]))
    closed = await scene.sit(game.id, *people)
    await scene.play(closed, people, 4)
    for name in people:
        await scene.people[name].post(f"/api/tables/{closed}/abort")
    scene.keep(f"{game.id}-aborted", closed, *seen)
    given_up = await scene.sit(game.id, *people)
    await scene.play(given_up, people, 5)
    for seat in range(1, len(people)):
        await scene.lines[people[seat]].ask("resign", table=given_up, seat=seat)
    await scene.settle(given_up)
    scene.keep(f"{game.id}-resigned", given_up, *seen)


async def taking_back(scene: Scene) -> None:
    """Undo at once, asked for, refused and agreed to; a program with a token; somebody who is gone."""
    table = await scene.sit("pistes", "Ann", "Béa")
    ann, bea = scene.lines["Ann"], scene.lines["Béa"]
    await scene.play(table, ("Ann", "Béa"), 2)
    await scene.look(ann, table, 0)
    await ann.ask("undo", table=table, seat=0)
    await bea.ask("answer_undo", table=table, seat=1, agree=False)
    await ann.ask("undo", table=table, seat=0)
    await bea.ask("answer_undo", table=table, seat=1, agree=True)
    await scene.play(table, ("Ann", "Béa"), 3)
    await ann.ask("say", table=table, seat=0, text="Well played.\u202e <b>&amp;</b> שלום")
    scene.keep("pistes-undone", table, ("Ann", 0), ("Béa", 1))
    token = (await scene.people["Carl"].post("/api/me/tokens", {"label": "my bot"}))["token"]
    scene.index["people"]["Carl"]["token"] = token
    program = await scene.house.player(authorization=f"Bearer {token}")
    seats = [{"type": "me", "name": "Gauche"}, {"type": "me", "name": "Droite"}]
    table = (await program.post("/api/tables", {"game": "pistes", "seats": seats}))["id"]
    scene.keep("pistes-program", table, ("Carl", 0), ("Carl", 1))
    table = await scene.sit("pistes", "Ann", "Zoé")
    await scene.play(table, ("Ann", "Zoé"), 3)
    await scene.people["Zoé"].call("DELETE", "/api/me", {"password": PASSWORD})
    scene.keep("pistes-deleted", table, ("Ann", 0), ("Voyageuse", -1))


async def negotiating(scene: Scene) -> None:
    """Private rooms, proposals that are accepted, refused and kept open, whole sheets, and the reveal."""
    people = ("Ann", "Béa", "Carl")
    table = await scene.sit("africa1880", *people, options={"countries": "seats"})
    ann, bea, carl = (scene.lines[name] for name in people)
    while not (promises := await scene.people["Ann"].get(f"/api/tables/{table}/promises", seat=0))[0]["promises"]:
        await scene.play(table, people, 1)
    await ann.ask("say", table=table, seat=0, among=[1], text="Toi et moi ?")
    await bea.ask("say", table=table, seat=1, among=[0], text="Oui.")
    offered = promises[0]["promises"][0]["promise"]
    free: Json = {"by": 1, "text": "Je ne bouge pas."}
    await ann.ask("propose", table=table, seat=0, to=[1], terms=[{"by": 0, "promise": offered}, free])
    await ann.ask("propose", table=table, seat=0, to=[1, 2], terms=[free])
    await ann.ask("propose", table=table, seat=0, to=[2], terms=[{"by": 0, "promise": offered}])
    for line, seat in ((ann, 0), (bea, 1), (carl, 2)):
        await scene.look(line, table, seat)
    made = [entry["proposal"]["id"] for entry in ann.entries[table] if entry["type"] == "proposed"]
    await bea.ask("answer_proposal", table=table, seat=1, proposal=made[0], answer="accept")
    await carl.ask("answer_proposal", table=table, seat=2, proposal=made[1], answer="refuse")
    await scene.play(table, people, 60)
    # Only those who were in every room: what others learn of rooms after the end is for the table to say.
    scene.keep("africa1880-talks", table, ("Ann", 0))


async def populate(scene: Scene) -> None:
    """Everybody and everything."""
    for name in ("Ann", "Béa", "Carl", "Zoé"):
        await scene.arrive(name)
    await scene.arrive("Voyageuse", registers=False)
    for game in games().values():
        for part in (waiting, running, finished):
            await part(scene, game)
            print(game.id, part.__name__, flush=True)
    await taking_back(scene)
    await negotiating(scene)


async def look_at_all(scene: Scene) -> Json:
    """What everybody is shown at the end."""
    shown: Json = {}
    for name, table in scene.index["tables"].items():
        for who, seat in table["viewers"]:
            shown[f"{name} {who} {seat}"] = await read_table(scene.people[who], table["id"], seat)
    return shown


async def keep_database(folder: Path) -> None:
    """Play, copy the database, and note what is shown."""
    scene = Scene()
    with tempfile.TemporaryDirectory() as room:
        url = f"sqlite:///{room}/played.db"
        settings = Settings(
            database_url=url, bot_processes=0, requests_per_minute=0, commands_per_second=0, processor_share=0
        )
        scene.house = await run_house(settings, scene.clock)
        scene.house.service.bots = Hasty()  # type: ignore[assignment]
        await populate(scene)
        shown = await look_at_all(scene)
        await scene.house.stop()
        await backup(url, Path(room) / "kept.db")
        pack(folder / "database.db.xz", (Path(room) / "kept.db").read_bytes())
    scene.index["now"] = scene.now
    (folder / "index.json").write_text(json.dumps(scene.index, indent=1, ensure_ascii=False) + "\n")
    pack(folder / "shown.json.xz", json.dumps(shown, ensure_ascii=False).encode())


def played(game: Game, preset: str | None, options: dict[str, Any], seats: int, seed: int) -> Play:
    """A game by random play, with a sensible eye for its end."""
    play = start(game, seats, seed=seed, preset=preset, options=options)
    buffer, word = np.empty(game.max_legal, np.int32), np.uint64(seed)
    while not play.is_over and len(play.steps) < 400:
        word = next_word(word)
        seat = play.to_move[below(word, len(play.to_move))]
        count = int(game.rules.legal_actions(play.state, seat, buffer))
        word = next_word(word)
        play.apply(int(game.rules.rollout_action(play.state, seat, buffer, count, word)), seat)
    return play


def keep_records(folder: Path) -> None:
    """A record for each preset and each option away from its default."""
    texts, courses = {}, {}
    for game in games().values():
        sets: list[tuple[str, str | None, dict[str, Any]]] = [(p.name, p.name, {}) for p in game.presets]
        for option in game.options:
            values = option.choices or ((True, False) if option.kind == "flag" else (option.low, option.high))
            sets += [(f"{option.name}={v}", None, {option.name: v}) for v in values if v != option.default]
        for number, (name, preset, options) in enumerate(sets):
            seats = game.min_seats + number % (game.max_seats - game.min_seats + 1)
            key = f"{game.id} {name}"
            texts[key] = write(lines_of(played(game, preset, options, seats, number)))
            courses[key] = course(read(texts[key]))
            print(key, flush=True)
    pack(folder / "records.json.xz", json.dumps(texts, ensure_ascii=False).encode())
    pack(folder / "courses.json.xz", json.dumps(courses, ensure_ascii=False).encode())


def main(name: str) -> None:
    """Keep this version."""
    folder = HERE / name
    folder.mkdir()
    keep_records(folder)
    asyncio.run(keep_database(folder))


if __name__ == "__main__":
    main(sys.argv[1])
