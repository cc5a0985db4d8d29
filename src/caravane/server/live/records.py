"""Tables as record files: written at any time, read to be replayed, and played on from."""

import asyncio
import contextvars
import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec

from caravane import positions, record
from caravane.chance import SCHEME, ListedChance
from caravane.door import action_of
from caravane.errors import BadInput, BadRecord, CaravaneError
from caravane.game import SPECTATOR
from caravane.order import Order
from caravane.play import Play
from caravane.server import wire
from caravane.server.accounts.people import Person, new_id
from caravane.server.effort import timed
from caravane.server.live import projection, table_card
from caravane.server.live.opening import seat_fact
from caravane.server.live.replay import course_after
from caravane.server.live.service import TableService
from caravane.server.problems import Refused
from caravane.server.store.snapshots import look_off_loop, new_table
from caravane.server.tables import facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.sitter import Sitter
from caravane.server.tables.table import LiveTable
from caravane.server.tables.visibility import as_seat
from caravane.text import Text

LARGEST = 8 * 1024 * 1024
LONGEST = 20_000  # lines
MOST_ACTIONS, MOST_UNDONE = 6000, 2000  # of a record that is read; games of people have a few hundred
JUDGED = ("resigned", "time", "aborted")  # ends that the table decided, not the rules
# One record at a time: the rules may run over thousands of actions.
_reader = ThreadPoolExecutor(1, thread_name_prefix="record")


def write(table: LiveTable, names: projection.Names) -> str:
    """A finished table as a record that proves itself."""
    return record.write(_lines(table, names))


def _lines(table: LiveTable, names: projection.Names) -> Iterator[record.Line]:
    yield header(table, names, table.terms.position)
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


def header(table: LiveTable, names: projection.Names, position: str | None) -> record.Header:
    """The first line; a table that began with a position says so as far as the reader may know it."""
    proof = table_card.fairness(table)
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
        position=position,
        scheme=table.terms.chance if committed else 1,
        order=_order(table) if committed and table.terms.chance == SCHEME else None,
    )


def _order(table: LiveTable) -> Order | None:
    """Where commitment, entropy and start stand in the table's public log."""
    if table.begun is None:
        return None
    return Order(
        commitment=table.sequence_for(SPECTATOR, 0),
        entropy=[
            table.sequence_for(SPECTATOR, sitter.entropy_index) if sitter.entropy else 0 for sitter in table.seats
        ],
        start=table.sequence_for(SPECTATOR, table.begun_at),
    )


def _player(sitter: Sitter, names: projection.Names) -> str:
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


def history(table: LiveTable, viewer: int, names: projection.Names) -> str:
    """A running table as one viewer knows it: the header, then its entries. Chance stays secret, so no proof."""
    lines: list[object] = [header(table, names, _began(table, viewer)), *projection.entries(table, viewer, 0, names)]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def _began(table: LiveTable, viewer: int) -> str | None:
    """The position a table began with, as one viewer knew it then."""
    if table.terms.position is None or table.begun is None:
        return None
    return positions.write(table.game, table.course_at_start(table.begun.words).state, as_seat(viewer))


async def read(service: TableService, person: Person, text: str) -> LiveTable:
    """A record as a table to replay. Reading may take a moment and must not hold up others."""
    if text.count("\n") > LONGEST:
        raise Refused("too-large")
    now, context = service.now(), contextvars.copy_context()  # whoever asked pays for the time
    work = partial(timed, partial(_read, text, person.id, now))
    table = await asyncio.get_running_loop().run_in_executor(_reader, context.run, work)
    return await service.add(table)


def _read(text: str, owner: str, now: int) -> LiveTable:
    found = record.read(text)
    check_length(found)
    return replay(found, owner, now)


def check_length(found: record.Record) -> None:
    """Refuse what is longer than any game: carrying it out would take long for everybody."""
    actions = sum(isinstance(event, record.Acted) for event in found.events)
    undone = sum(isinstance(event, record.TakenBack) for event in found.events)
    if actions > MOST_ACTIONS or undone > MOST_UNDONE:
        raise BadRecord(
            Text(
                f"L’enregistrement est trop long\u00a0: {actions} actions, dont {undone} reprises\u00a0; "
                f"on en lit au plus {MOST_ACTIONS}, dont {MOST_UNDONE} reprises.",
                f"The record is too long: {actions} actions, {undone} of them taken back; "
                f"at most {MOST_ACTIONS} are read, {MOST_UNDONE} of them taken back.",
            )
        )


def replay(found: record.Record, owner: str, now: int) -> LiveTable:
    """A record as a table; each action is checked by the rules, and BadRecord names the line that they refuse."""
    chance = ListedChance(record.words_of(found))
    table = _empty(found, owner, now)
    draft = Draft(table, chance)
    try:
        record.begin(found.header, ListedChance(record.words_of(found)))  # refuses a position that cannot be
        draft.start(found.header.commitment or "")
    except IndexError:
        raise record.bad_line(2, "il manque des mots du hasard", "words of chance are missing") from None
    _fold(table, draft)
    is_judged = False
    for number, event in enumerate(found.events, start=2):
        if is_judged:
            raise record.after_the_verdict(number)
        is_judged = isinstance(event, record.Judged)
        _carry_on(table, Draft(table, chance), event, number)
    if not table.is_over:
        table.apply(facts.Ended(ending="unfinished", winners=[], returns=[0.0] * len(table.seats)), 0)
    return table


def _empty(found: record.Record, owner: str, now: int) -> LiveTable:
    """The table of a record before the first word."""
    head = found.header
    game = record.game_of(head)
    terms = facts.Terms(
        options=record.options_of(head),
        preset=None,
        clock=wire.NoClock(),
        on_timeout="bot",
        owner=owner,
        rules_version=head.rules_version,
        imported=True,
        unfinished=found.end is None,
        position=_line(head),
    )
    names = [head.players[seat][:32] if seat < len(head.players) else "" for seat in range(head.seats)]
    seats = [facts.SeatSet(seat=seat, kind="person", label=name or f"{seat + 1}") for seat, name in enumerate(names)]
    return new_table(new_id(), now, game=game.id, terms=terms, visibility="link", seats=seats)


def _line(head: record.Header) -> str | None:
    """The position of a header, no longer than it has to be; one that cannot be is refused when the game begins."""
    try:
        return None if head.position is None else positions.read(head.position, record.game_of(head)).written()
    except BadInput:
        return head.position


def _carry_on(table: LiveTable, draft: Draft, event: Any, number: int) -> None:
    """One line of a record."""
    match event:
        case record.Acted(seat=seat, action=action):
            try:
                draft.act(seat, action_of(table.game, action))
            except IndexError:
                raise record.bad_line(number + 1, "il manque un mot du hasard", "a word of chance is missing") from None
            except CaravaneError as error:
                raise record.bad_line(number, error.sentence("fr"), error.sentence("en")) from None
        case record.TakenBack():
            draft.add(_taken_back(table, number))
        case record.Judged(reason=reason, returns=returns):
            record.check_verdict(event, len(table.seats), is_over=table.is_over, number=number)
            draft.end(reason, returns, [seat for seat, value in enumerate(returns) if value > 0])
        case _:
            return
    _fold(table, draft)


def _taken_back(table: LiveTable, number: int) -> facts.Undone:
    last = table.log[table.kept_actions[-1]] if table.kept_actions else None
    if not isinstance(last, facts.Acted) or last.words:
        raise record.nothing_to_take_back(number)
    return facts.Undone(seat=last.seat, kept=len(table.kept_actions) - 1)


def _fold(table: LiveTable, draft: Draft) -> None:
    for fact, state in zip(draft.facts, draft.reached, strict=True):
        table.apply(fact, 0, state)


async def branch(service: TableService, person: Person, table: LiveTable, wanted: wire.Branch) -> LiveTable:
    """A new table that plays on from a position of a finished one."""
    if not table.is_over or table.state is None:
        raise Refused("not-finished")
    table.game.check_seats(len(wanted.seats))
    if len(wanted.seats) != len(table.seats):
        raise Refused("bad-input")
    seen = table.visible[-1]
    if not 1 <= wanted.sequence <= len(seen):
        raise Refused("not-found")
    index, begun = seen[wanted.sequence - 1], table.begun
    if begun is None or index < table.begun_at:
        raise Refused("not-running")
    course = await look_off_loop(index, lambda: course_after(table, index))
    if course.is_over:
        raise Refused("not-running")
    stood = standing_at(table, index)
    now = service.now()
    terms = msgspec.structs.replace(
        table.terms,
        owner=person.id,
        clock=wire.NoClock(),
        imported=False,
        unfinished=False,
        rematch_of=None,
        branch_of=table.id,
        undo="turn",
        chance=SCHEME,
    )
    return await service.open(
        game=table.game.id,
        terms=terms,
        visibility="link",
        seats=[await seat_fact(service, person, seat, choice) for seat, choice in enumerate(wanted.seats)],
        more=[(begun, now), *((fact, now) for fact in stood)],
    )


def standing_at(table: LiveTable, index: int) -> list[facts.Acted]:
    """The actions that stood after the fact at `index`."""
    stood: list[facts.Acted] = []
    for fact in table.log[: index + 1]:
        if isinstance(fact, facts.Acted):
            stood.append(fact)
        elif isinstance(fact, facts.Undone):
            del stood[fact.kept :]
    return stood
