"""What people and clocks may do at a table: each function checks, then drafts facts. Nothing is stored here."""

from collections.abc import Iterable
from typing import Any

from caravane.errors import BadInput, IllegalAction, Remedy
from caravane.game import Game, Reading, Refusal, Structure
from caravane.server.problems import Refused
from caravane.server.tables import facts
from caravane.server.tables.checks import check_decides, check_running, check_seat
from caravane.server.tables.draft import Draft, recall_gain
from caravane.server.tables.phases import check_may_seal, end_talk
from caravane.server.tables.table import LiveTable
from caravane.text import Text

STAND_IN_LEVEL = 2  # of the bot that plays on for somebody


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
    check_decides(table, person, seat)
    check_running(table)
    check_fresh(table, seat, sequence)
    if table.clocks.ticks and seat in table.clocks.over(now):
        raise Refused("too-late")
    action = encode(table, structure)
    check_legal(table, seat, action)
    check_may_seal(table, action)
    orders = table.game.orders
    if orders is not None and action == orders.unready:
        check_recall(table, seat, now)
    draft = Draft(table, now=now)
    name_program(draft, seat, action, is_program=is_program)
    draft.act(seat, action, request=request, program=is_program)
    return draft


def check_recall(table: LiveTable, seat: int, now: int) -> None:
    """Who takes READY back has the time left that writing on would have left, and no other."""
    if table.clocks.ticks and table.clocks.at(now).left[seat] + recall_gain(table, seat, now) <= 0:
        raise Refused("too-late")


def name_program(draft: Draft, seat: int, action: int, *, is_program: bool = False) -> None:
    """Say to everybody at the table that a program decides here, with the first decision that all may know of.

    What it writes in secret makes no entry: only when the seat next does something open is it named.
    """
    sitter = draft.table.seats[seat]
    if draft.game.is_secret(action) or not (is_program or sitter.program_wrote):
        return
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
    if seat not in table.to_move and not (orders is not None and action == orders.unready):
        raise IllegalAction(
            Text("Ce n’est pas à cette place de jouer.", "It is not this seat's turn to play."),
            game.explain(table.view(seat), seat, action).rule,
        )
    if action not in table.legal(seat):
        view = table.view(seat)
        refusal = game.explain(view, seat, action)
        raise IllegalAction(refusal.text, refusal.rule, remedy_of(game, view, seat, refusal))


def remedy_of(game: Game, view: Any, seat: int, refusal: Refusal) -> Remedy | None:
    """What a refusal proposes instead, for people."""
    if refusal.remedy < 0:
        return None
    return Remedy(game.decode(refusal.remedy), game.phrase(view, seat, refusal.remedy))


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
    check_decides(table, person, seat)
    check_running(table)
    if sequence is not None:
        check_fresh(table, seat, sequence)
    if seat in table.clocks.over(now):
        raise Refused("too-late")
    draft = Draft(table, now=now)
    for action in actions:
        if action not in table.game.legal(draft.state, seat):
            refusal = table.game.explain(draft.view(seat), seat, action)
            raise IllegalAction(refusal.text, refusal.rule)
        name_program(draft, seat, action, is_program=is_program)
        draft.act(seat, action, request=request, program=is_program)
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
            end_talk(draft, table.awaited_people() - {seat})
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


# --- time ---------------------------------------------------------------------------------------------------


def time_is_over(table: LiveTable, now: int) -> Draft:
    """What the clocks bring about, if anything."""
    draft = Draft(table, now=now)
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
    name_program(draft, seat, orders.ready)
    draft.act(seat, orders.ready, clock=True)
    return True


def ready(table: LiveTable, person: str | None, seat: int, request: str) -> Draft:
    """Wait for the phase to end; the last one ends it."""
    check_decides(table, person, seat)
    check_running(table)
    draft = Draft(table)
    if table.clocks.phase != "negotiation" or seat in table.clocks.ready:
        return draft
    draft.add(facts.SeatReady(seat=seat, request=request))
    if table.clocks.ready | {seat} >= table.awaited_people():
        draft.add(facts.PhaseBegan(phase="orders"))
    return draft


def rematch(table: LiveTable, person: str, other: str) -> Draft:
    """The table that follows; the first who asks opens it."""
    if not table.seats_of(person):
        raise Refused("not-your-seat")
    if not table.is_over:
        raise Refused("not-finished")
    draft = Draft(table)
    if table.rematch is None:  # another who asked at the same moment may have been first
        draft.add(facts.Rematched(table=other))
    return draft


def discard(table: LiveTable) -> Draft:
    """Close a table that nobody knows of yet."""
    draft = Draft(table)
    if not table.is_over:
        draft.add(facts.Aborted())
    return draft
