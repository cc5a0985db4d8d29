"""Opening tables: what was asked for becomes seats and terms."""

from caravane.errors import BadInput
from caravane.game import Game, load
from caravane.server import decisions, facts, wire
from caravane.server.hall import Hall
from caravane.server.people import Person, clean_name
from caravane.server.problems import Refused
from caravane.server.table import LiveTable
from caravane.text import Text


async def open_table(hall: Hall, person: Person, wanted: wire.OpenTable) -> LiveTable:
    """A table as somebody wants it."""
    game = load(wanted.game)
    game.check_seats(len(wanted.seats))
    options = game.check_options(wanted.options, wanted.preset)
    check_clock(game, wanted.clock)
    seats = [await seat_fact(hall, person, seat, choice, wanted.entropy) for seat, choice in enumerate(wanted.seats)]
    terms = facts.Terms(
        options=options,
        preset=wanted.preset,
        clock=wanted.clock,
        on_timeout=wanted.on_timeout,
        owner=person.id,
        rules_version=game.rules_version,
        hints=wanted.clock == wire.NoClock() if wanted.hints is None else wanted.hints,
    )
    return await hall.open(game=game.id, terms=terms, visibility=wanted.visibility, seats=seats)


def check_clock(game: Game, clock: wire.Clock) -> None:
    """A phase clock needs phases."""
    if isinstance(clock, wire.PhaseClock) and game.orders is None:
        raise BadInput(
            Text(
                f"{game.id} n’a pas de phases : choisissez une autre pendule.",
                f"{game.id} has no phases: choose another clock.",
            )
        )


async def seat_fact(hall: Hall, person: Person, seat: int, choice: wire.SeatChoice, entropy: str = "") -> facts.SeatSet:
    """Who may sit at a seat, from what was asked for."""
    match choice:
        case wire.MySeat(name=name):
            label = clean_name(name) if name is not None else None
            return facts.SeatSet(
                seat=seat, kind="person", person=person.id, label=label, entropy=entropy, program=person.is_program
            )
        case wire.OpenSeat():
            return facts.SeatSet(seat=seat, kind="open")
        case wire.PersonSeat(name=name):
            invited = await hall.people.by_login(name)
            if invited is None:
                raise Refused("no-such-person")
            return facts.SeatSet(seat=seat, kind="kept", person=invited.id)
        case wire.BotSeat(level=level):
            return facts.SeatSet(seat=seat, kind="bot", level=level)


async def rematch(hall: Hall, person: Person, table: LiveTable) -> LiveTable:
    """The table that follows: the same people, seats moved on by one, so that another begins."""
    if table.rematch is not None:
        return await hall.get(table.rematch)
    decisions.rematch(table, person.id, "")
    count = len(table.seats)
    seats = []
    for seat in range(count):
        old = table.seats[(seat + 1) % count]
        kind = "kept" if old.kind == "person" and old.person != person.id else old.kind
        level = old.level if old.kind == "bot" else None
        seats.append(facts.SeatSet(seat=seat, kind=kind, person=old.person, label=old.label, level=level))
    terms = facts.Terms(
        options=table.terms.options,
        preset=table.terms.preset,
        clock=table.terms.clock,
        on_timeout=table.terms.on_timeout,
        hints=table.terms.hints,
        owner=person.id,
        rules_version=table.game.rules_version,
        rematch_of=table.id,
    )
    new = await hall.open(game=table.game.id, terms=terms, visibility=table.visibility, seats=seats)
    await hall.run(table.id, lambda found: decisions.rematch(found, person.id, new.id))
    return new
