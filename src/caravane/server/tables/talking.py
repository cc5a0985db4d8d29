"""What is said at a table, and proposals: made, accepted, refused, withdrawn."""

from collections.abc import Iterable

from caravane.errors import BadInput
from caravane.game import SPECTATOR
from caravane.server import wire
from caravane.server.problems import Refused
from caravane.server.tables import facts
from caravane.server.tables.checks import check_decides, check_not_endless, check_running, check_seat
from caravane.server.tables.draft import Draft
from caravane.server.tables.phases import check_may_talk
from caravane.server.tables.table import LiveTable
from caravane.text import Text

MOST_PROPOSALS = 50  # of one seat that stand in one turn


def say(table: LiveTable, person: str, seat: int | None, among: list[int] | None, text: str, request: str) -> Draft:
    """Chat at the table, in a private channel, or among those who watch."""
    text = text.strip()
    if not text:
        raise Refused("malformed")
    if table.is_over:
        raise Refused("no-more-chat")
    check_not_endless(table, SPECTATOR if seat is None else seat)
    if seat is None:
        heard: list[int] | None = []
    else:
        check_seat(table, person, seat)
        check_may_talk(table)
        if among is not None:
            check_running(table)  # before the start another may yet take the seat, and would read it
        heard = channel(table, seat, among) if among is not None else None
    draft = Draft(table)
    draft.add(facts.Said(person=person, seat=seat, among=heard, text=text, request=request))
    return draft


def channel(table: LiveTable, seat: int, others: Iterable[int]) -> list[int]:
    """The seats of a private channel."""
    if table.game.orders is None:
        raise Refused("no-negotiation")
    seats = sorted({seat, *others})
    if len(seats) < 2 or seats[-1] >= len(table.seats):
        raise Refused("not-found")
    return seats


def propose(
    table: LiveTable, person: str | None, seat: int, to: list[int], terms: list[wire.TermInput], name: str, request: str
) -> Draft:
    """Make a structured proposal."""
    check_decides(table, person, seat)
    check_running(table)
    check_may_talk(table)
    if sum(one.fact.seat == seat and one.fact.turn == table.turn for one in table.pending.values()) >= MOST_PROPOSALS:
        raise Refused("too-many-proposals")
    among = channel(table, seat, to)
    drawn = [make_term(table, term, among) for term in terms]
    draft = Draft(table)
    draft.add(facts.Proposed(id=name, seat=seat, among=among, turn=table.turn, terms=drawn, request=request))
    return draft


def make_term(table: LiveTable, term: wire.TermInput, among: list[int]) -> facts.TermFact:
    """A term that its seat can promise this turn."""
    orders = table.game.orders
    assert orders is not None
    if term.by not in among:
        raise Refused("not-found")
    if term.promise is None:
        text = (term.text or "").strip()
        if not text:
            raise Refused("malformed")
        return facts.TermFact(by=term.by, fr=text, en=text)
    if term.promise not in orders.promises(table.view(SPECTATOR), term.by):
        raise BadInput(
            Text(
                f"Cette place ne peut pas promettre cela ce tour-ci : {term.promise}.",
                f"This seat cannot promise that this turn: {term.promise}.",
            )
        )
    words = orders.promise_text(term.promise)
    return facts.TermFact(by=term.by, promise=term.promise, fr=words.fr, en=words.en)


def answer_proposal(table: LiveTable, person: str | None, seat: int, name: str, answer: str, request: str) -> Draft:
    """Accept, refuse or withdraw."""
    check_decides(table, person, seat)
    check_running(table)
    check_may_talk(table)
    proposal = table.proposals.get(name)
    if (
        proposal is None
        or seat not in proposal.fact.among
        or proposal.status != "open"
        or proposal.fact.turn != table.turn
    ):
        raise Refused("no-proposal")
    own = proposal.fact.seat == seat
    if own != (answer == "withdraw") or (answer == "accept" and seat in proposal.accepted):
        raise Refused("no-proposal")
    draft = Draft(table)
    draft.add(facts.Answered(id=name, seat=seat, answer=answer, request=request))  # type: ignore[arg-type]
    return draft
