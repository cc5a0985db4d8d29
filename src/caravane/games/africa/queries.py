"""Questions about a position that several rules ask. All answers come from what lies open."""

from typing import Any

from caravane.bits import between, lowest, size, where
from caravane.bitset import LANES, list_few
from caravane.chance import below, next_word
from caravane.games.africa.board import (
    ALL_HEXES,
    ANIMAL,
    ANIMALS,
    BESIDE,
    EMPTY,
    FACE_DOWN,
    HALF,
    HEXES,
    MONUMENT,
    NEAR,
    NEAR_COUNT,
    NEAR_SET,
    NO_HEX,
    NOMADS,
    TREASURE,
    WINDOW,
)
from caravane.games.africa.state import State
from caravane.kernel import Actions, inlined, kernel

Digits = tuple[int, int, int]  # ones, twos and fours of a number for each hex of one half of the board, as sets


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


@inlined
def in_windows(state: State, here: int, low: int, high: int, first: int, last: int) -> int:
    """Where codes from low to below high lie in some rows of a hex's windows, as a set (see `board.WINDOW`)."""
    found = 0
    for row in range(first, last):
        found |= between(state.ground, low, high, int(WINDOW[here, row]), LANES) << (row * LANES)
    return found


@kernel
def in_window(here: int, index: int) -> int:
    """The hex that has this number in the windows of a hex."""
    return int(WINDOW[here, index // LANES]) + index % LANES


@inlined
def list_windows(places: int, here: int, base: int, first: int, last: int, out: Actions, count: int) -> int:
    """Write base + hex for every hex of a set in some rows of windows, ascending, from out[count] on; the new count."""
    for row in range(first, last):
        few = (places >> (row * LANES)) & ((1 << LANES) - 1)
        list_few(few, base + int(WINDOW[here, row]), out, count)
        count += size(few)
    return count


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


@inlined
def counted(digits: Digits, places: int) -> Digits:
    """One more for every hex of a set. All count at once: bit k of each digit is that of hex k."""
    ones, twos, fours = digits
    return ones ^ places, twos ^ (ones & places), fours | (ones & twos & places)


@inlined
def room(state: State, half: int) -> Digits:
    """How many empty hexes every hex of one half of the board has around."""
    return int(state.room[half, 0]), int(state.room[half, 1]), int(state.room[half, 2])


@inlined
def numbers_around(first: int, second: int) -> tuple[Digits, Digits]:
    """How many hexes of a set, given by its halves, every hex has around, for each half of the board.

    One hex of each half is taken at a time, because where a loop ends is a branch that nobody foresees.
    """
    upper, lower = (0, 0, 0), (0, 0, 0)
    while first | second != 0:
        north, south = lowest(first | NO_HEX), lowest(second | NO_HEX)
        upper = counted(counted(upper, int(BESIDE[0, north, 0])), int(BESIDE[1, south, 0]))
        lower = counted(counted(lower, int(BESIDE[0, north, 1])), int(BESIDE[1, south, 1]))
        first &= first - 1
        second &= second - 1
    return upper, lower


@inlined
def compared(digits: Digits, number: int) -> tuple[int, int]:
    """The hexes that have counted more than a number, and those that have counted just as many, as sets."""
    more, level = 0, -1  # in the digits compared so far
    for place in range(2, -1, -1):
        wanted = -((number >> place) & 1)  # the number's digit, for all hexes
        more |= level & digits[place] & ~wanted
        level &= ~(digits[place] ^ wanted)
    return more, level


@kernel
def better_hexes(state: State, subject: int) -> tuple[int, int]:
    """The empty hexes that are strictly better for the animal or nomad on `subject`, as a set given by its halves.

    Better is where more of its like are around, or more empty hexes (§4.2, §4.3), as `company` says of one hex.
    """
    first, second = counting(state, subject, 0), counting(state, subject, 1)
    here = around(subject, first, second)
    if int(state.ground[subject]) == NOMADS:  # §4.4 the hex that they leave will be empty too
        upper = counted(room(state, 0), int(NEAR_SET[subject, 0]))
        lower = counted(room(state, 1), int(NEAR_SET[subject, 1]))
    else:
        upper, lower = numbers_around(first, second)
    better = compared(upper, here)[0], compared(lower, here)[0]
    return hexes_with(state, EMPTY, 0) & better[0], hexes_with(state, EMPTY, 1) & better[1]


@kernel
def lay(state: State, place: int, code: int) -> None:
    """Put something on a hex, or nothing; its neighbours then have one empty hex less or more around."""
    freed = int(code == EMPTY) - int(int(state.ground[place]) == EMPTY)
    state.ground[place] = code
    if freed == 0:
        return
    for half in range(2):
        near = int(NEAR_SET[place, half])
        flip = near & -int(freed < 0)  # one less is one more of what is missing
        ones, twos, fours = room(state, half)
        ones, twos, fours = counted((ones ^ flip, twos ^ flip, fours ^ flip), near)
        state.room[half, 0] = ones ^ flip
        state.room[half, 1] = twos ^ flip
        state.room[half, 2] = fours ^ flip


@kernel
def can_improve(state: State, subject: int) -> bool:
    """Whether some empty hex is strictly better for the animal or nomad on `subject` (§4.5)."""
    first, second = better_hexes(state, subject)
    return first | second != 0


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


@kernel
def shuffle_and_spread(state: State, count: int, word: Any) -> Any:
    """Shuffle hidden[0..count) and lay it on the face-down hexes, of which there are as many; the last word used."""
    for i in range(count - 1, 0, -1):
        word = next_word(word)
        j = below(word, i + 1)
        code = state.hidden[i]
        state.hidden[i] = state.hidden[j]
        state.hidden[j] = code
    # From the last hex backwards: what is still to be laid lies below the hex being filled.
    for place in range(HEXES - 1, -1, -1):
        if int(state.ground[place]) == FACE_DOWN:
            count -= 1
            state.hidden[place] = state.hidden[count]
        else:
            state.hidden[place] = 0
    return word
