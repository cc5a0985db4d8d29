"""Bad inputs by the million: texts, sheets, positions, records, HTTP bodies and socket messages, damaged at random.

What is damaged was good before, so that it gets far in. Each is either taken or refused with a code and a sentence;
anything else is a failure, and a compiled rule that reads where it should not kills the process.
"""

import asyncio
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from caravane import positions, proof, record
from caravane.errors import CaravaneError
from caravane.game import Game, games
from caravane.play import Play, start
from caravane.server.config import Settings
from tests.prove.figures import Figure
from tests.server.client import Line
from tests.server.conftest import House, run_house

PIECES = [
    "", "\x00", "\ud800", "é", "\u202e", "-", "-1", "999999999999999999999", "1e999", "NaN", "[", "]", "{", "}", '"',
    "\\", "\\u0000", ":", "/", ">", "§", "?", "*", " ", "\n", "\t", "null", "true", "x" * 300, "[[[[[[[[", "{}", "0", "٣",
]  # fmt: skip


def damaged(text: str, luck: random.Random) -> str:
    """A text with a few wounds."""
    for _ in range(luck.randint(1, 3)):
        first = luck.randrange(len(text) + 1)
        last = min(len(text), first + luck.choice((0, 0, 1, 1, 2, 5, 40)))
        what = luck.random()
        if what < 0.5:
            text = text[:first] + luck.choice(PIECES) + text[last:]
        elif what < 0.7:
            text = text[:first] + text[last:]
        elif what < 0.85:
            text = text[:first] + text[first:last] * 3 + text[last:]
        else:
            other = luck.randrange(len(text) + 1)
            text = text[:first] + text[other : other + 10] + text[last:]
    return text


def positions_of(game: Game, luck: random.Random, seats: int) -> Iterator[Play]:
    """Positions of games that go on and on."""
    while True:
        play = start(game, seats, seed=luck.randrange(1 << 30))
        while not play.is_over:
            yield play
            seat = luck.choice(play.to_move)
            play.apply(luck.choice(play.legal(seat)), seat)


def in_turn(luck: random.Random, each: int, *names: str) -> Iterator[Play]:
    """Positions of these games by turns, or of all; each is given so many times."""
    plays = [positions_of(games()[name], luck, games()[name].min_seats) for name in names or games()]
    while True:
        for one in plays:
            for _ in range(luck.randrange(6)):
                next(one)
            play = next(one)
            for _ in range(each):
                yield play


def refused(take: Callable[[], object]) -> bool:
    """Whether something is refused as it should be; any other mistake comes out."""
    try:
        take()
    except CaravaneError as error:
        is_said = bool(error.text.fr and error.text.en)
    else:
        return False
    assert is_said, "a refusal without a sentence"
    return True


def notations(count: int, luck: random.Random) -> int:
    """Actions as people write them: read, and carried out where they can be read."""
    found = 0
    for _, play in zip(range(count), in_turn(luck, 12), strict=False):
        seat = luck.choice(play.to_move)
        text = damaged(play.game.notation(luck.choice(play.legal(seat))), luck)
        found += refused(lambda play=play, text=text, seat=seat: play.copy().apply(text, seat))  # type: ignore[misc]
    return found


def numbers(count: int, luck: random.Random) -> int:
    """Actions and seats that are just numbers, of any size and sign."""
    found = 0
    for _, play in zip(range(count), in_turn(luck, 50), strict=False):
        action, seat = (
            luck.choice((1, -1)) * luck.getrandbits(luck.choice((2, 4, 8, 31, 33, 63, 65, 100))) for _ in "as"
        )
        found += refused(lambda play=play, action=action, seat=seat: play.copy().apply(action, seat))  # type: ignore[misc]
    return found


def sheets(count: int, luck: random.Random) -> int:
    """Whole order sheets, as text and as a structure."""
    found = 0
    game = games()["africa1880"]
    orders = game.orders
    assert orders is not None
    for number, play in zip(range(count), in_turn(luck, 20, "africa1880"), strict=False):
        view = game.view(play.state, 0)
        lines = [game.notation(action) for action in luck.choices(play.legal(play.to_move[0]), k=4)]
        text = damaged("\n".join(lines), luck)
        sheet: Any = text
        if number % 3 == 0:
            sheet = {"orders": text.split("\n"), luck.choice(("landing", "relations", "year", "x")): luck.choice(ODD)}
        found += refused(lambda view=view, sheet=sheet: orders.read(view, 0, sheet))  # type: ignore[misc]
    return found


ODD: list[Any] = [None, -1, 10**30, 1.5, "", "x", [], [[]], {}, {"a": {}}, True, ["\x00"], {"France": 5}]


def position_lines(count: int, luck: random.Random) -> int:
    """Positions as text, of every game, whole and as one seat knows them; those that are taken are played on."""
    found, lines = 0, [""]
    for number, play in zip(range(count), in_turn(luck, 20), strict=False):
        if number % 20 == 0:
            lines = [positions.write(play.game, play.state), positions.write(play.game, play.state, 0)]
        text = damaged(luck.choice(lines), luck)
        found += refused(lambda text=text: _play_on(text, luck))  # type: ignore[misc]
    return found


def _play_on(line: str, luck: random.Random) -> None:
    play = start(positions.read(line).game, seed=1, position=line)
    for _ in range(3):
        if not play.is_over:
            seat = luck.choice(play.to_move)
            play.apply(luck.choice(play.legal(seat)), seat)


def records(count: int, luck: random.Random) -> int:
    """Records of all games: read, replayed and verified."""
    found, texts = 0, []
    for game in games().values():
        play = next(positions_of(game, luck, game.min_seats))
        for _ in range(25):
            seat = luck.choice(play.to_move)
            play.apply(luck.choice(play.legal(seat)), seat)
        texts.append(record.write(record.lines_of(play)))
    for _ in range(count):
        text = damaged(luck.choice(texts), luck)
        found += refused(lambda text=text: proof.verify(record.read(text)))  # type: ignore[misc]
    return found


OFFLINE: dict[str, Callable[[int, random.Random], int]] = {
    "notations": notations,
    "numbers": numbers,
    "sheets": sheets,
    "positions": position_lines,
    "records": records,
}


# --- over the wire -------------------------------------------------------------------------------------------


async def messages(house: House, count: int, luck: random.Random) -> int:
    """Messages to the socket at tables of all games; the socket is opened again when a message closes it."""
    lines = {game: await _seated(house, game) for game in games()}
    found = 0
    for number in range(count):
        game = luck.choice(list(lines))
        line, table = lines[game]
        text = damaged(json.dumps(_command(game, table, number, luck)), luck).encode("utf-8", "replace").decode()
        await line.socket.send(text)
        answer = json.loads(await line.socket.recv())
        while answer["type"] in ("update", "table_changed", "clocks", "thinking"):
            answer = json.loads(await line.socket.recv())
        assert answer.get("code") != "broken", text
        found += answer["type"] == "error"
    return found


async def _seated(house: House, game: str) -> tuple[Line, str]:
    ann = await house.player()
    table = (await ann.open(game, *["me"] * games()[game].min_seats))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    return line, table


def _command(game: str, table: str, number: int, luck: random.Random) -> dict[str, Any]:
    found = games()[game]
    action = found.decode(luck.randrange(found.action_count))
    kinds: list[dict[str, Any]] = [
        {"type": "act", "seat": 0, "sequence": luck.randrange(8), "action": action},
        {"type": "act", "seat": luck.randrange(4), "sequence": 4, "action": action},
        {"type": "watch", "seat": luck.choice((0, 1, None)), "since": luck.randrange(9)},
        {"type": "say", "seat": 0, "text": "hello", "among": luck.choice((None, [1], [0, 1, 2]))},
        {"type": "sheet", "seat": 0, "sheet": found.notation(luck.randrange(found.action_count)), "write": False},
        {"type": "propose", "seat": 0, "to": [1], "terms": [{"by": 0, "text": "peace"}]},
        {"type": "answer_proposal", "seat": 0, "proposal": "x", "answer": "accept"},
        {"type": "undo", "seat": 0},
        {"type": "ready", "seat": 1},
        {"type": "ping"},
    ]
    return {"request": f"r{number}", "table": table, **luck.choice(kinds)}


async def requests(house: House, count: int, luck: random.Random) -> int:
    """Requests over HTTP, written by hand on open connections; a 500 is a failure."""
    ann = await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    found, place = 0, urlsplit(house.base)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        for _ in range(count):
            method, path, body = luck.choice(_requests_of(table))
            text = damaged(body, luck) if luck.random() < 0.8 else body
            path = path if luck.random() < 0.7 else "/" + damaged(path[1:], luck)
            raw = _raw(method, path, text, ann.cookie)
            writer.write(raw)
            status, is_open = await _answer(reader)
            assert status < 500, raw
            found += status >= 400
            if not is_open:
                writer.close()
                reader, writer = await asyncio.open_connection(place.hostname, place.port)
    finally:
        writer.close()
    return found


def _requests_of(table: str) -> list[tuple[str, str, str]]:
    seats = '[{"type":"me"},{"type":"open"}]'
    return [
        (
            "POST",
            "/api/tables",
            f'{{"game":"chess","seats":{seats},"options":{{"cap":100}},"clock":{{"type":"live"}}}}',
        ),
        ("POST", f"/api/tables/{table}/join", '{"seat":1,"entropy":"x"}'),
        ("PUT", f"/api/tables/{table}/seats/1", '{"choice":{"type":"open"}}'),
        ("POST", f"/api/tables/{table}/actions", '{"seat":0,"action":{"type":"pass"},"sequence":3,"request":"r"}'),
        ("POST", f"/api/tables/{table}/branch", f'{{"sequence":3,"seats":{seats}}}'),
        ("POST", f"/api/tables/{table}/hint", '{"seat":0}'),
        ("PATCH", "/api/me", '{"name":"Ann","language":"fr"}'),
        (
            "POST",
            "/api/records",
            '{"type":"header","caravane":1,"game":"pistes","rules_version":1,"seats":3,"options":{}}',
        ),
        ("GET", f"/api/tables/{table}/snapshot?seat=0&since=2", ""),
        ("GET", f"/api/tables/{table}/frames?seat=-1&start=1&stop=9&step=2", ""),
        ("GET", "/api/tables?which=open&game=pistes", ""),
        ("GET", f"/t/{table}", ""),
        ("GET", "/assets/index.js", ""),
    ]


def _raw(method: str, path: str, body: str, cookie: str) -> bytes:
    """A request; what HTTP itself has no place for is written in percents."""
    data = body.encode("utf-8", "replace")
    target = "".join(
        char if char.isascii() and char.isprintable() and char not in ' "<>\\^`{|}#' else _percent(char)
        for char in path
    )
    return (
        f"{method} {target} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    ).encode() + data


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """The status of the next answer, and whether the connection goes on; its body is read over."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1").lower()
    if (size := head.partition("content-length: ")[2]) and " 204 " not in head[:14]:
        await reader.readexactly(int(size.split("\r\n")[0]))
    elif "transfer-encoding: chunked" in head:
        while (part := int((await reader.readline()).split(b";")[0], 16)) or not await reader.readline():
            await reader.readexactly(part + 2)
    return int(head.split()[1]), "connection: close" not in head


async def on_the_wire(messages_count: int, requests_count: int, seed: int) -> tuple[int, int]:
    """Both kinds against one server, in this process, compiled where this process is."""
    with tempfile.TemporaryDirectory(prefix="crv") as folder:
        url = f"sqlite:///{Path(folder) / 'tables.db'}"
        settings = Settings(
            database_url=url, bot_processes=0, requests_per_minute=0, commands_per_second=0, processor_share=0
        )
        house = await run_house(settings)
        try:
            luck = random.Random(seed)
            return await messages(house, messages_count, luck), await requests(house, requests_count, luck)
        finally:
            await house.stop()


def shares(count: int) -> dict[str, int]:
    """How many of each kind: what costs little more often."""
    parts = {"notations": 35, "numbers": 20, "sheets": 12, "positions": 12, "records": 3, "messages": 12, "requests": 6}
    return {name: max(10, count * part // 100) for name, part in parts.items()}


async def bad_inputs(count: int, seed: int = 1) -> Figure:
    """So many of all kinds."""
    wanted, found = shares(count), {}
    for name, work in OFFLINE.items():
        found[name] = await asyncio.to_thread(work, wanted[name], random.Random(seed))
    found["messages"], found["requests"] = await on_the_wire(wanted["messages"], wanted["requests"], seed)
    told = ", ".join(f"{wanted[name]:,} {name}" for name in wanted)
    assert all(found.values()), found
    return Figure(f"{sum(wanted.values()):,} bad inputs ({told}): {sum(found.values()):,} refused, no mistake of ours")
