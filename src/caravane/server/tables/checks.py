"""What every decision of a person asks first."""

from caravane.server.problems import Refused
from caravane.server.tables.table import LiveTable

MOST_DEEDS = 10_000  # facts that one seat may cause at a table; games of people have a few hundred


def check_running(table: LiveTable) -> None:
    """Refuse unless the game has begun and not ended."""
    if table.status != "running":
        raise Refused("not-running")


def check_seat(table: LiveTable, person: str | None, seat: int) -> None:
    """It must be one's own seat."""
    if seat not in table.seats_of(person):
        raise Refused("not-your-seat")


def check_decides(table: LiveTable, person: str | None, seat: int) -> None:
    """It must be one's own seat, at which no bot plays on, and not one that goes on for ever."""
    check_seat(table, person, seat)
    sitter = table.seats[seat]
    if sitter.resigned:
        raise Refused("resigned")
    if sitter.stand_in:  # whose clock stands still: who decides beside it would have all the time in the world
        raise Refused("stand-in")
    check_not_endless(table, seat)


def check_not_endless(table: LiveTable, seat: int) -> None:
    """What a seat does stays in the log and in memory."""
    if table.deeds[seat] >= MOST_DEEDS:
        raise Refused("too-many-deeds")
