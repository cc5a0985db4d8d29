"""Tables as record files: written at any time, read to be replayed, and played on from."""

import asyncio
import itertools
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from caravane import record
from caravane.chance import ListedChance
from caravane.game import load
from caravane.play import Play
from caravane.server import facts, sight, wire
from caravane.server.draft import Draft
from caravane.server.hall import Hall
from caravane.server.opening import seat_fact
from caravane.server.people import Person
from caravane.server.problems import Refused
from caravane.server.table import LiveTable, Sitter

LARGEST = 8 * 1024 * 1024
LONGEST = 20_000  # lines
JUDGED = ("resigned", "time", "aborted")  # ends that the table decided, not the rules


def write(table: LiveTable, names: sight.Names) -> str:
    """A finished table as a record that proves itself."""
    return record.write(_lines(table, names))


def _lines(table: LiveTable, names: sight.Names) -> Iterator[record.Line]:
    yield header(table, names)
    stood: list[facts.Acted] = []
    for fact in table.log:
        match fact:
            case facts.Started(words=words):
                yield from _chance(words)
            case facts.Acted():
                stood.append(fact)
                action = table.game.decode(fact.action)
                yield record.Acted(fact.seat, action, table.game.notation(fact.action))
                yield from _chance(fact.words)
            case facts.Undone(kept=kept):
                yield from itertools.repeat(record.TakenBack(), len(stood) - kept)
                del stood[kept:]
            case facts.Ended(ending=ending, returns=returns) if ending in JUDGED:
                yield record.Judged(ending, _doer(table), returns)
            case facts.Aborted():
                yield record.Judged("aborted", -1, [0.0] * len(table.seats))
            case _:
                pass
    if table.is_over and table.state is not None and not table.terms.unfinished:
        yield _end(table)


def header(table: LiveTable, names: sight.Names) -> record.Header:
    """The first line."""
    proof = sight.fairness(table)
    committed = not table.terms.imported and table.terms.branch_of is None
    begun = datetime.fromtimestamp((table.started_at or table.opened_at) / 1000, UTC)
    return record.Header(
        caravane=record.FORMAT,
        game=table.game.id,
        rules_version=table.terms.rules_version,
        seats=len(table.seats),
        options=table.terms.options,
        players=[_player(sitter, names) for sitter in table.seats],
        table=table.id,
        commitment=proof.commitment if committed else None,
        entropy=list(table.entropy) if committed else [],
        started=begun.strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def _player(sitter: Sitter, names: sight.Names) -> str:
    if sitter.kind == "bot":
        return f"bot {sitter.level}"
    name = sitter.label or names(sitter.person) or ""
    return f"{name} [bot]" if sitter.program else name


def _chance(words: list[int]) -> Iterator[record.ChanceGave]:
    return (record.ChanceGave(f"{word:016x}") for word in words)


def _doer(table: LiveTable) -> int:
    """Whose resignation or flag ended the game."""
    for fact in reversed(table.log):
        if isinstance(fact, facts.Resigned):
            return fact.seat
    return -1


def _end(table: LiveTable) -> record.Ended:
    play = Play(table.game, len(table.seats), table.terms.options, ListedChance([]), table.state)
    secret = bytes.fromhex(table.secret)
    if table.terms.imported or table.terms.branch_of is not None:
        secret = b""
    end = record.end_of(play, secret)
    if table.status == "aborted":
        return msgspec.structs.replace(end, ending="aborted", returns=[0.0] * len(table.seats))
    assert table.result is not None
    return msgspec.structs.replace(end, ending=table.result.ending, returns=table.result.returns)


def history(table: LiveTable, viewer: int, names: sight.Names) -> str:
    """A running table as one viewer knows it: the header, then its entries. Chance stays secret, so no proof."""
    lines: list[object] = [header(table, names), *sight.entries(table, viewer, 0, names)]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


async def read(hall: Hall, person: Person, text: str) -> LiveTable:
    """A record as a table to replay. Reading may take a moment and must not hold up others."""
    if text.count("\n") > LONGEST:
        raise Refused("too-large")
    found = record.read(text)
    table = await asyncio.to_thread(_replay, found, person.id)
    return await hall.open(
        game=found.header.game,
        terms=table.terms,
        visibility="link",
        seats=[fact for fact in table.log if isinstance(fact, facts.SeatSet)],
        more=[(fact, at) for fact, at in zip(table.log, table.times, strict=True) if not _is_opening(fact)],
    )


def _is_opening(fact: facts.AnyFact) -> bool:
    return isinstance(fact, facts.Opened | facts.SeatSet)


def _replay(found: record.Record, owner: str) -> LiveTable:
    """The facts of a record; each action is checked by the rules."""
    record.replay(found)
    head = found.header
    game = load(head.game)
    terms = facts.Terms(
        options=game.check_options(head.options),
        preset=None,
        clock=wire.NoClock(),
        on_timeout="bot",
        owner=owner,
        rules_version=head.rules_version,
        imported=True,
        unfinished=found.end is None,
    )
    seats = [Sitter() for _ in range(head.seats)]
    table = LiveTable("", game, terms, "link", "", 0, seats)
    table.fold(facts.Opened(by=owner), 0)
    for seat in range(head.seats):
        name = head.players[seat][:32] if seat < len(head.players) else ""
        table.fold(facts.SeatSet(seat=seat, kind="person", label=name or f"{seat + 1}"), 0)
    chance = ListedChance(record.words_of(found))
    draft = Draft(table, chance)
    draft.start(head.commitment or "")
    _fold(table, draft)
    for event in found.events:
        draft = Draft(table, chance)
        match event:
            case record.Acted(seat=seat, action=action):
                draft.act(seat, game.encode(action))
            case record.TakenBack():
                stands = table.log[table.standing[-1]]
                assert isinstance(stands, facts.Acted)
                draft.add(facts.Undone(seat=stands.seat, kept=len(table.standing) - 1))
            case record.Judged(reason=reason, returns=returns):
                draft.end(reason, returns, [seat for seat, value in enumerate(returns) if value > 0])
            case _:
                pass
        _fold(table, draft)
    if not table.is_over:
        table.fold(facts.Ended(ending="unfinished", winners=[], returns=[0.0] * head.seats), 0)
    return table


def _fold(table: LiveTable, draft: Draft) -> None:
    for fact, state in zip(draft.facts, draft.reached, strict=True):
        table.fold(fact, 0, state)


async def branch(hall: Hall, person: Person, table: LiveTable, wanted: wire.Branch) -> LiveTable:
    """A new table that plays on from a position of a finished one."""
    if not table.is_over or table.state is None:
        raise Refused("not-finished")
    table.game.check_seats(len(wanted.seats))
    if len(wanted.seats) != len(table.seats):
        raise Refused("bad-input")
    seen = table.visible[-1]
    if not 1 <= wanted.sequence <= len(seen):
        raise Refused("not-found")
    stood = _standing_at(table, seen[wanted.sequence - 1])
    begun = next(fact for fact in table.log if isinstance(fact, facts.Started))
    state = table.start(begun.words)
    for fact in stood:
        table.advance(state, fact)
    if table.game.rules.is_over(state):
        raise Refused("not-running")
    now = hall.now()
    terms = msgspec.structs.replace(
        table.terms,
        owner=person.id,
        clock=wire.NoClock(),
        imported=False,
        unfinished=False,
        rematch_of=None,
        branch_of=table.id,
    )
    return await hall.open(
        game=table.game.id,
        terms=terms,
        visibility="link",
        seats=[await seat_fact(hall, person, seat, choice) for seat, choice in enumerate(wanted.seats)],
        more=[(begun, now), *((fact, now) for fact in stood)],
    )


def _standing_at(table: LiveTable, index: int) -> list[facts.Acted]:
    """The actions that stood after the fact at `index`."""
    stood: list[facts.Acted] = []
    for fact in table.log[: index + 1]:
        if isinstance(fact, facts.Acted):
            stood.append(fact)
        elif isinstance(fact, facts.Undone):
            del stood[fact.kept :]
    return stood
