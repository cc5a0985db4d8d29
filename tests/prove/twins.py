"""Twin servers: the same table twice, each with another truth behind it; all that one viewer receives, by layer."""

import contextlib
import itertools
import secrets
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from caravane import chance
from caravane.course import Course
from caravane.game import SPECTATOR, Game
from caravane.server.accounts import secrets_at_rest
from caravane.server.accounts.rates import Rates
from caravane.server.bots.program import Hint
from caravane.server.config import Settings
from tests.server.client import Line, Player
from tests.server.conftest import Hasty, House, run_house
from tests.server.worlds import World

Layers = dict[str, list[str]]
BEGAN = 1_700_000_000_000


class Listener(Hasty):
    """Bots that note what they are asked, and advise by it alone."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def choose(self, game: Game, *question: Any, **more: Any) -> int:
        """Note the question; any answer will do, for the seat is a person's."""
        self.asked.append(f"{game.id} {question!r} {more!r}")
        return 0

    async def advise(self, game: Game, *question: Any, **more: Any) -> Hint:
        """A hint that shows what it was made of."""
        made_of = zlib.crc32(f"{question!r} {more!r}".encode())
        return Hint(suggestions=[], value=0.0, fr=str(made_of), en=str(made_of))


@contextlib.contextmanager
def same_luck() -> Iterator[None]:
    """Ids and secrets that do not differ between two servers."""
    numbers = itertools.count(1)

    def new_id(length: int = 10) -> str:
        return f"id{next(numbers)}"

    same = {secrets_at_rest.new_id: new_id, chance.new_secret: lambda: b"s" * 32}
    with contextlib.ExitStack() as patches:
        for module in [one for name, one in sys.modules.items() if name.startswith("caravane.server")]:
            for name in ("new_id", "new_secret"):
                if (found := vars(module).get(name)) in same:
                    patches.enter_context(patch.object(module, name, same[found]))
        patches.enter_context(patch.object(secrets, "randbelow", lambda most: 7))
        patches.enter_context(patch.object(secrets, "token_hex", lambda length: "0" * 2 * length))
        yield


async def both(game: Game, viewer: int, seats: int, worlds: tuple[World, World], folder: Path) -> tuple[Layers, Layers]:
    """What the viewer receives in each of two worlds."""
    first, second = [
        await _play_out(game, viewer, seats, world, f"sqlite:///{folder / str(number)}.db")
        for number, world in enumerate(worlds)
    ]
    return first, second


async def _play_out(game: Game, viewer: int, seats: int, world: World, url: str) -> Layers:
    moment = [BEGAN]
    settings = Settings(
        database_url=url, bot_processes=0, requests_per_minute=0, commands_per_second=0, processor_share=0
    )

    def begin(self: Course, words: list[int]) -> None:
        self.remember_start(words)
        self.state = world.start.copy()

    with same_luck(), patch.object(Course, "replay_start", begin):
        house = await run_house(settings, lambda: moment[0])
        house.service.bots = Listener()  # type: ignore[assignment]
        house.service.hint_rates = Rates(0)
        try:
            return await Viewer(house, game, viewer, seats, moment).watch(world)
        finally:
            await house.stop()


class Viewer:
    """Somebody at one seat, or none, and somebody else at all the others."""

    def __init__(self, house: House, game: Game, seat: int, seats: int, moment: list[int]) -> None:
        self.house, self.game, self.seat, self.seats, self.moment = house, game, seat, seats, moment
        self.layers: Layers = {
            name: [] for name in ("socket", "patches", "http", "log", "record", "position", "hints", "bots")
        }
        self.guest: Player
        self.line: Line
        self.patched: Line  # the same, but it takes patches

    async def watch(self, world: World) -> Layers:
        """Play a world out; all that comes."""
        host, self.guest = await self.house.player(), await self.house.player()
        choices = ["me" if seat != self.seat else "open" for seat in range(self.seats)]
        table = (await host.open(self.game.id, *choices, hints=True))["id"]
        if self.seat >= 0:
            await self.guest.post(f"/api/tables/{table}/join", {"seat": self.seat})
        self.line = await self.house.line(self.guest)
        self.patched = await self.house.line(self.guest)
        for line in (self.line, self.patched):
            await line.watch(table, self.seat if self.seat >= 0 else None, patches=line is self.patched)
        others = {seat: await self.house.line(host) for seat in range(self.seats) if seat != self.seat}
        for seat, other in others.items():
            await other.watch(table, seat)
        for step in world.steps:
            self.moment[0] += 1000
            if step is not None:
                seat, action = step
                mover = self.line if seat == self.seat else others[seat]
                if mover is not self.line:
                    await mover.ask("ping")  # take in what came meanwhile
                await mover.act(table, seat, self.game.decode(action))
            for line in (self.line, self.patched):
                await line.ask("ping", request="same")
            assert self.patched.positions[table] == self.line.positions[table]
            await self._ask_bots(table)
        await self._look(table)
        return self.layers

    async def _ask_bots(self, table: str) -> None:
        """What a hint says here, and what a bot at this seat would be asked."""
        if self.seat < 0:
            return
        hint = await self.guest.http.post(f"/api/tables/{table}/hint", json={"seat": self.seat})
        self.layers["hints"].append(hint.text)
        here = self.house.service
        found = await here.get(table)
        if self.seat in found.to_move:
            await here.scheduler._let_bot_play(found, self.seat)

    async def _look(self, table: str) -> None:
        query = {"seat": self.seat if self.seat >= 0 else SPECTATOR}
        for path in ("", "/snapshot", "/frames", "/record", *["/promises"] * (self.game.orders is not None)):
            answer = await self.guest.http.get(f"/api/tables/{table}{path}", params=query)
            assert answer.status_code == 200, answer.text
            self.layers["record" if path == "/record" else "http"].append(answer.text)
            if path == "/snapshot":
                self.layers["log"].append(str(answer.json()["entries"]))
        for sequence in (None, *range(1, len(self.line.entries[table]) + 1)):  # as somebody would copy it
            params = query if sequence is None else {**query, "sequence": sequence}
            answer = await self.guest.http.get(f"/api/tables/{table}/position", params=params)
            self.layers["position"].append(answer.text)
        self.layers["socket"], self.layers["patches"] = self.line.raw, self.patched.raw
        bots: Any = self.house.service.bots
        self.layers["bots"] = bots.asked
