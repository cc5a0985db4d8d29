"""What a command of the socket asks to be decided at its table."""

from dataclasses import dataclass
from typing import Any

from caravane.game import Reading
from caravane.server.accounts.people import new_id
from caravane.server.live.committer import Decide
from caravane.server.problems import Refused
from caravane.server.tables import decisions, taking_back, talking
from caravane.server.tables.checks import check_running, check_seat
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable
from caravane.server.wire import messages


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, by which request, and when it came."""

    person: str | None
    request: str
    now: int
    is_program: bool = False


def decision(command: Any, by: Asker) -> Decide:
    """The decision that a command of somebody at a seat asks for."""
    who, request, now, seat = by.person, by.request, by.now, command.seat
    match command:
        case messages.Act(action=action, sequence=sequence):
            return lambda table: decisions.act(
                table, who, seat, action, sequence, request, now, is_program=by.is_program
            )
        case messages.Undo():
            return lambda table: taking_back.undo(table, who, seat, request, now)
        case messages.AnswerUndo(agree=agree):
            return lambda table: taking_back.answer_undo(table, who, seat, agree, request, now)
        case messages.WithdrawUndo():
            return lambda table: taking_back.withdraw_undo(table, who, seat, request)
        case messages.Resign():
            return lambda table: decisions.resign(table, who, seat, request)
        case messages.TakeBack():
            return lambda table: decisions.take_back(table, who, seat, request)
        case messages.Propose(to=to, terms=terms):
            name = new_id(8)
            return lambda table: talking.propose(table, who, seat, to, terms, name, request)
        case messages.AnswerProposal(proposal=name, answer=answer):
            return lambda table: talking.answer_proposal(table, who, seat, name, answer, request)
        case messages.Ready():
            return lambda table: decisions.ready(table, who, seat, request)
    raise Refused("malformed")


class SheetDecision:
    """An order sheet: read where it is written, for the turn may have been played in the meantime."""

    def __init__(self, command: messages.Sheet, by: Asker) -> None:
        self._command = command
        self._by = by
        self._reading: Reading | None = None

    def __call__(self, table: LiveTable) -> Draft:
        """Read the sheet; write it too, if that is asked."""
        command, by = self._command, self._by
        reading = self._read(table)
        if not command.write:
            return Draft(table)
        return decisions.sheet(
            table,
            by.person,
            command.seat,
            reading.actions,
            command.sequence,
            by.request,
            by.now,
            is_program=by.is_program,
        )

    def _read(self, table: LiveTable) -> Reading:
        check_seat(table, self._by.person, self._command.seat)
        check_running(table)
        self._reading = decisions.read_sheet(table, self._command.seat, self._command.sheet)
        return self._reading

    def reading(self, table: LiveTable) -> Reading:
        """How the sheet was understood; one that was written before is read again."""
        return self._read(table) if self._reading is None else self._reading
