"""Questions about a position that several rules ask. All answers come from what lies open."""

from caravane.bits import lowest, size, where
from caravane.games.africa.board import (
    ALL_HEXES,
    ANIMAL,
    ANIMALS,
    EMPTY,
    FACE_DOWN,
    HALF,
    HEXES,
    MONUMENT,
    NEAR,
    NEAR_COUNT,
    NEAR_SET,
    NOMADS,
    TREASURE,
)
from caravane.games.africa.state import State
from caravane.kernel import kernel


@kernel
def is_animal(code: int) -> bool:
    """Whether a code is a face-up animal."""
    return ANIMAL <= code < ANIMAL + ANIMALS


@kernel
def is_relocatable(code: int) -> bool:
    """Animals and nomads can be taken elsewhere (§4.1)."""
    return code == NOMADS or is_animal(code)


@kernel
def is_empty(state: State, place: int) -> bool:
    """Neither tile nor camp (§6.1); an explorer or a city does not matter: it will stand on the tile (§6.2)."""
    return int(state.ground[place]) == EMPTY


@kernel
def same_around(state: State, code: int, place: int, leaving: int) -> int:
    """Face-up tiles of this kind next to a hex; the one that leaves `leaving` does not count (§4.4)."""
    count = 0
    for i in range(NEAR_COUNT[place]):
        near = NEAR[place, i]
        if int(state.ground[near]) == code and near != leaving:
            count += 1
    return count


@kernel
def empty_around(state: State, place: int, leaving: int) -> int:
    """Empty hexes next to a hex, the one that is left among them (§4.4)."""
    count = 0
    for i in range(NEAR_COUNT[place]):
        near = NEAR[place, i]
        if int(state.ground[near]) == EMPTY or near == leaving:
            count += 1
    return count


@kernel
def company(state: State, subject: int, place: int) -> int:
    """What counts for the animal or nomad on `subject` if it goes to `place`: its like, or empty hexes (§4.2, §4.3)."""
    code = int(state.ground[subject])
    if code == NOMADS:
        return empty_around(state, place, subject)
    return same_around(state, code, place, subject)


@kernel
def hexes_with(state: State, code: int, half: int) -> int:
    """The hexes of one half of the board on which this lies, as a set of `caravane.bits`."""
    return where(state.ground, code, half * HALF, HALF if half == 0 else HEXES - HALF)


@kernel
def free_hexes(state: State, seat: int, half: int) -> int:
    """The hexes of one half that can be entered: no face-down tile and no other explorer (§2.2), as a set."""
    free = int(ALL_HEXES[half]) & ~hexes_with(state, FACE_DOWN, half)
    for other in range(int(state.africa)):
        place = int(state.at[other]) - half * HALF
        if other != seat and 0 <= place < HALF:
            free &= ~(1 << place)
    return free


@kernel
def counting(state: State, subject: int, half: int) -> int:
    """The hexes of one half that count for the animal or nomad on `subject` if they are around, as a set.

    Those with its like, or empty ones (§4.2, §4.3); animals do not count themselves, nomads the hex they leave (§4.4).
    """
    code = int(state.ground[subject])
    places = hexes_with(state, EMPTY if code == NOMADS else code, half)
    index = subject - half * HALF
    return places ^ (1 << index) if 0 <= index < HALF else places


@kernel
def around(place: int, first: int, second: int) -> int:
    """How many hexes next to a hex are in a set, given by its halves."""
    return size(int(NEAR_SET[place, 0]) & first) + size(int(NEAR_SET[place, 1]) & second)


@kernel
def more_around(first: int, second: int, half: int, number: int) -> int:
    """The hexes of one half with more than `number` hexes of a set around, as a set; the set is given by its halves.

    All hexes count at once: bit k of `ones`, `twos` and `fours` is a digit of what hex k has counted so far.
    """
    ones, twos, fours = 0, 0, 0
    for part in range(2):
        rest = first if part == 0 else second
        while rest != 0:
            near = int(NEAR_SET[part * HALF + lowest(rest), half])
            rest &= rest - 1
            fours |= ones & twos & near
            twos ^= ones & near
            ones ^= near
    more, level = 0, -1  # beyond the number, and equal to it, in the digits compared so far
    for place in range(2, -1, -1):
        digits = ones if place == 0 else twos if place == 1 else fours
        wanted = -((number >> place) & 1)  # the number's digit, for all hexes
        more |= level & digits & ~wanted
        level &= ~(digits ^ wanted)
    return more


@kernel
def better_hexes(state: State, subject: int, half: int) -> int:
    """The empty hexes of one half that are strictly better for the animal or nomad on `subject`, as a set.

    Better is where more of its like are around, or more empty hexes (§4.2, §4.3), as `company` says of one hex.
    """
    first, second = counting(state, subject, 0), counting(state, subject, 1)
    here = around(subject, first, second)
    return hexes_with(state, EMPTY, half) & more_around(first, second, half, here)


@kernel
def can_improve(state: State, subject: int) -> bool:
    """Whether some empty hex is strictly better for the animal or nomad on `subject` (§4.5)."""
    if int(state.ground[subject]) != NOMADS:
        return better_hexes(state, subject, 0) != 0 or better_hexes(state, subject, 1) != 0
    # Empty hexes are many, and so are those with more of them around: the first that is found will do.
    first, second = counting(state, subject, 0), counting(state, subject, 1)
    here = around(subject, first, second)
    for half in range(2):
        rest = hexes_with(state, EMPTY, half)
        while rest != 0:
            if around(half * HALF + lowest(rest), first, second) > here:
                return True
            rest &= rest - 1
    return False


@kernel
def study_value(state: State, place: int) -> int:
    """Face-up animals, nomads and monuments next to a hex (§5.2)."""
    count = 0
    for i in range(NEAR_COUNT[place]):
        code = int(state.ground[NEAR[place, i]])
        if code == MONUMENT or is_relocatable(code):
            count += 1
    return count


@kernel
def next_seat(state: State, seat: int) -> int:
    """The next one clockwise (§2.1)."""
    return (seat + 1) % int(state.africa)


@kernel
def is_treasure(code: int) -> bool:
    """Gold or gems lying face up."""
    return code >= TREASURE
