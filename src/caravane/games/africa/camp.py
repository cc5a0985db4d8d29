"""Building camps (§5): for points, or to collect gold and gems."""

from caravane.games.africa.board import CAMP, EMPTY, NEAR, NEAR_COUNT, TREASURE
from caravane.games.africa.queries import is_empty, is_treasure, lay, study_value
from caravane.games.africa.state import STUDIES, State
from caravane.kernel import kernel


@kernel
def can_build(state: State, seat: int) -> bool:
    """A camp in front of the seat and an empty hex under its explorer (§5.1)."""
    return int(state.camps[seat]) > 0 and is_empty(state, int(state.at[seat]))


@kernel
def build(state: State, seat: int) -> None:
    """Put a camp under the explorer; it stays to the end (§5.1) and may bring nothing (§5.4)."""
    state.camps[seat] -= 1
    lay(state, int(state.at[seat]), CAMP)
    state.has_acted = 1


@kernel
def build_to_study(state: State, seat: int) -> None:
    """A point for each animal, nomad and monument around; all stay (§5.2)."""
    build(state, seat)
    state.earned[seat, STUDIES] += study_value(state, int(state.at[seat]))


@kernel
def build_to_collect(state: State, seat: int) -> None:
    """Take all gold and gems that lie face up around (§5.3)."""
    build(state, seat)
    place = int(state.at[seat])
    for i in range(NEAR_COUNT[place]):
        near = NEAR[place, i]
        code = int(state.ground[near])
        if is_treasure(code):
            state.treasure[seat, code - TREASURE] += 1
            lay(state, near, EMPTY)
