"""A table as it is listed: who sits there, on which terms, how it stands."""

from typing import Any, Protocol

from caravane.game import SPECTATOR
from caravane.server import wire
from caravane.server.problems import bilingual
from caravane.server.tables.sitter import Sitter
from caravane.server.tables.table import LiveTable


class Known(Protocol):
    """What is known of people."""

    def name(self, person: str | None) -> str | None:
        """The name to show."""

    def standing(self, person: str | None) -> wire.Standing | None:
        """Whether registered, a guest or gone."""


def table_facts(table: LiveTable, person: str | None, people: Known, connected: frozenset[int]) -> wire.Table:
    """A table without its position, as one person is shown it."""
    mine = table.seats_of(person)
    sitters = [sitter.person for sitter in table.seats if sitter.kind == "person"]
    result = table.result
    return wire.Table(
        id=table.id,
        game=table.game.id,
        options=table.terms.options,
        preset=table.terms.preset,
        status=table.status,
        visibility=table.visibility,
        clock=table.terms.clock,
        on_timeout=table.terms.on_timeout,
        hints=table.terms.hints,
        undo=table.terms.undo,
        rooms=table.terms.rooms,
        talk=table.terms.talk,
        seats=[_seat(table, seat, person, people, connected) for seat in range(len(table.seats))],
        owner=table.terms.owner,
        is_owner=person is not None and person == table.terms.owner,
        my_seats=mine,
        my_turn=any(seat in table.to_move and not table.seats[seat].is_bot for seat in mine),
        hot_seat=len(sitters) > len(set(sitters)),
        curtain=table.game.needs_curtain(table.terms.options),
        rules_version=table.terms.rules_version,
        fairness=fairness(table),
        opened_at=table.opened_at,
        started_at=table.started_at,
        ended_at=table.ended_at,
        moved_at=_last_public_moment(table),
        ending=result.ending if result else ("aborted" if table.status == "aborted" else None),
        winners=result.winners if result else [],
        imported=table.terms.imported,
        rematch=table.rematch,
        rematch_of=table.terms.rematch_of,
        branch_of=table.terms.branch_of,
        from_position=table.terms.position is not None,
    )


def damaged_facts(table: str, row: dict[str, Any]) -> wire.Table:
    """A table that cannot be read, for a list: what its row says."""
    return wire.Table(
        id=table,
        game=str(row.get("game", "")),
        options={},
        preset=None,
        status="damaged",
        visibility=row.get("visibility", "link"),
        clock=wire.NoClock(),
        on_timeout="bot",
        undo="never",
        rooms="never",
        talk="always",
        hints=False,
        seats=[],
        owner=None,
        is_owner=False,
        my_seats=[],
        my_turn=False,
        hot_seat=False,
        curtain=False,
        rules_version=0,
        fairness=wire.Fairness(commitment=None, secret=None, scheme=1),
        opened_at=row.get("opened_at", 0),
        started_at=None,
        ended_at=row.get("ended_at"),
        moved_at=None,
        ending=None,
        winners=[],
        imported=False,
        rematch=None,
        rematch_of=None,
        branch_of=None,
        from_position=False,
    )


def fairness(table: LiveTable) -> wire.Fairness:
    """What proves the chance."""
    secret = table.secret if table.status == "over" else None
    return wire.Fairness(commitment=table.commitment, secret=secret, scheme=table.terms.chance)


def _last_public_moment(table: LiveTable) -> int | None:
    """When something last happened that everybody may know of."""
    seen = table.visible[SPECTATOR]
    return table.times[seen[-1]] if seen else None


def _mark(sitter: Sitter, people: Known) -> wire.Mark | None:
    """What the name at a seat stands for, so that nobody is taken for another."""
    if sitter.kind == "open":
        return None
    if sitter.kind == "bot":
        return "bot"
    if sitter.person is None:
        return "record"
    if sitter.program:
        return "program"
    return "label" if sitter.label is not None else people.standing(sitter.person)


def _seat(table: LiveTable, seat: int, person: str | None, people: Known, connected: frozenset[int]) -> wire.Seat:
    sitter = table.seats[seat]
    sides = table.game.seat_names
    return wire.Seat(
        seat=seat,
        side=bilingual(sides[seat]),
        kind=sitter.kind,
        name=sitter.label or people.name(sitter.person),
        person=sitter.person,
        level=sitter.level,
        stand_in=sitter.stand_in,
        program=sitter.program,
        mark=_mark(sitter, people),
        resigned=sitter.resigned,
        mine=person is not None and sitter.kind == "person" and sitter.person == person,
        connected=seat in connected,
        entropy=sitter.entropy,
        entropy_at=table.times[sitter.entropy_index] if sitter.entropy_index >= 0 else None,
        awaits_entropy=sitter.awaits,
    )
