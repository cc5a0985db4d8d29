"""Phase 2: what may be written on a sheet, and writing it. Nothing here reads another country's sheet."""

import numpy as np

from caravane.bits import where
from caravane.bitset import WORD, Words, add_set, matching
from caravane.games.africa1880.actions import (
    ACTION_COUNT,
    ALLY,
    DEVELOP_AT,
    DO_NOTHING,
    EXPLORE,
    FIGHT,
    LAND,
    STAY_AT_SEA,
)
from caravane.games.africa1880.board import (
    ALL_COUNTRIES,
    COASTAL,
    COASTS,
    COUNTRIES,
    JOINED,
    NEIGHBOURS,
    OPEN_WAYS,
    TERRITORIES,
    WAY_WORDS,
    WAYS,
    Bytes,
)
from caravane.games.africa1880.state import (
    ALLIANCE,
    DEVELOP,
    EXPLORE_TO,
    LAND_AT,
    NO_LANDING,
    NOBODY,
    NOTHING,
    WAR,
    State,
)
from caravane.kernel import inlined, kernel


@kernel
def are_joined(state: State, here: int, there: int) -> bool:
    """Whether two territories border, or a sea link of this table joins them (§1.4)."""
    return (int(JOINED[here, there]) >> int(state.madagascar)) & 1 == 1


@kernel
def may_explore(state: State, here: int, there: int) -> bool:
    """An exploration goes to a neighbour (§3.3) that is not a colony yet (§3.4)."""
    return are_joined(state, here, there) and int(state.colony[there]) == 0


@kernel
def is_empty(state: State, territory: int) -> bool:
    """Whether nobody stands there."""
    present = state.present  # once: looking a field up is what takes time in plain Python
    count = 0
    for country in range(COUNTRIES):
        count += int(present[country, territory])
    return count == 0


@kernel
def may_land(state: State, territory: int) -> bool:
    """A landing goes to a coast without any presence while the orders are written (§3.5)."""
    return int(COASTAL[territory]) == 1 and is_empty(state, territory)


@kernel
def landing_places(state: State) -> int:
    """The territories where one may land, as a set of `caravane.bits`."""
    occupied = 0
    for country in range(COUNTRIES):
        occupied |= where(state.present[country], 1, 0, TERRITORIES)
    return COASTS & ~occupied


@kernel
def targets(state: State, here: int, colonies: int) -> int:
    """The territories that may be explored from here, as a set; `colonies` is one too."""
    return int(NEIGHBOURS[state.madagascar, here]) & ~colonies


@kernel
def colonies(state: State) -> int:
    """The territories that are colonies, as a set."""
    return where(state.colony, 1, 0, TERRITORIES)


# Of each way: whether the country stands where it begins, whether it ends in a colony, whether it is written.
begins_at_presence = matching([here for here, _ in WAYS], [1 for _ in WAYS])
ends_in_colony = matching([there for _, there in WAYS], [1 for _ in WAYS])
is_written = matching([here for here, _ in WAYS], [EXPLORE_TO + there for _, there in WAYS])


@inlined
def add_orders(state: State, country: int, words: Words) -> None:
    """Everything that would change the country's sheet."""
    order = state.order[country]
    present = where(state.present[country], 1, 0, TERRITORIES)  # §3.1
    add_set(words, present & ~where(order, NOTHING, 0, TERRITORIES), DO_NOTHING)
    add_set(words, present & ~where(order, DEVELOP, 0, TERRITORIES), DEVELOP_AT)
    add_explorations(state, country, words)
    add_landings(state, country, words)
    add_relations(state, country, words)


@inlined
def add_explorations(state: State, country: int, words: Words) -> None:
    """To neighbours (§3.3) that are not colonies yet (§3.4), unless it is on the sheet already."""
    begins = begins_at_presence(state.present[country])
    ends = ends_in_colony(state.colony)
    written = is_written(state.order[country])
    for word in range(WAY_WORDS):
        ways = int(OPEN_WAYS[state.madagascar, word]) & begins[word] & ~ends[word] & ~written[word]
        add_set(words, ways, EXPLORE + word * WORD)


@inlined
def add_landings(state: State, country: int, words: Words) -> None:
    """The boat line: no landing, or an empty coast (§3.5)."""
    written = int(state.landing[country])
    add_set(words, int(written != NO_LANDING), STAY_AT_SEA)
    places = landing_places(state)
    if written >= LAND_AT:
        places &= ~(1 << (written - LAND_AT))
    add_set(words, places, LAND)


@inlined
def add_relations(state: State, country: int, words: Words) -> None:
    """Alliance or war with every other country that is played (§3.6, §1.1)."""
    relation = state.relation[country]
    others = ALL_COUNTRIES & ~where(state.seat_of, NOBODY, 0, COUNTRIES) & ~(1 << country)
    add_set(words, others & ~where(relation, ALLIANCE, 0, COUNTRIES), ALLY)
    add_set(words, others & ~where(relation, WAR, 0, COUNTRIES), FIGHT)


STANDS = -1  # a line that an action leaves as it is


def _lines() -> Bytes:
    """What each action writes: territory and order, landing, country and relation."""
    lines = np.array([[0, STANDS, STANDS, 0, STANDS]] * ACTION_COUNT, np.int8)
    for territory in range(TERRITORIES):
        lines[DO_NOTHING + territory, :2] = territory, NOTHING
        lines[DEVELOP_AT + territory, :2] = territory, DEVELOP
        lines[LAND + territory, 2] = LAND_AT + territory
    for way, (here, there) in enumerate(WAYS):
        lines[EXPLORE + way, :2] = here, EXPLORE_TO + there
    lines[STAY_AT_SEA, 2] = NO_LANDING
    for country in range(COUNTRIES):
        lines[ALLY + country, 3:] = country, ALLIANCE
        lines[FIGHT + country, 3:] = country, WAR
    return lines


LINES = _lines()


@kernel
def write(state: State, country: int, action: int) -> None:
    """Put an order on the country's sheet in place of what stood on that line (§2.5).

    One line of each kind is written, two of them as they stand: which one changes is a branch that nobody foresees.
    """
    territory, other = int(LINES[action, 0]), int(LINES[action, 3])
    order, landing = int(state.order[country, territory]), int(state.landing[country])
    relation = int(state.relation[country, other])
    state.order[country, territory] = changed(order, int(LINES[action, 1]))
    state.landing[country] = changed(landing, int(LINES[action, 2]))
    state.relation[country, other] = changed(relation, int(LINES[action, 4]))


@inlined
def changed(line: int, written: int) -> int:
    """What stands on a line after something was written there, or nothing."""
    return line if written == STANDS else written
