"""Before a game starts: sitting down, standing up, one's part of the chance, and the start itself."""

from caravane.chance import commitment, is_entropy
from caravane.server.problems import Refused
from caravane.server.tables import facts
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable


def take_seat(
    table: LiveTable,
    person: str,
    seat: int | None,
    entropy: str,
    *,
    label: str | None = None,
    is_program: bool = False,
) -> Draft:
    """Sit down, and start when that was the last seat."""
    check_entropy(entropy)
    if table.status != "open":
        raise Refused("already-started" if table.status == "running" else "not-running")
    if seat is None:
        if table.seats_of(person):
            return Draft(table)
        seat = next(
            (one for one, sitter in enumerate(table.seats) if sitter.kind == "kept" and sitter.person == person), None
        )
    if seat is None:
        seat = next((one for one, sitter in enumerate(table.seats) if sitter.kind == "open"), None)
    if seat is None:
        raise Refused("table-full")
    if seat >= len(table.seats):
        raise Refused("not-found")
    sitter = table.seats[seat]
    if sitter.kind != "open" and not (sitter.kind == "kept" and sitter.person == person):
        raise Refused("seat-taken")
    draft = Draft(table)
    draft.add(facts.SeatSet(seat=seat, kind="person", person=person, label=label, entropy=entropy, program=is_program))
    return draft


def leave(table: LiveTable, person: str) -> Draft:
    """Stand up before the start."""
    if table.status != "open":
        raise Refused("already-started")
    draft = Draft(table)
    for seat in table.seats_of(person):
        draft.add(facts.SeatSet(seat=seat, kind="open"))
    return draft


def set_seat(table: LiveTable, person: str, fact: facts.SeatSet) -> Draft:
    """The owner decides who may sit here."""
    if person != table.terms.owner:
        raise Refused("not-owner")
    if table.status != "open":
        raise Refused("already-started")
    if fact.seat >= len(table.seats):
        raise Refused("not-found")
    if table.seats[fact.seat].kind == "person" and table.seats[fact.seat].person != person:
        raise Refused("seat-taken")
    draft = Draft(table)
    draft.add(fact)
    return draft


def start_when_full(table: LiveTable) -> Draft:
    """The start, once nobody is missing."""
    draft = Draft(table)
    if table.status == "open" and all(sitter.kind in ("person", "bot") and not sitter.awaits for sitter in table.seats):
        draft.start(commitment(bytes.fromhex(table.secret)))
    return draft


def add_entropy(table: LiveTable, person: str, entropy: str) -> Draft:
    """One's part of the chance, once, before the start: the commitment has been there to be seen."""
    seats = table.seats_of(person)
    if not seats:
        raise Refused("not-your-seat")
    draft = Draft(table)
    check_entropy(entropy)
    missing = [seat for seat in seats if not table.seats[seat].entropy]
    if not missing and all(table.seats[seat].entropy == entropy for seat in seats):
        return draft  # sent again
    if table.status != "open":
        raise Refused("already-started")
    if not missing:
        raise Refused("already-added")
    for seat in missing:
        draft.add(facts.EntropyAdded(seat=seat, entropy=entropy))
    return draft


def check_entropy(entropy: str) -> None:
    """A part has one form only."""
    if not is_entropy(entropy):
        raise Refused("malformed")
