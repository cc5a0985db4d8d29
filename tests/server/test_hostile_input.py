"""No input is our mistake: whatever is sent over HTTP or the socket gets a refusal with a sentence, never a 500."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from caravane.game import games
from caravane.nesting import DEEPEST, is_too_deep
from caravane.server import problems
from caravane.server.wire.complaints import complaint
from tests.server.client import Json, Line, Player
from tests.server.conftest import House

JSON = {"content-type": "application/json"}
DEEP = '{"a":' * 900 + "1" + "}" * 900
OPEN = '{"game":"pistes","seats":[{"type":"me"},{"type":"me"}],%s}'


def problem_of(response: httpx.Response) -> str:
    """The code of a refusal, which says itself in both languages."""
    assert 400 <= response.status_code < 500, (response.status_code, response.text[:200])
    body = response.json()
    assert body["text"]["fr"]
    assert body["text"]["en"]
    assert body["text"]["fr"] != body["text"]["en"]
    assert body["sentence"].startswith((body["text"]["fr"], body["text"]["en"]))
    assert len(response.content) < 10_000, "what was sent is not said back at length"
    return str(body["code"])


ADDRESSES = [
    ("/%00", "not-found"),
    ("/a%00b", "not-found"),
    ("/t/%00", "not-found"),
    ("/t/%00/replay", "not-found"),
    ("/assets/%00", "not-found"),
    ("/assets/" + "x" * 300, "not-found"),
    ("/" + "x" * 300, "not-found"),
    ("/" + "%C3%A9" * 130, "not-found"),
    ("/" + "x" * 3000, "address-too-long"),
    ("/t/" + "x" * 3000, "address-too-long"),
    ("/api/tables/%00", "unknown-table"),
    ("/api/tables/%0A", "unknown-table"),
    ("/api/tables/" + "x" * 400, "unknown-table"),
    ("/api/tables/%F0%9F%98%80", "unknown-table"),
    ("/api/tables/%ED%A0%80/snapshot", "unknown-table"),
    ("/api/tables?game=%00", "malformed"),
    ("/api/tables?game=" + "x" * 5000, "address-too-long"),
    ("/api/tables?which=%00", "malformed"),
    ("/api/tables?which=everything", "malformed"),
    ("/api/%2e%2e/%2e%2e/etc/passwd", "not-found"),
]


async def test_odd_addresses_are_nowhere(house: House) -> None:
    ann = await house.player()
    for path, code in ADDRESSES:
        assert problem_of(await ann.http.get(path)) == code, path[:80]
    assert problem_of(await ann.http.delete("/api/me/tokens/%00")) == "not-found"


BODIES: list[tuple[str | bytes, str]] = [
    ("[" * 5000, "too-deep"),
    ('{"game":' + "[" * 5000, "too-deep"),
    (OPEN % ('"options":' + DEEP), "too-deep"),
    ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "too-deep"),
    ("[" * DEEPEST + "]" * DEEPEST, "malformed"),
    ('{"game":"pi\\u0000","seats":[]}', "malformed"),
    (OPEN % '"entropy":"\\u0000"', "malformed"),
    ('{"game":"\\ud800","seats":[]}', "malformed"),
    ('{"game":"\\udc00\\ud800","seats":[]}', "malformed"),
    (b'{"game":"\xed\xa0\x80","seats":[]}', "malformed"),
    (b'{"game":"\xff","seats":[]}', "malformed"),
    (b"\xff\xfe{\x00}\x00", "malformed"),
    (b"\xef\xbb\xbf{}", "malformed"),
    (b"", "malformed"),
    (b"null", "malformed"),
    (OPEN % '"options":{"cap":1e999}', "malformed"),
    (OPEN % '"options":{"cap":1.5}', "malformed"),
    (OPEN % ('"options":{"cap":' + "9" * 400 + "}"), "bad-input"),
    (OPEN % ('"options":{"cap":' + "9" * 5000 + "}"), "malformed"),
    (OPEN % ('"preset":"' + "x" * 50_000 + '"'), "bad-input"),
    ('{"game":"' + "x" * 50_000 + '","seats":[{"type":"me"}]}', "bad-input"),
    ('{"game":"' + "x" * 70_000 + '","seats":[{"type":"me"}]}', "too-large"),
]


async def test_odd_bodies_open_no_table(house: House) -> None:
    ann = await house.player()
    for body, code in BODIES:
        response = await ann.http.post("/api/tables", content=body, headers=JSON)
        assert problem_of(response) == code, body[:80]
    assert await ann.get("/api/tables", which="mine") == []


def test_brackets_in_texts_are_not_depth() -> None:
    assert not is_too_deep(json.dumps({"text": "[{" * 5000, "more": '\\"[' * 5000}).encode())
    assert not is_too_deep(b"[]" * 5000)
    assert is_too_deep(b'["' + b'","' * 100 + b'",' + b"[" * DEEPEST)
    assert is_too_deep(b'{"a":' * (DEEPEST + 1))


KINDS = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "\xff",
    ";;;=",
]


async def test_json_is_taken_only_as_json(house: House) -> None:
    ann = await house.player()
    body = json.dumps({"game": "pistes", "seats": [{"type": "me"}, {"type": "me"}]})
    for kind in KINDS:
        response = await ann.http.post("/api/tables", content=body, headers={b"content-type": kind.encode("latin1")})
        assert (response.status_code, problem_of(response)) == (415, "wrong-type"), kind
    assert await ann.get("/api/tables", which="mine") == []


async def test_json_may_name_its_charset_and_nothing_needs_no_kind(house: House) -> None:
    ann = await house.player()
    body = json.dumps({"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}]})
    kind = {"content-type": "Application/JSON; charset=utf-8"}
    table = (await ann.http.post("/api/tables", content=body, headers=kind)).json()["id"]
    assert (await ann.http.post(f"/api/tables/{table}/abort")).status_code == 200


NAMES = ["\x00x", "a\x00b", "\u202e", "\u200b" * 5, " ", "", "x" * 33, "ΐ" * 32, "ﷺ" * 32, "\U000e0041" * 3, "ß" * 32]


async def test_odd_names_break_nothing(house: House) -> None:
    """Some of them are good names; those that are not are refused, in every database."""
    for name in NAMES:
        for method, path, body in _uses_of(name):
            ann = await house.player()
            response = await ann.http.request(method, path, json=body)
            assert response.status_code < 500, (method, path, name)
            if "\x00" in name:
                assert problem_of(response) == "malformed"


def _uses_of(name: str) -> list[tuple[str, str, Json]]:
    password = "12345678 correct horse"
    kept, mine = {"type": "person", "name": name}, {"type": "me", "name": name}
    return [
        ("PATCH", "/api/me", {"name": name}),
        ("POST", "/api/me/tokens", {"label": name}),
        ("POST", "/api/me/register", {"name": name, "password": password}),
        ("POST", "/api/login", {"name": name, "password": password}),
        ("POST", "/api/tables", {"game": "pistes", "seats": [{"type": "me"}, kept]}),
        ("POST", "/api/tables", {"game": "pistes", "seats": [{"type": "me"}, mine]}),
    ]


HEADERS: list[dict[str, Any]] = [
    {"origin": "http://["},
    {"origin": "http://[::1"},
    {"origin": "null"},
    {"origin": b"\xff"},
    {"cookie": b"caravane=\xe9.\xe9"},
    {"cookie": b"caravane=a.b.\xe9"},
    {"cookie": "caravane=" + "." * 2000},
    {"cookie": "caravane=" + "x" * 40_000},
    {"authorization": b"Bearer \xe9"},
    {"authorization": "Bearer " + "x" * 5000},
    {"authorization": "Bearer x" + "x" * 40_000},
    {"accept-language": b"\xff\xfe"},
    {"accept-encoding": b"\xff"},
    {"sec-fetch-site": b"\xe9"},
    {"x-forwarded-for": ",,,"},
    {"host": ""},
]


async def test_odd_headers_break_nothing(house: House) -> None:
    ann = await house.player()
    for headers in HEADERS:
        for path in ("/api/tables", "/t/nowhere", "/api/me"):
            answer = await ann.http.get(path, headers=headers)
            assert answer.status_code < 500, (path, headers)
        assert problem_of(await ann.http.post("/api/tables", headers=headers, json={})), headers


RAW = [
    b"BREW /api/tables HTTP/1.1",
    b"OPTIONS * HTTP/1.1",
    b"GET * HTTP/1.1",
    b"GET http://x/api/games HTTP/1.1",
    b"GET /\xff\xfe HTTP/1.1",
    b"GET /api/tables?\xff=\xfe HTTP/1.1",
    b"GET /api/tables?game=%zz HTTP/1.1",
    b"GET //x/api HTTP/1.1",
    b"TRACE / HTTP/1.1",
    b"PROPFIND /api/games HTTP/1.1",
    b"GET /api/socket HTTP/1.1",
    b"POST /api/socket HTTP/1.1",
    b"GET /api/socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade",
    b"GET /api/socket HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: \xff",
    b"GET /api/games HTTP/9.9",
    b"POST /api/tables HTTP/1.1\r\nContent-Length: -5",
    b"POST /api/tables HTTP/1.1\r\nTransfer-Encoding: nonsense",
    b"GET /" + b"x" * 70_000 + b" HTTP/1.1",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


async def test_odd_requests_break_nothing(house: House) -> None:
    for raw in RAW:
        status = await _answer(house, raw)
        assert not status.startswith(b"HTTP/1.1 5"), (raw[:60], status)
    assert (await (await house.player()).http.get("/health")).status_code == 200


async def _answer(house: House, raw: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(house.base.rsplit(":", 1)[1]))
    writer.write(raw + b"\r\nHost: x\r\n" + (b"" if b"Connection" in raw else b"Connection: close\r\n") + b"\r\n")
    try:
        async with asyncio.timeout(5):
            return await reader.readline()
    except (TimeoutError, ConnectionError):
        return b""
    finally:
        writer.close()


async def test_a_seat_below_the_first_is_not_the_last(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    for seat in ("-1", "-2", "2", "15", "16", "9" * 25, "1e1", "%00"):
        response = await ann.http.put(f"/api/tables/{table}/seats/{seat}", json={"choice": {"type": "bot"}})
        assert problem_of(response) in ("not-found", "unknown-table"), seat
    assert [seat["kind"] for seat in (await ann.get(f"/api/tables/{table}"))["seats"]] == ["person", "open"]


async def test_huge_numbers_are_only_numbers(house: House) -> None:
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    huge = "9" * 30
    for path in (
        f"snapshot?since={huge}",
        f"frames?start={huge}&stop={huge}&step={huge}",
        f"frames?start=1&stop={huge}&step={huge}",
        f"record?seat={huge}",
        f"snapshot?seat=-{huge}",
        "snapshot?seat=1.5",
        "snapshot?seat=NaN",
        "snapshot?seat=" + "9" * 2000,
    ):
        assert (await ann.http.get(f"/api/tables/{table}/{path}")).status_code < 500, path
    branch = {"sequence": int(huge), "seats": [{"type": "me"}, {"type": "me"}]}
    assert problem_of(await ann.http.post(f"/api/tables/{table}/branch", json=branch)) == "not-finished"


ODD_VALUES: list[Any] = [
    10**30,
    -(10**30),
    2**63,
    -1,
    1.5,
    "",
    "a\u2028b",
    "x" * 2000,
    [],
    {},
    None,
    True,
    [[1]],
    {"a": 1},
]


def odd_actions(game: str) -> list[Json]:
    """Actions of a game with one part each replaced by something else."""
    found = games()[game]
    kinds: dict[str, Json] = {}
    for action in range(found.action_count):
        structure = found.decode(action)
        kinds.setdefault(structure.get("type", ""), structure)
    return [
        {**structure, part: value}
        for structure in kinds.values()
        for part in structure
        for value in ODD_VALUES
        if structure[part] != value
    ]


async def table_of_all(house: House, game: str) -> tuple[Line, str]:
    """Somebody at all seats of a table."""
    ann = await house.player()
    table = (await ann.open(game, *["me"] * games()[game].min_seats))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    return line, table


@pytest.mark.parametrize("game", list(games()))
async def test_actions_with_odd_parts_change_nothing(quick_house: House, game: str) -> None:
    line, table = await table_of_all(quick_house, game)
    before = len(line.entries[table])
    for number, action in enumerate(odd_actions(game)):
        message = {"table": table, "seat": 0, "sequence": before, "action": action, "request": str(number)}
        await line.socket.send(json.dumps({"type": "act", **message}))
        answer = await line.receive()
        if answer["type"] == "done" or "code" not in answer:  # some odd values are good ones: True is 1
            continue
        assert answer["code"] in ("bad-input", "illegal-action", "malformed", "stale"), (action, answer)


MESSAGES: list[Json] = [
    {"type": "watch", "table": "\x00"},
    {"type": "watch", "table": "x" * 33},
    {"type": "watch", "table": "../x"},
    {"type": "unwatch", "table": "\x00"},
    {"type": "say", "seat": 0, "text": "a\x00b"},
    {"type": "say", "seat": 0, "text": "\ud800"},
    {"type": "sheet", "seat": 0, "sheet": "\x00"},
    {"type": "sheet", "seat": 0, "sheet": {"a": 10**40}},
    {"type": "sheet", "seat": 0, "sheet": {"year": 10**40, "orders": [[]], "landing": {}, "relations": 1}},
    {"type": "sheet", "seat": 0, "sheet": {"orders": [{"from": 1, "to": None}], "relations": {"x": []}}},
    {"type": "sheet", "seat": 0, "sheet": json.loads('{"a":' * 25 + "1" + "}" * 25)},
    {"type": "propose", "seat": 0, "to": [1], "terms": [{"by": 0, "promise": {"x": 10**40}}]},
    {"type": "propose", "seat": 0, "to": [1], "terms": [{"by": 0, "promise": {"type": ["x"], "country": {}}}]},
    {"type": "answer_proposal", "seat": 0, "proposal": "\x00", "answer": "accept"},
    {"type": "answer_proposal", "seat": 0, "proposal": "x" * 33, "answer": "accept"},
    {"type": "act", "seat": 0, "sequence": 10**40, "action": {"type": 10**40}},
    {"type": "act", "seat": 0, "sequence": 3, "action": {"type": "\x00"}},
    {"type": "act", "seat": 0, "sequence": 3, "action": json.loads('{"a":' * 60 + "1" + "}" * 60)},
    {"type": "act", "seat": 10**40, "sequence": 3, "action": {}},
]


async def test_odd_messages_are_refused_one_by_one(house: House) -> None:
    line, table = await table_of_all(house, "africa1880")
    for number, message in enumerate(MESSAGES):
        await line.socket.send(json.dumps({"request": str(number), "table": table, **message}))
        answer = await line.receive()
        assert answer["type"] == "error" or message["type"] == "sheet", (message, answer)
        assert answer.get("code") != "broken", message
    for text in ("[" * 5000, "\ufeff{}", "", b"\xff\xfe", '{"type":"ping","request":"1"} x', "nan", "1e999"):
        await line.socket.send(text)
        assert (await line.receive())["code"] in ("malformed", "too-deep")
    assert (await line.ask("ping"))["type"] == "pong"


HEADER: Json = {"type": "header", "caravane": 1, "game": "pistes", "rules_version": 1, "seats": 2, "options": {}}
RECORDS = [
    json.dumps({**HEADER, "seats": 10**30}),
    json.dumps({**HEADER, "seats": -1}),
    json.dumps({**HEADER, "game": ".."}),
    json.dumps({**HEADER, "rules_version": 10**30}),
    json.dumps({**HEADER, "options": {"cap": 10**30}}),
    json.dumps({**HEADER, "players": ["\x00"]}),
    json.dumps(HEADER) + '\n{"type":"action","seat":0,"action":' + DEEP + "}",
    json.dumps(HEADER) + "\n" + "[" * 100_000,
    json.dumps(HEADER) + '\n{"type":"action","seat":' + "9" * 30 + ',"action":{"type":"pass"}}',
    json.dumps(HEADER) + '\n{"type":"judged","reason":"resigned","seat":0,"returns":[1e999,-1e999]}',
    json.dumps(HEADER) + '\n{"type":"chance","word":"\\ud800"}',
    json.dumps(HEADER) + '\n{"type":"undone"}',
    json.dumps(HEADER)[:-1] + ',"more":"' + "x" * 100 + '"',
]


async def test_odd_records_are_refused(house: House) -> None:
    ann = await house.player()
    for text in RECORDS:
        response = await ann.http.post("/api/records", content=text.encode())
        assert problem_of(response) == "bad-record", text[:120]
    assert await ann.get("/api/tables", which="mine") == []


async def test_every_answer_says_what_browsers_must_not_do(house: House) -> None:
    ann = await house.player()
    paths = [
        "/api/me",
        "/api/games",
        "/api/tables",
        "/api/nothing",
        "/api/openapi.json",
        "/api/docs",
        "/health",
        "/%00",
    ]
    for path in [*paths, "/", "/t/nowhere"]:
        headers = (await ann.http.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "same-origin", path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["cache-control"] == ("private, no-cache" if path in ("/", "/t/nowhere") else "no-store"), path


async def test_a_refusal_comes_in_the_language_that_is_asked_for(house: House) -> None:
    for language, word in (("fr", "demande"), ("en", "request")):
        ann = Player(house.base, **{"accept-language": language})
        house.people.append(ann)
        await ann.come()
        for body in ("[" * 100, '{"game":"pistes"}', "{"):
            sentence = (await ann.http.post("/api/tables", content=body, headers=JSON)).json()["sentence"]
            assert word in sentence, sentence


COMPLAINTS = [
    "Object missing required field `game`",
    "Object contains unknown field `x` - at `$.seats[0]`",
    "Expected `str` of length <= 32 - at `$.name`",
    "Expected `int` >= 0",
    "Expected `str`, got `int`",
    "Invalid value 'cat'",
    "Invalid enum value 'x'",
    "JSON is malformed: invalid character (byte 3)",
    "Input data was truncated",
]


@pytest.mark.parametrize("english", COMPLAINTS)
def test_what_the_decoder_says_is_said_in_french(english: str) -> None:
    text = complaint(english)
    assert english in text.en
    for word in ("Expected", "Object", "Invalid", "Input", "byte", " at "):
        assert word not in text.fr


def test_every_refusal_says_itself_in_both_languages() -> None:
    for code in problems.CODES:
        text = problems.Refused(code).text
        assert text.fr
        assert text.en
        assert text.fr != text.en
