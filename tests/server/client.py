"""A player made of code: talks to a server as the browser does, over HTTP and the socket."""

import asyncio
import copy
import itertools
import json
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]


class Refusal(Exception):
    """The server said no."""

    def __init__(self, body: Json) -> None:
        super().__init__(body)
        self.code: str = body["code"]
        self.body = body


def allow(refusal: Refusal, *codes: str) -> None:
    """A refusal that may be; any other is a failure."""
    if refusal.code not in codes:
        raise AssertionError(refusal.body) from refusal


class Player:
    """Somebody with a cookie."""

    def __init__(self, base: str, **headers: str) -> None:
        self.base = base
        # An idle connection is given up before the server does: both after five seconds would be a race.
        limits = httpx.Limits(keepalive_expiry=2.0)
        self.http = httpx.AsyncClient(
            base_url=base, headers=headers, timeout=120, limits=limits
        )  # a rule may be compiled meanwhile
        self.id = ""
        self._requests = itertools.count(1)

    async def come(self) -> "Player":
        """Become a guest."""
        self.id = (await self.get("/api/me"))["id"]
        return self

    def back(self, base: str) -> "Player":
        """The same person at another address: after a restart, say."""
        again = Player(base, **({"cookie": cookie} if (cookie := self.cookie) else {}))
        again.id, again._requests = self.id, self._requests
        return again

    @property
    def cookie(self) -> str:
        """What a browser would send."""
        given: str = self.http.headers.get("cookie", "")
        return given or "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """One request; raises Refusal."""
        response = await self.http.request(method, path, **({"json": body} if body is not None else {}), **more)
        if response.status_code >= 400:
            raise Refusal(response.json())
        if response.headers.get("content-type", "").startswith("application/json"):
            return response.json()
        return response.text

    async def get(self, path: str, **params: Any) -> Any:
        """Ask."""
        return await self.call("GET", path, params=params)

    async def post(self, path: str, body: Any = None) -> Any:
        """Do."""
        return await self.call("POST", path, body if body is not None else {})

    async def open(self, game: str, *seats: str | Json, **more: Any) -> Json:
        """Open a table: "me", "open", a bot's level as "bot1", or a whole choice."""
        choices = [seat if isinstance(seat, dict) else _choice(seat) for seat in seats]
        table: Json = await self.post("/api/tables", {"game": game, "seats": choices, **more})
        return table

    def request(self) -> str:
        """A new name for a command."""
        return f"{self.id}-{next(self._requests)}"

    async def connect(self, headers: dict[str, str] | None = None, **more: Any) -> "Line":
        """Open the socket; `more` is for the library."""
        headers = {"Cookie": self.cookie, **(headers or {})} if self.cookie else headers or {}
        if "authorization" in self.http.headers:
            headers["Authorization"] = self.http.headers["authorization"]
        url = self.base.replace("http", "ws", 1) + "/api/socket"
        return await Line(self, await connect(url, additional_headers=headers, max_size=None, **more)).begin()

    async def close(self) -> None:
        """Go."""
        await self.http.aclose()


def _choice(seat: str) -> Json:
    return {"type": "bot", "level": int(seat[3:])} if seat.startswith("bot") else {"type": seat}


class Line:
    """An open socket that keeps what a page would keep: the history and the position of each table watched."""

    def __init__(self, player: Player, socket: ClientConnection) -> None:
        self.player = player
        self.socket = socket
        self.raw: list[str] = []
        self.entries: dict[str, list[Json]] = {}
        self.positions: dict[str, Json | None] = {}
        self._bases: dict[str, int] = {}  # with which sequence each position came
        self.others: list[Json] = []
        self._seats: dict[str, int | None] = {}

    async def begin(self) -> "Line":
        """Be welcomed."""
        welcome = await self.receive()
        assert welcome["type"] == "welcome", welcome
        return self

    async def receive(self, patience: float = 30) -> Json:
        """The next message, taken in."""
        async with asyncio.timeout(patience):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        self._take_in(message)
        return message

    def _take_in(self, message: Json) -> None:
        if message["type"] == "watching":
            snapshot = message["snapshot"]
            table = snapshot["table"]["id"]
            known = self.entries.setdefault(table, [])
            del known[snapshot["sequence"] - len(snapshot["entries"]) :]
            known += snapshot["entries"]
            self.positions[table] = snapshot["position"]
            self._bases[table] = snapshot["sequence"]
            assert [entry["sequence"] for entry in known] == list(range(1, len(known) + 1))
        elif message["type"] in ("update", "patch"):
            known = self.entries[message["table"]]
            assert message["entries"][0]["sequence"] == len(known) + 1, "a gap"
            known += message["entries"]
            assert message["sequence"] == len(known)
            self._take_position(message)
        else:
            self.others.append(message)

    def _take_position(self, message: Json) -> None:
        table = message["table"]
        if message["type"] == "patch":
            assert message["base"] == self._bases[table]
            self.positions[table] = patched(self.positions[table], message["changes"])
        elif message["position"] is None:
            return
        else:
            self.positions[table] = message["position"]
        self._bases[table] = message["sequence"]

    async def ask(self, command: str, request: str | None = None, **fields: Any) -> Json:
        """Send a command and wait for its answer."""
        request = request or self.player.request()
        await self.socket.send(json.dumps({"type": command, "request": request, **fields}))
        while True:
            message = await self.receive()
            if message.get("request") == request:
                if message["type"] == "error":
                    raise Refusal(message)
                return message

    async def watch(self, table: str, seat: int | None = None, since: int | None = None, **more: Any) -> Json:
        """Follow a table."""
        self._seats[table] = seat
        return await self.ask("watch", table=table, seat=seat, since=since, **more)

    async def act(self, table: str, seat: int, action: Json, **more: Any) -> Json:
        """Carry out an action."""
        fields = {"sequence": len(self.entries[table]), **more}
        return await self.ask("act", table=table, seat=seat, action=action, **fields)

    async def until(self, table: str, ready: Any, patience: float = 60) -> Json:
        """Read on until the position is such."""
        async with asyncio.timeout(patience):
            while (position := self.positions.get(table)) is None or not ready(position):
                await self.receive(patience)
        return position

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()

    def player_seat(self, table: str) -> int | None:
        """From which seat the table is watched."""
        return self._seats.get(table)


def patched(value: Any, changes: list[Json]) -> Any:
    """A JSON value after a JSON Patch, as RFC 6902 has it."""
    value = copy.deepcopy(value)
    for change in changes:
        if change["path"] == "":
            value = change["value"]
            continue
        *way, last = [name.replace("~1", "/").replace("~0", "~") for name in change["path"].split("/")[1:]]
        place = value
        for name in way:
            place = place[int(name) if isinstance(place, list) else name]
        _change(place, last, change)
    return value


def _change(place: Any, last: str, change: Json) -> None:
    if isinstance(place, list) and change["op"] == "add":
        assert int(last) <= len(place)
        place.insert(int(last), change["value"])
        return
    key = int(last) if isinstance(place, list) else last
    if change["op"] == "add":
        assert key not in place
    else:
        place[key]  # what is removed or replaced is there
    if change["op"] == "remove":
        del place[key]
    else:
        place[key] = change["value"]
