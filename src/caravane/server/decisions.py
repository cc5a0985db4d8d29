"""What people and clocks may do at a table: each function checks, then drafts facts. Nothing is stored here."""

from collections.abc import Iterable

from caravane.chance import commitment
from caravane.errors import BadInput, IllegalAction
from caravane.game import SPECTATOR, Reading, Structure
from caravane.server import facts, wire
from caravane.server.draft import Draft
from caravane.server.problems import Refused
from caravane.server.sight import undo_target
from caravane.server.table import LiveTable
from caravane.text import Text

STAND_IN_LEVEL = 2  # of the bot that plays on for somebody


def check_running(table: LiveTable) -> None:
    """The game must be on."""
    if table.status != "running":
        raise Refused("not-running")


def check_seat(table: LiveTable, person: str | None, seat: int) -> None:
    """It must be one's own seat."""
    if seat not in table.seats_of(person):
        raise Refused("not-your-seat")


def act(
    table: LiveTable,
    person: str | None,
    seat: int,
    structure: Structure,
    sequence: int,
    request: str,
    now: int,
    *,
    is_program: bool = False,
) -> Draft:
    """A person's action, or that of her program."""
    check_seat(table, person, seat)
    check_running(table)
    check_fresh(table, seat, sequence)
    if table.clocks.ticks and seat in table.clocks.over(now):
        raise Refused("too-late")
    action = encode(table, structure)
    check_legal(table, seat, action)
    draft = Draft(table)
    if is_program:
        name_program(draft, seat)
    draft.act(seat, action, request=request)
    return draft


def name_program(draft: Draft, seat: int) -> None:
    """Say to everybody at the table that a program decides here, from its first decision on."""
    sitter = draft.table.seats[seat]
    if not sitter.program and not sitter.stand_in:  # who stands in is known as a bot
        draft.add(
            facts.SeatSet(
                seat=seat,
                kind="person",
                person=sitter.person,
                label=sitter.label,
                entropy=sitter.entropy,
                program=True,
            )
        )


def encode(table: LiveTable, structure: Structure) -> int:
    """The action meant."""
    try:
        return table.game.encode(structure)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadInput(
            Text(
                f"Ce n’est pas une action de {table.game.id} : {structure}.",
                f"This is not an action of {table.game.id}: {structure}.",
            )
        ) from error


def check_fresh(table: LiveTable, seat: int, sequence: int) -> None:
    """Nothing that the seat has not seen may have changed the position it decides in."""
    for index in table.visible[seat][sequence:]:
        fact = table.log[index]
        if isinstance(fact, facts.Acted):
            # Another's "ready" among simultaneous orders changes nothing for this seat.
            if fact.seat == seat or fact.alone or fact.turns:
                raise Refused("stale")
        elif isinstance(fact, facts.Started | facts.Undone | facts.Ended | facts.Aborted):
            raise Refused("stale")


def check_legal(table: LiveTable, seat: int, action: int) -> None:
    """The rules must allow it; they say why not."""
    game = table.game
    orders = game.orders
    if seat not in table.to_move and not (orders is not None and action == orders.recall):
        raise IllegalAction(
            Text("Ce n’est pas à cette place de jouer.", "It is not this seat's turn to play."),
            game.explain(table.view(seat), seat, action).rule,
        )
    if action not in table.legal(seat):
        refusal = game.explain(table.view(seat), seat, action)
        raise IllegalAction(refusal.text, refusal.rule)


def bot_act(table: LiveTable, seat: int, action: int) -> Draft:
    """A bot's action; nonsense is refused like anybody's."""
    check_running(table)
    check_legal(table, seat, action)
    draft = Draft(table)
    draft.act(seat, action, bot=True)
    return draft


def read_sheet(table: LiveTable, seat: int, written: str | Structure) -> Reading:
    """A whole order sheet as it is understood now."""
    if table.game.orders is None:
        raise Refused("no-sheet")
    return table.game.orders.read(table.view(seat), seat, written)


def sheet(
    table: LiveTable,
    person: str | None,
    seat: int,
    actions: Iterable[int],
    sequence: int | None,
    request: str,
    now: int,
    *,
    is_program: bool = False,
) -> Draft:
    """A whole order sheet; each order is an action."""
    check_seat(table, person, seat)
    check_running(table)
    if sequence is not None:
        check_fresh(table, seat, sequence)
    if seat in table.clocks.over(now):
        raise Refused("too-late")
    draft = Draft(table)
    if is_program:
        name_program(draft, seat)
    for action in actions:
        if action not in table.game.legal(draft.state, seat):
            refusal = table.game.explain(draft.view(seat), seat, action)
            raise IllegalAction(refusal.text, refusal.rule)
        draft.act(seat, action, request=request)
    return draft


# --- before the start ---------------------------------------------------------------------------------------


def take_seat(table: LiveTable, person: str, seat: int | None, entropy: str, *, is_program: bool = False) -> Draft:
    """Sit down, and start when that was the last seat."""
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
    draft.add(facts.SeatSet(seat=seat, kind="person", person=person, entropy=entropy, program=is_program))
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
    if table.status == "open" and all(sitter.kind in ("person", "bot") for sitter in table.seats):
        draft.start(commitment(bytes.fromhex(table.secret)))
    return draft


# --- giving up ----------------------------------------------------------------------------------------------


def resign(table: LiveTable, person: str | None, seat: int, request: str) -> Draft:
    """Give up: with two seats the game ends, with more a bot plays on."""
    check_seat(table, person, seat)
    check_running(table)
    if table.seats[seat].resigned:
        return Draft(table)
    draft = Draft(table)
    draft.add(facts.Resigned(seat=seat, request=request))
    _drop_out(draft, seat, "resigned")
    return draft


def _drop_out(draft: Draft, seat: int, ending: str) -> None:
    table = draft.table
    left = [one for one in range(len(table.seats)) if one != seat and not table.seats[one].resigned]
    people = [one for one in left if table.seats[one].kind == "person"]
    if len(left) > 1 and people:
        if not table.seats[seat].stand_in:
            draft.add(facts.Replaced(seat=seat, level=STAND_IN_LEVEL))
        return
    best = max(int(table.game.rules.points(table.state, one)) for one in left)
    winners = [one for one in left if int(table.game.rules.points(table.state, one)) == best]
    draft.end(ending, shared(len(table.seats), winners), winners)


def shared(seats: int, winners: list[int]) -> list[float]:
    """Returns as `share_returns` makes them."""
    share = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
    return [(part * seats - 1.0) / (seats - 1.0) for part in share]


def take_back(table: LiveTable, person: str | None, seat: int, request: str) -> Draft:
    """The person is there again and the stand-in leaves."""
    check_seat(table, person, seat)
    check_running(table)
    if not table.seats[seat].stand_in or table.seats[seat].resigned:
        raise Refused("not-your-seat")
    draft = Draft(table)
    draft.add(facts.Returned(seat=seat, request=request))
    return draft


def abort(table: LiveTable, person: str) -> Draft:
    """Close the table: the owner before the start, afterwards all people together."""
    draft = Draft(table)
    if table.is_over:
        raise Refused("not-running")
    if table.status == "open":
        if person != table.terms.owner:
            raise Refused("not-owner")
        draft.add(facts.Aborted())
        return draft
    seats = table.seats_of(person)
    if not seats:
        raise Refused("not-your-seat")
    asked = set(table.abort_asked)
    for seat in seats:
        if seat not in asked:
            draft.add(facts.AbortAsked(seat=seat))
            asked.add(seat)
    if asked >= {one for one, sitter in enumerate(table.seats) if sitter.kind == "person" and not sitter.resigned}:
        draft.add(facts.Aborted())
    return draft


# --- taking back --------------------------------------------------------------------------------------------


def undo(table: LiveTable, person: str | None, seat: int, request: str) -> Draft:
    """Take one's last action back: at once inside one's own turn, else the others are asked."""
    check_seat(table, person, seat)
    check_running(table)
    kept = undo_target(table, seat)
    if kept is None:
        raise Refused("no-undo")
    draft = Draft(table)
    if kept == len(table.standing) - 1 or not _others(table, seat):
        draft.add(facts.Undone(seat=seat, kept=kept, request=request))
    else:
        draft.add(facts.UndoAsked(seat=seat, kept=kept, request=request))
    return draft


def answer_undo(table: LiveTable, person: str | None, seat: int, agree: bool, request: str) -> Draft:
    """Agree to another's undo or not; the last to agree brings it about."""
    check_seat(table, person, seat)
    check_running(table)
    asked = table.undo_asked
    if asked is None or asked.seat == seat or seat in table.undo_agreed:
        raise Refused("nothing-asked")
    draft = Draft(table)
    draft.add(facts.UndoAnswered(seat=seat, agreed=agree, request=request))
    if agree and table.undo_agreed | {seat} >= _others(table, asked.seat):
        draft.add(facts.Undone(seat=asked.seat, kept=asked.kept))
    return draft


def _others(table: LiveTable, seat: int) -> set[int]:
    """Whose consent it takes: people of other seats; bots never mind, nor does one person at two seats."""
    person = table.seats[seat].person
    return {
        one
        for one, sitter in enumerate(table.seats)
        if sitter.kind == "person" and not sitter.is_bot and sitter.person != person
    }


# --- time ---------------------------------------------------------------------------------------------------


def time_is_over(table: LiveTable, now: int) -> Draft:
    """What the clocks bring about, if anything."""
    draft = Draft(table)
    late = table.clocks.over(now) if table.status == "running" else []
    if not late:
        return draft
    if table.clocks.phase == "negotiation":
        draft.add(facts.PhaseBegan(phase="orders"))
        return draft
    for seat in late:
        draft.add(facts.TimedOut(seat=seat))
        if _hand_in(draft, seat):
            continue
        if table.terms.on_timeout == "bot":
            draft.add(facts.Replaced(seat=seat, level=STAND_IN_LEVEL))
            continue
        draft.add(facts.Resigned(seat=seat))
        _drop_out(draft, seat, "time")
        break
    return draft


def wait(table: LiveTable, now: int, ms: int) -> Draft:
    """No server was there for so long: clocks that ran then stood still."""
    draft = Draft(table)
    if table.status == "running" and table.clocks.running:
        draft.add(facts.Waited(ms=min(ms, max(0, now - table.clocks.since))))
    return draft


def _hand_in(draft: Draft, seat: int) -> bool:
    """A sheet that is not ready in time counts as it stands: what is missing means nothing, and alliance."""
    orders = draft.game.orders
    if orders is None or orders.ready not in draft.game.legal(draft.state, seat):
        return False
    draft.act(seat, orders.ready, clock=True)
    return True


def ready(table: LiveTable, person: str | None, seat: int, request: str) -> Draft:
    """Wait for the phase to end; the last one ends it."""
    check_seat(table, person, seat)
    check_running(table)
    draft = Draft(table)
    if table.clocks.phase != "negotiation" or seat in table.clocks.ready:
        return draft
    draft.add(facts.SeatReady(seat=seat, request=request))
    if table.clocks.ready | {seat} >= table.awaited_people():
        draft.add(facts.PhaseBegan(phase="orders"))
    return draft


# --- talking ------------------------------------------------------------------------------------------------


def say(table: LiveTable, person: str, seat: int | None, among: list[int] | None, text: str, request: str) -> Draft:
    """Chat at the table, in a private channel, or among those who watch."""
    text = text.strip()
    if not text:
        raise Refused("malformed")
    if seat is None:
        heard: list[int] | None = [] if not table.is_over else None
    else:
        check_seat(table, person, seat)
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
    check_seat(table, person, seat)
    check_running(table)
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
    check_seat(table, person, seat)
    check_running(table)
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


def rematch(table: LiveTable, person: str, other: str) -> Draft:
    """The table that follows; the first who asks opens it."""
    if not table.seats_of(person):
        raise Refused("not-your-seat")
    if not table.is_over:
        raise Refused("not-finished")
    draft = Draft(table)
    draft.add(facts.Rematched(table=other))
    return draft
