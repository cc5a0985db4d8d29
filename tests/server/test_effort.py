"""What somebody asks for is counted by person and address over all sockets, and by the time that it takes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from caravane.server import effort
from caravane.server.accounts import efforts, limits, quotas
from caravane.server.effort import Effort, Metered, by_turns
from caravane.server.problems import Wait
from tests.server.client import Line, Player, Refusal, allow
from tests.server.conftest import House, Serve
from tests.server.test_quotas import refused


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """One kind is enough: nothing here is stored."""
    return f"sqlite:///{tmp_path / 'caravane.db'}"


class Processor:
    """A clock that only moves when somebody works."""

    def __init__(self) -> None:
        self.now, self.spent = 0.0, 0.0

    def work(self, seconds: float) -> None:
        self.now += seconds

    def spend(self, seconds: float) -> None:
        self.spent += seconds


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Processor]:
    """The processor of one who asks; work is done by hand."""
    made = Processor()
    monkeypatch.setattr(effort, "thread_time", lambda: made.now)
    yield made
    effort.current.set(None)


async def test_work_is_counted_and_waiting_is_not(processor: Processor) -> None:
    paid = Effort(processor.spend, lambda: None, asyncio.Semaphore(1))
    gate = asyncio.Event()

    async def ask() -> str:
        processor.work(1.0)
        await gate.wait()
        processor.work(2.0)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:  # an error that comes while it waits is its own
            processor.work(4.0)
        return "done"

    async def another() -> None:
        await asyncio.sleep(0)
        processor.work(100.0)
        gate.set()

    async def metered() -> str:
        return await Metered(ask(), paid)

    answer, _ = await asyncio.gather(metered(), another())
    assert (answer, processor.spent) == ("done", 7.0)


async def test_who_is_cancelled_pays_for_what_was_done(processor: Processor) -> None:
    paid = Effort(processor.spend, lambda: None, asyncio.Semaphore(1))

    async def ask() -> None:
        processor.work(1.0)
        try:
            await asyncio.Event().wait()
        finally:
            processor.work(2.0)

    async def metered() -> None:
        await Metered(ask(), paid)

    task = asyncio.create_task(metered())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert processor.spent == 3.0


async def test_long_work_of_one_address_goes_by_turns_until_its_share_is_used_up(processor: Processor) -> None:
    at_once, most = [0], [0]

    def check() -> None:
        if processor.spent >= 3.0:
            raise Wait("too-much-work", 1.0)

    def work() -> None:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        processor.work(1.0)
        at_once[0] -= 1

    effort.current.set(Effort(processor.spend, check, asyncio.Semaphore(1)))
    answers = await asyncio.gather(*(by_turns(work) for _ in range(10)), return_exceptions=True)
    assert [isinstance(answer, Wait) for answer in answers] == [False] * 3 + [True] * 7
    assert most == [1]


async def until_refused(line: Line, most: int) -> int:
    """How many pings are answered."""
    for number in range(most):
        try:
            await line.ask("ping")
        except Refusal as refusal:
            allow(refusal, "too-many")
            return number
    return most


async def test_several_sockets_of_one_person_share_what_she_may_send(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "COMMANDS_AT_ONCE", 20)
    house = await serve(commands_per_second=1)
    ann, bea = await house.player(), await house.player()
    lines = [await house.line(ann) for _ in range(4)]
    answered = [await until_refused(line, 15) for line in lines]
    assert 20 <= sum(answered) < 45, "not sixty, however long that took"
    assert await until_refused(await house.line(bea), 15) == 15
    later = await house.line(ann)
    assert await until_refused(later, 15) < 15, "a new socket is not a new person"


async def test_strangers_and_guests_of_one_address_share_too(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "COMMANDS_AT_ONCE", 10)
    house = await serve(commands_per_second=1, commands_per_second_per_address=2, trust_proxy=True)
    strangers = [Player(house.base, **{"x-forwarded-for": "192.0.2.1"}) for _ in range(3)]
    house.people += strangers
    headers = {"X-Forwarded-For": "192.0.2.1"}
    lines = [await stranger.connect(headers=headers) for stranger in strangers]
    house.lines += lines
    assert sum([await until_refused(line, 10) for line in lines]) < 30
    guests = [await house.player(**{"x-forwarded-for": "192.0.2.1"}) for _ in range(14)]
    more = [await guest.connect(headers=headers) for guest in guests]
    house.lines += more
    assert sum([await until_refused(line, 9) for line in more]) < 14 * 9
    other = await (await house.player(**{"x-forwarded-for": "192.0.2.2"})).connect(
        headers={"X-Forwarded-For": "192.0.2.2"}
    )
    house.lines.append(other)
    assert await until_refused(other, 9) == 9


async def test_frames_are_shared_by_all_sockets_of_a_person(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "FRAMES_AT_ONCE", 60)
    house = await serve(commands_per_second=1)
    ann = await house.player()
    lines = [await house.line(ann) for _ in range(4)]
    for line in lines:
        for _ in range(40):
            line.socket.transport.write(b"\x8a\x80" + bytes(4))  # a pong that nobody asked for
    codes = []
    for line in lines:
        try:
            while True:
                await line.ask("ping")
        except Exception:  # noqa: BLE001  # refused or cut off
            codes.append(line.socket.close_code)
    assert 4429 in codes or 1006 in codes
    await (await house.line(await house.player())).ask("ping")


@pytest.fixture
async def strict(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> House:
    """A server at which an address may hardly do anything."""
    monkeypatch.setattr(efforts, "AT_ONCE", 1e-6)
    return await serve(processor_share=1e-9, trust_proxy=True)


async def test_an_address_that_took_much_time_waits_and_others_do_not(strict: House) -> None:
    ann = await strict.player(**{"x-forwarded-for": "192.0.2.1"})
    answer = await ann.http.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-much-work")
    assert int(answer.headers["Retry-After"]) >= 1
    assert all(answer.json()["text"].values())
    assert (await ann.http.get("/health")).status_code == 200, "a monitor counts for itself"
    bea = await strict.player(**{"x-forwarded-for": "192.0.2.2"})
    assert bea.id


async def test_commands_over_a_socket_take_time_too(strict: House) -> None:
    stranger = Player(strict.base)
    strict.people.append(stranger)
    line = await stranger.connect(headers={"X-Forwarded-For": "192.0.2.3"})
    strict.lines.append(line)
    await line.ask("ping")
    await refused(line.ask("ping"), "too-much-work")


async def test_only_so_many_records_of_an_address_wait_to_be_read(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each may be of megabytes: what is refused is not even taken in."""
    monkeypatch.setattr(limits, "RECORDS_OF_ADDRESS", 1)
    house = await serve(trust_proxy=True)
    ann = await house.player(**{"x-forwarded-for": "192.0.2.1"})
    bea = await house.player(**{"x-forwarded-for": "192.0.2.2"})
    port = int(house.base.rsplit(":", 1)[1])
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    head = "POST /api/records HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Length: 1000000\r\n"
    writer.write(f"{head}Cookie: {ann.cookie}\r\n\r\n".encode() + b"x" * 1000)
    await writer.drain()

    async def send(who: Player) -> str:
        answer = await who.http.post("/api/records", content="{}")
        code: str = answer.json()["code"]
        return code

    for _ in range(200):
        if (code := await send(ann)) == "busy-reading":
            break
        await asyncio.sleep(0.01)
    assert code == "busy-reading"
    assert await send(bea) == "bad-record"
    writer.transport.abort()
    for _ in range(200):
        if (code := await send(ann)) == "bad-record":
            break
        await asyncio.sleep(0.01)
    assert code == "bad-record", "who has hung up reads nothing any more"
