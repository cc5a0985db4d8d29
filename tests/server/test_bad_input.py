"""What people and programs send by mistake or malice: a clear error each, nothing changed, the server lives."""

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import caravane
from caravane import record
from tests.server.client import Line, Player, Refusal
from tests.server.conftest import House, Serve


async def seated(house: House) -> tuple[Line, str]:
    """Somebody at both seats of a table, watching from seat 0."""
    ann = await house.player()
    table = (await ann.open("pistes", "me", "me"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    return line, table


BAD_BODIES = [
    ("not json", "malformed"),
    ("[1, 2]", "malformed"),
    ('{"game": "pistes"}', "malformed"),
    ('{"game": 7, "seats": []}', "malformed"),
    ('{"game": "pistes", "seats": [{"type": "cat"}]}', "malformed"),
    ('{"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}], "colour": "red"}', "malformed"),
    ('{"game": "chess", "seats": [{"type": "me"}, {"type": "open"}]}', "bad-input"),
    ('{"game": "pistes", "seats": [{"type": "me"}]}', "bad-input"),
    ('{"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}], "options": {"x": 1}}', "bad-input"),
    ('{"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}], "options": {"order": "once"}}', "bad-input"),
    ('{"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}], "preset": "x"}', "bad-input"),
    ('{"game": "pistes", "seats": [{"type": "me"}, {"type": "person", "name": "nobody"}]}', "no-such-person"),
    ('{"game": "pistes", "seats": [{"type": "me"}, {"type": "open"}], "clock": {"type": "phases"}}', "bad-input"),
    ("{" * 2000, "too-deep"),
    ('{"game": "' + "x" * 100_000 + '"}', "too-large"),
]


@pytest.mark.parametrize(("body", "code"), BAD_BODIES)
async def test_a_bad_body_opens_no_table(house: House, body: str, code: str) -> None:
    ann = await house.player()
    response = await ann.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    problem = response.json()
    assert problem["code"] == code
    assert problem["sentence"] in (problem["text"]["fr"], problem["text"]["en"])
    assert 400 <= response.status_code < 500
    assert await ann.get("/api/tables", which="mine") == []


BAD_MESSAGES: list[tuple[str, str]] = [
    ("nonsense", "malformed"),
    ("{}", "malformed"),
    ('{"type": "dance", "request": "1"}', "malformed"),
    ('{"type": "act", "request": "1", "table": 5}', "malformed"),
    ('{"type": "watch", "request": "1", "table": "nowhere"}', "unknown-table"),
    ('{"type": "ping", "request": "1", "more": true}', "malformed"),
]


async def test_bad_messages_are_answered_one_by_one(house: House) -> None:
    line, _ = await seated(house)
    for text, code in BAD_MESSAGES:
        await line.socket.send(text)
        answer = await line.receive()
        assert (answer["type"], answer["code"]) == ("error", code)
    assert (await line.ask("ping"))["type"] == "pong"


BAD_ACTIONS: list[tuple[Any, str]] = [
    ({"type": "slide", "from": "a9", "to": "z99"}, "bad-input"),
    ({"type": "declare", "war": "France"}, "bad-input"),
    ({"type": 7}, "bad-input"),
    ({}, "bad-input"),
    ({"type": "slide", "from": ["a9"], "to": {"x": 1}}, "bad-input"),
]


async def test_actions_that_are_none_change_nothing(house: House) -> None:
    line, table = await seated(house)
    before = (line.positions[table], len(line.entries[table]))
    for action, code in BAD_ACTIONS:
        with pytest.raises(Refusal) as refused:
            await line.act(table, 0, action)
        assert refused.value.code == code
    await line.watch(table, 0)
    assert (line.positions[table], len(line.entries[table])) == before


async def test_an_illegal_move_names_the_rule(house: House) -> None:
    line, table = await seated(house)
    position = line.positions[table]
    assert position is not None
    legal = position["legal"][0]["action"]
    with pytest.raises(Refusal) as refused:
        await line.act(table, 0, {**legal, "to": legal["from"]})
    assert refused.value.code in ("illegal-action", "bad-input")
    await line.act(table, 0, legal)
    with pytest.raises(Refusal, match="illegal-action"):
        await line.act(table, 0, legal)


async def test_a_stale_sequence_is_told_so(house: House) -> None:
    line, table = await seated(house)
    seen = len(line.entries[table])
    position = line.positions[table]
    assert position is not None
    await line.act(table, 0, position["legal"][0]["action"])
    with pytest.raises(Refusal, match="stale"):
        await line.act(table, 1, position["legal"][0]["action"], sequence=seen)


async def test_chat_does_not_make_a_move_stale(house: House) -> None:
    line, table = await seated(house)
    seen = len(line.entries[table])
    await line.ask("say", table=table, text="hello", seat=0)
    position = line.positions[table]
    assert position is not None
    await line.act(table, 0, position["legal"][0]["action"], sequence=seen)


async def test_repeating_a_request_changes_nothing(house: House) -> None:
    line, table = await seated(house)
    position = line.positions[table]
    assert position is not None
    action = position["legal"][0]["action"]
    first = await line.act(table, 0, action, request="once")
    again = await line.act(table, 0, action, request="once")
    assert first["sequence"] == again["sequence"]
    assert [entry["type"] for entry in line.entries[table]].count("moved") == 1


async def test_anothers_request_is_not_mine(house: House) -> None:
    ann, bea = await house.player(), await house.player()
    table = (await ann.open("pistes", "me", "open"))["id"]
    await bea.post(f"/api/tables/{table}/join", {})
    one, two = await house.line(ann), await house.line(bea)
    await one.watch(table, 0)
    await two.watch(table, 1)
    first = one.positions[table]
    assert first is not None
    await one.act(table, 0, first["legal"][0]["action"], request="same")
    second = await two.until(table, lambda now: now["to_move"] == [1])
    await two.act(table, 1, second["legal"][0]["action"], request="same")
    assert [entry["type"] for entry in two.entries[table]].count("moved") == 2


async def read_on(line: Line) -> None:
    """Read until there is nothing more."""
    while True:
        await line.receive()


async def test_a_huge_message_closes_only_its_own_socket(house: House) -> None:
    line, table = await seated(house)
    bystander = await house.line(line.player)
    await bystander.watch(table, 1)
    await line.socket.send(json.dumps({"type": "say", "request": "1", "table": table, "text": "x" * 100_000}))
    with pytest.raises(ConnectionClosed):
        await read_on(line)
    assert (await bystander.ask("ping"))["type"] == "pong"


async def test_another_site_may_neither_post_nor_listen(house: House) -> None:
    ann = await house.player()
    response = await ann.http.post("/api/tables", json={}, headers={"origin": "https://evil.example"})
    assert (response.status_code, response.json()["code"]) == (403, "foreign-origin")
    from websockets.asyncio.client import connect

    url = house.base.replace("http", "ws") + "/api/socket"
    with pytest.raises(InvalidStatus):
        await connect(url, additional_headers={"Origin": "https://evil.example"})


async def test_too_many_requests_are_refused_and_the_server_lives(serve: Serve) -> None:
    house = await serve(requests_per_minute=60)
    ann = Player(house.base)
    house.people.append(ann)
    answers = [await ann.http.get("/api/games") for _ in range(70)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert refused[0].json()["code"] == "too-many"
    assert int(refused[0].headers["retry-after"]) >= 1
    assert (await ann.http.get("/health")).status_code == 200


async def test_a_flood_on_the_socket_is_refused(serve: Serve) -> None:
    house = await serve(commands_per_second=5)
    line, _ = await seated(house)
    for number in range(200):
        await line.socket.send(json.dumps({"type": "ping", "request": str(number)}))
    codes = [(await line.receive()).get("code") for _ in range(200)]
    assert "too-many" in codes
    assert codes[0] is None


async def test_unknown_things_are_not_found(house: House) -> None:
    ann = await house.player()
    for path in ("/api/tables/nowhere", "/api/tables/nowhere/snapshot", "/api/nothing"):
        with pytest.raises(Refusal, match=r"unknown-table|not-found"):
            await ann.get(path)
    with pytest.raises(Refusal, match="bad-record"):
        await ann.call("POST", "/api/records", content=b"\xff\xfe")
    with pytest.raises(Refusal, match="bad-record"):
        await ann.call("POST", "/api/records", content=b'{"type": "header"}\n')


HEADER = b'{"type":"header","caravane":1,"game":"pistes","rules_version":1,"seats":2,"options":{},"players":[]}\n'


@pytest.mark.parametrize(
    ("body", "french", "english"),
    [
        (b"\xff\xfe", "Ligne 1\u00a0: ce n’est pas du texte", "Line 1: this is not text"),
        (HEADER + b'{"type":"action","seat":"\xff"}', "Ligne 2\u00a0: ce n’est pas du texte", "Line 2: this is not text"),
        (HEADER + rb'{"type":"action","seat":0,"action":"\u0000"}', "Ligne 2\u00a0: un texte", "Line 2: a text holds"),
        (HEADER + b'{"type":"action","seat":"a"}', "Ligne 2\u00a0: `int` attendu, `str` reçu", "Line 2: Expected `int`"),
        (b'{"type":"header"}', "Ligne 1\u00a0: il manque le champ `caravane`", "Line 1: Object missing required field"),
        (b"PGN, no JSON", "Ligne 1\u00a0: JSON mal formé", "Line 1: JSON is malformed"),
    ],
)  # fmt: skip
async def test_a_file_that_is_no_record_is_refused_with_its_line_in_both_languages(
    house: House, body: bytes, french: str, english: str
) -> None:
    ann = await house.player()
    with pytest.raises(Refusal) as refused:
        await ann.call("POST", "/api/records", content=body)
    assert refused.value.code == "bad-record"
    assert refused.value.body["text"]["fr"].startswith(french), refused.value.body["text"]
    assert refused.value.body["text"]["en"].startswith(english)
    for word in ("Expected", "Object", "Invalid", "malformed"):
        assert word not in refused.value.body["text"]["fr"]


async def test_a_record_that_began_with_a_position_that_cannot_be_is_refused_in_words(house: House) -> None:
    ann = await house.player()
    position = caravane.start("pistes").position()
    play = caravane.start("pistes", position=position)
    play.apply("a9-a4")
    written = record.write(record.lines_of(play))
    assert position in written
    with pytest.raises(Refusal) as refused:
        await ann.call("POST", "/api/records", content=written.replace(position, "nowhere").encode())
    assert refused.value.code == "bad-record"
    assert await ann.get("/api/tables", which="mine") == []


async def test_names_and_chat_are_kept_as_text(house: House) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    ann = await house.player()
    await ann.call("PATCH", "/api/me", {"name": nasty})
    table = (await ann.open("pistes", "me", "me"))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    await line.ask("say", table=table, text=nasty, seat=0)
    assert line.entries[table][-1]["text"] == nasty
    page = await ann.http.get("/")
    assert "default-src 'self'" in page.headers["content-security-policy"]


async def test_a_wrong_method_is_told_the_right_ones(house: House) -> None:
    ann = await house.player()
    response = await ann.http.request("DELETE", "/api/tables")
    assert (response.status_code, response.json()["code"]) == (405, "wrong-method")
    assert response.headers["allow"] == "GET, HEAD, OPTIONS, POST"


def after_the_verdict(seat: int, action: Any) -> str:
    """A record that the table ended after one move, and that acts on."""
    play = caravane.start("pistes", seed=5)
    play.apply(play.legal()[0])
    lines = [*record.lines_of(play), record.Judged("resigned", 0, [-1.0, 1.0])]
    acted = json.dumps({"type": "action", "seat": seat, "action": action})
    return record.write(lines) + acted + "\n"


@pytest.mark.parametrize("seat", [0, 1, 90, -3, 2**62, -(2**70)])
async def test_a_record_that_acts_after_its_verdict_is_refused(house: House, seat: int) -> None:
    """Once such actions went into the rules unchecked, and the process died of it."""
    ann = await house.player()
    text = after_the_verdict(seat, {"type": "move", "from": "a1", "to": "a2"})
    with pytest.raises(Refusal) as refused:
        await ann.call("POST", "/api/records", content=text.encode())
    assert refused.value.code == "bad-record"
    assert await ann.get("/api/tables", which="mine") == []


ODD = [-1, -7, 2, 99, 255, 2**31, 2**32, 2**63 - 1, -(2**63), 2**64, 10**30, -(10**30)]


@pytest.mark.parametrize("game", ["pistes", "africa1880"])
async def test_odd_seats_numbers_and_sequences_are_refused(house: House, game: str) -> None:
    """From the socket and over HTTP; whatever they are, the position stays and the server lives."""
    ann = await house.player()
    seats = {"pistes": 2, "africa1880": 3}[game]
    table = (await ann.open(game, *["me"] * seats))["id"]
    line = await house.line(ann)
    await line.watch(table, 0)
    before = (await ann.get(f"/api/tables/{table}/snapshot"))["sequence"]
    action = line.positions[table]["legal"][0]["action"]  # type: ignore[index]
    for number in ODD:
        odd = dict.fromkeys(action, number) | {"type": action["type"]}
        for seat, sent, sequence in ((number, action, 9), (0, odd, 9), (0, odd, number), (number, odd, number)):
            message = {"table": table, "seat": seat, "action": sent, "sequence": sequence}
            await line.socket.send(json.dumps({"type": "act", "request": f"{number}", **message}))
            assert (await line.receive())["type"] == "error"
            with pytest.raises(Refusal):
                await ann.post(f"/api/tables/{table}/actions", {**message, "request": f"h{number}"})
        for asked in ("frames", "snapshot", "record", "promises"):
            await ann.http.get(f"/api/tables/{table}/{asked}", params={"seat": number, "start": number, "step": number})
        with pytest.raises(Refusal):
            await ann.post(f"/api/tables/{table}/branch", {"sequence": number, "seats": [{"type": "me"}] * seats})
    assert (await ann.get(f"/api/tables/{table}/snapshot"))["sequence"] == before


async def test_a_branch_at_no_entry_is_refused(house: House) -> None:
    ann = await house.player()
    play = caravane.start("pistes", seed=5)
    for _ in range(3):
        play.apply(play.legal()[0])
    text = record.write(record.lines_of(play))
    table = (await ann.call("POST", "/api/records", content=text.encode()))["id"]
    for number in (*ODD, 0, 1):  # entry 1 is the opening: nobody could move yet
        with pytest.raises(Refusal):
            await ann.post(f"/api/tables/{table}/branch", {"sequence": number, "seats": [{"type": "me"}] * 2})
    last = (await ann.get(f"/api/tables/{table}/snapshot"))["sequence"]
    branch = await ann.post(f"/api/tables/{table}/branch", {"sequence": last, "seats": [{"type": "me"}] * 2})
    assert branch["status"] == "running"


async def test_a_record_of_endless_taking_back_is_refused_at_once(house: House) -> None:
    """A megabyte of such lines once held everybody up for half a minute."""
    ann = await house.player()
    play = caravane.start("pistes", seed=5)
    first = record.write(record.lines_of(play))
    play.apply(play.legal()[0])
    acted = record.write(record.lines_of(play)).splitlines(keepends=True)[-1]
    with pytest.raises(Refusal) as refused:
        await ann.call("POST", "/api/records", content=(first + (acted + '{"type":"undone"}\n') * 9900).encode())
    assert refused.value.code == "bad-record"
    assert "too long" in refused.value.body["text"]["en"]
    assert "trop long" in refused.value.body["text"]["fr"]
