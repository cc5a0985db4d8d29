"""Questions about a position that several rules ask. All answers come from what lies open."""

from caravane.bits import lowest, size, where
from caravane.games.africa.board import (
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
def can_be_entered(state: State, seat: int, place: int) -> bool:
    """No face-down tile and no other explorer (§2.2, §2.4)."""
    if int(state.ground[place]) == FACE_DOWN:
        return False
    for other in range(int(state.africa)):
        if other != seat and int(state.at[other]) == place:
            return False
    return True


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
def better_hexes(state: State, subject: int, half: int) -> int:
    """The empty hexes of one half that are strictly better for the animal or nomad on `subject`, as a set.

    Better is where more of its like are around, or more empty hexes (§4.2, §4.3), as `company` says of one hex.
    """
    code = int(state.ground[subject])
    wanted = EMPTY if code == NOMADS else code
    first, second = hexes_with(state, wanted, 0), hexes_with(state, wanted, 1)
    if subject < HALF:  # §4.4 animals do not count themselves, nomads count the hex that they leave
        first ^= 1 << subject
    else:
        second ^= 1 << (subject - HALF)
    here = size(int(NEAR_SET[subject, 0]) & first) + size(int(NEAR_SET[subject, 1]) & second)
    rest = hexes_with(state, EMPTY, half)
    better = 0
    while rest != 0:
        index = lowest(rest)
        rest &= rest - 1
        place = half * HALF + index
        there = size(int(NEAR_SET[place, 0]) & first) + size(int(NEAR_SET[place, 1]) & second)
        better |= int(there > here) << index
    return better


@kernel
def can_improve(state: State, subject: int) -> bool:
    """Whether some empty hex is strictly better for the animal or nomad on `subject` (§4.5)."""
    return better_hexes(state, subject, 0) != 0 or better_hexes(state, subject, 1) != 0


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
