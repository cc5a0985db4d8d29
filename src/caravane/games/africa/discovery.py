"""Turning a tile over (§3): what each group does, and the exchange of goods."""

from caravane.bits import list_set
from caravane.games.africa.actions import KEEP, PLACE, SWAP_ALL, SWAP_ONE
from caravane.games.africa.board import (
    EMPTY,
    GEMS,
    GOLD,
    GOOD,
    GOODS,
    HALF,
    MONUMENT,
    MONUMENTS,
    NOMADS,
    SYMBOLS,
    TREASURE,
)
from caravane.games.africa.queries import better_hexes, can_improve, company, is_relocatable, is_treasure, lay
from caravane.games.africa.state import BONUS, EXCHANGE_ALL, Decision, State
from caravane.kernel import Actions, kernel

SETTLE, EXCHANGE = int(Decision.SETTLE), int(Decision.EXCHANGE)
LAST_MONUMENT_BONUS = 3  # §7.1


@kernel
def open_tile(state: State, seat: int, place: int) -> bool:
    """Turn a tile over (§3.1) and do what it says; whether nothing is left to decide about it."""
    code = int(state.hidden[place])
    state.hidden[place] = 0
    lay(state, place, code)
    state.has_acted = 1
    if is_relocatable(code):
        return find_herd_or_nomads(state, seat, place)
    if is_treasure(code):
        kind = code - TREASURE
        state.earned[seat, code] += SYMBOLS[GOLD, kind] + SYMBOLS[GEMS, kind]  # §3.2
        return True
    if code == MONUMENT:
        find_monument(state, seat)
        return True
    return find_good(state, seat, place)


@kernel
def find_monument(state: State, seat: int) -> None:
    """A camp from the supply (§3.12), or the last monument's bonus (§7.1)."""
    state.monuments += 1
    if state.monuments < MONUMENTS:
        state.camps[seat] += 1
    else:
        state.earned[seat, BONUS] += LAST_MONUMENT_BONUS


@kernel
def find_good(state: State, seat: int, place: int) -> bool:
    """Take it (§3.3); if somebody has something to exchange, that is asked."""
    code = int(state.ground[place])
    lay(state, place, EMPTY)
    state.goods[seat, code - GOOD] += 1
    state.found_good = code
    if can_exchange(state, seat):
        state.decision = EXCHANGE
        return False
    state.found_good = 0
    return True


@kernel
def find_herd_or_nomads(state: State, seat: int, place: int) -> bool:
    """It may stay or go somewhere better (§3.8, §3.10); where nothing is better it stays at once."""
    if can_improve(state, place):
        state.decision = SETTLE
        state.subject = place
        return False
    settle(state, seat, place, place)
    return True


@kernel
def settle(state: State, seat: int, subject: int, place: int) -> None:
    """Score a found animal (§3.9) or nomad (§3.11) where it ends up."""
    code = int(state.ground[subject])
    gained = company(state, subject, place)
    if code != NOMADS:
        gained += 1  # §3.9 the animal itself
    state.earned[seat, code] += gained
    lay(state, subject, EMPTY)
    lay(state, place, code)


@kernel
def settling_places(state: State, out: Actions) -> int:
    """The tile's own hex, and every empty hex that is strictly better (§3.8, §3.10)."""
    subject = int(state.subject)
    first, second = better_hexes(state, subject)
    if subject < HALF:
        first |= 1 << subject
    else:
        second |= 1 << (subject - HALF)
    return list_set(second, PLACE + HALF, out, list_set(first, PLACE, out, 0))


@kernel
def may_swap_one(state: State, seat: int, other: int, good: int) -> bool:
    """Whether the good just found may be given for one of `other`'s of that kind (§3.4, §3.6, §3.7)."""
    if other == seat or GOOD + good == int(state.found_good):
        return False
    theirs = int(state.goods[other, good])
    if state.exchange == EXCHANGE_ALL:
        return theirs == 1  # §3.6 all of them is this one
    return theirs > 0


@kernel
def may_swap_all(state: State, seat: int, other: int, good: int) -> bool:
    """Whether all of `other`'s goods of that kind, two or more, can be paid for with the kind just found (§3.5)."""
    found = int(state.found_good) - GOOD
    if other == seat or good == found:
        return False
    theirs = int(state.goods[other, good])
    return 2 <= theirs <= int(state.goods[seat, found])


@kernel
def can_exchange(state: State, seat: int) -> bool:
    """Whether any exchange is possible."""
    for other in range(int(state.africa)):
        for good in range(GOODS):
            if may_swap_one(state, seat, other, good) or may_swap_all(state, seat, other, good):
                return True
    return False


@kernel
def exchanges(state: State, seat: int, out: Actions) -> int:
    """Keep it, or one of the exchanges."""
    out[0] = KEEP
    count = 1
    for other in range(int(state.africa)):
        for good in range(GOODS):
            if may_swap_one(state, seat, other, good):
                out[count] = SWAP_ONE + other * GOODS + good
                count += 1
    for other in range(int(state.africa)):
        for good in range(GOODS):
            if may_swap_all(state, seat, other, good):
                out[count] = SWAP_ALL + other * GOODS + good
                count += 1
    return count


@kernel
def swap(state: State, seat: int, other: int, good: int, number: int) -> None:
    """The other one cannot refuse (§3.4): `number` of that kind for as many of the kind just found."""
    found = int(state.found_good) - GOOD
    state.goods[other, good] -= number
    state.goods[seat, good] += number
    state.goods[seat, found] -= number
    state.goods[other, found] += number


@kernel
def exchange(state: State, seat: int, action: int) -> None:
    """Carry out what was decided about a found good."""
    if action >= SWAP_ALL:
        other, good = (action - SWAP_ALL) // GOODS, (action - SWAP_ALL) % GOODS
        swap(state, seat, other, good, int(state.goods[other, good]))  # §3.5
    elif action >= SWAP_ONE:
        swap(state, seat, (action - SWAP_ONE) // GOODS, (action - SWAP_ONE) % GOODS, 1)  # §3.4
    state.found_good = 0
