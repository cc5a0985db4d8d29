"""Opening tables: what was asked for becomes seats and terms."""

from caravane import positions
from caravane.chance import SCHEME
from caravane.errors import BadInput
from caravane.game import Game
from caravane.server import wire
from caravane.server.accounts.people import Person, clean_name
from caravane.server.live.service import TableService
from caravane.server.problems import Refused
from caravane.server.tables import decisions, facts, joining
from caravane.server.tables.sitter import Sitter
from caravane.server.tables.table import LiveTable
from caravane.text import Text


async def open_table(service: TableService, person: Person, wanted: wire.OpenTable) -> LiveTable:
    """A table as somebody wants it."""
    first = positions.opening(wanted.game, len(wanted.seats), wanted.options, wanted.preset, wanted.position)
    game = first.game
    check_goes_on(first)
    check_clock(game, wanted.clock)
    seats = [
        await seat_fact(service, person, seat, choice, awaits=wanted.adds_entropy)
        for seat, choice in enumerate(wanted.seats)
    ]
    terms = facts.Terms(
        options=first.options,
        preset=wanted.preset,
        clock=wanted.clock,
        on_timeout=wanted.on_timeout,
        owner=person.id,
        rules_version=game.rules_version,
        hints=wanted.clock == wire.NoClock() if wanted.hints is None else wanted.hints,
        undo=undo_term(wanted),
        rooms=rooms_term(game, wanted),
        chance=SCHEME,
        talk=talk_term(wanted),
        position=first.written(),
    )
    return await service.open(game=game.id, terms=terms, visibility=wanted.visibility, seats=seats)


def check_goes_on(first: positions.Position) -> None:
    """A position to play from is one in which something is left to play."""
    if first.game.rules.is_over(first.state):
        raise BadInput(
            Text("Dans cette position la partie est finie.", "In this position the game is over."),
        )


def undo_term(wanted: wire.OpenTable) -> wire.UndoTerm:
    """Whether actions are taken back at a table. Where results count for a rating, this is the place to say `never`."""
    return wanted.undo or "turn"


def rooms_term(game: Game, wanted: wire.OpenTable) -> wire.Rooms:
    """Who may read private rooms after the end."""
    if wanted.rooms is not None and game.orders is None:
        raise Refused("no-negotiation")
    return wanted.rooms or "never"


def talk_term(wanted: wire.OpenTable) -> wire.Talk:
    """Whether words and sheets have a phase each: as a phase clock has it, unless somebody wants both at once."""
    has_phases = isinstance(wanted.clock, wire.PhaseClock)
    if wanted.talk == "phases" and not has_phases:
        raise BadInput(
            Text(
                "Sans pendule par phases on parle et écrit en même temps : talk=always, ou une autre pendule.",
                "Without a phase clock people talk and write at once: talk=always, or another clock.",
            )
        )
    return wanted.talk or ("phases" if has_phases else "always")


def check_clock(game: Game, clock: wire.Clock) -> None:
    """A phase clock needs phases."""
    if isinstance(clock, wire.PhaseClock) and game.orders is None:
        raise BadInput(
            Text(
                f"{game.id} n’a pas de phases : choisissez une autre pendule.",
                f"{game.id} has no phases: choose another clock.",
            )
        )


async def seat_fact(
    service: TableService, person: Person, seat: int, choice: wire.SeatChoice, *, awaits: bool = False
) -> facts.SeatSet:
    """Who may sit at a seat, from what was asked for."""
    match choice:
        case wire.MySeat(name=name):
            label = await seat_label(service, person, name)
            return facts.SeatSet(
                seat=seat, kind="person", person=person.id, label=label, program=person.is_program, awaits=awaits
            )
        case wire.OpenSeat():
            return facts.SeatSet(seat=seat, kind="open")
        case wire.PersonSeat(name=name):
            invited = await service.people.by_login(name)
            if invited is None:
                raise Refused("no-such-person")
            return facts.SeatSet(seat=seat, kind="kept", person=invited.id)
        case wire.BotSeat(level=level):
            return facts.SeatSet(seat=seat, kind="bot", level=level)


async def set_seat(service: TableService, person: Person, table: str, seat: int, choice: wire.SeatChoice) -> LiveTable:
    """The owner says who may sit at a seat; the last one starts the game."""
    fact = await seat_fact(service, person, seat, choice)
    before = await service.get(table)
    others = {sitter.kind for one, sitter in enumerate(before.seats) if one != seat}
    with service.quotas.opening(person.id):
        if fact.kind == "bot":
            service.check_bots_rested(person.id)
            if others <= {"bot"}:
                await service.quotas.check_bot_tables(person.id)
        await service.run(table, lambda found: joining.set_seat(found, person.id, fact))
        found, _ = await service.run(table, joining.start_when_full)
    return found


async def seat_label(service: TableService, person: Person, name: str | None) -> str | None:
    """What to call somebody at one seat: her own name, or one that is nobody's."""
    if name is None:
        return None
    label = clean_name(name)
    await service.people.check_name(person, label)
    return label


async def _label_again(service: TableService, sitter: Sitter) -> str | None:
    """A seat's label for the next table; dropped if somebody registered it meanwhile."""
    owner = await service.people.get(sitter.person) if sitter.person is not None else None
    if owner is None:
        return None
    try:
        return await seat_label(service, owner, sitter.label)
    except Refused:
        return None


async def rematch(service: TableService, person: Person, table: LiveTable, *, adds_entropy: bool = False) -> LiveTable:
    """The table that follows: the same people, seats moved on by one, so that another begins."""
    if table.rematch is not None:
        return await service.get(table.rematch)
    decisions.rematch(table, person.id, "")
    count = len(table.seats)
    seats = []
    for seat in range(count):
        old = table.seats[(seat + 1) % count]
        kind = "kept" if old.kind == "person" and old.person != person.id else old.kind
        level = old.level if old.kind == "bot" else None
        label = await _label_again(service, old)
        awaits = adds_entropy and kind == "person"
        seats.append(facts.SeatSet(seat=seat, kind=kind, person=old.person, label=label, level=level, awaits=awaits))
    terms = facts.Terms(
        options=table.terms.options,
        preset=table.terms.preset,
        clock=table.terms.clock,
        on_timeout=table.terms.on_timeout,
        hints=table.terms.hints,
        undo=table.terms.undo,
        rooms=table.terms.rooms,
        chance=SCHEME,
        talk=table.terms.talk,
        owner=person.id,
        rules_version=table.game.rules_version,
        rematch_of=table.id,
        position=table.terms.position,
    )
    new = await service.open(game=table.game.id, terms=terms, visibility=table.visibility, seats=seats)
    found, _ = await service.run(table.id, lambda found: decisions.rematch(found, person.id, new.id))
    if found.rematch == new.id or found.rematch is None:
        return new
    await service.run(new.id, decisions.discard)  # whoever asked at the same moment was first
    return await service.get(found.rematch)
