"""Who looks at a table, and which of its facts exist for whom.

A viewer is a seat, SPECTATOR, or after the end OPEN, to whom nothing is hidden, or OUTSIDE + seat, who looks from
that seat but does not hear its private talk.
"""

from collections.abc import Mapping

from caravane.game import SPECTATOR
from caravane.server.tables import facts
from caravane.server.tables.proposals import ProposalState

OPEN = -2  # the viewer to whom, after the end, everything is open
OUTSIDE = 64  # + seat: the viewer who, after the end, sees what that seat saw, but for what was said in private


def as_seat(viewer: int) -> int:
    """The seat whose knowledge the game's functions are told about."""
    if viewer == OPEN:
        return SPECTATOR
    return viewer if viewer < OUTSIDE else viewer - OUTSIDE


def may_know(fact: facts.AnyFact, viewer: int, proposals: Mapping[str, ProposalState], *, is_over: bool) -> bool:
    """Whether a fact exists for this viewer. This is decided when it happens, and never again."""
    if viewer >= OUTSIDE:
        return not is_private(fact) and may_know(fact, viewer - OUTSIDE, proposals, is_over=is_over)
    match fact:
        case facts.Waited():
            return False  # it is seen on the clocks
        case facts.Acted(secret=True, seat=seat):
            return viewer == seat
        case facts.Said(among=None):
            return True
        case facts.Said(among=[]):
            return viewer == SPECTATOR or is_over
        case facts.Said(among=list() as among) | facts.Proposed(among=among):
            return viewer in among
        case facts.Answered(id=name) | facts.Judged(id=name):
            return viewer in proposals[name].fact.among
        case _:
            return True


def is_private(fact: facts.AnyFact) -> bool:
    """Whether it happened in a private room."""
    match fact:
        case facts.Said(among=among):
            return bool(among)
        case facts.Proposed() | facts.Answered() | facts.Judged():
            return True
        case _:
            return False
