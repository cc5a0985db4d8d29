"""A line of text back into a position of Africa: what is wrong with it is said part by part. docs/positions.md."""

import re
from typing import Any

from caravane.games.africa.board import (
    ANIMAL,
    CAMP,
    CAMPS_EACH,
    CODE_BY_ID,
    CODES,
    COUNT,
    EMPTY,
    FACE_DOWN,
    GOOD,
    GOODS,
    HEX_BY_NAME,
    HEX_NAMES,
    HEXES,
    IDLE_ROUNDS,
    IS_CITY,
    MONUMENT,
    MONUMENTS,
    PLACES,
    TREASURE,
    TREASURES,
    tile_of,
)
from caravane.games.africa.box import LETTERS
from caravane.games.africa.discovery import LAST_MONUMENT_BONUS
from caravane.games.africa.queries import can_improve, is_relocatable, lay
from caravane.games.africa.rules import HALVES
from caravane.games.africa.state import (
    BONUS,
    ENDINGS,
    FOUND,
    MOVED_ANIMALS,
    MOVED_NOMADS,
    NOWHERE,
    SOURCES,
    STUDIES,
    Decision,
)
from caravane.games.africa.views import sees_treasure, unseen
from caravane.positions import UNKNOWN, named_parts, one_of, refuse, whole, wrong
from caravane.text import Text

LETTER_OF_KIND = {
    "monument": "m", "nomads": "n", "statue": "s", "pot": "p", "clothing": "h", "mask": "k", "drum": "d",
    "elephant": "e", "zebra": "z", "giraffe": "g", "lion": "l", "rhino": "r",
    "gold1": "o", "gold2": "O", "gem1": "x", "gem2": "X",
}  # fmt: skip
LETTER = {code: LETTER_OF_KIND[name] for name, code in CODE_BY_ID.items()}
CODE = {letter: code for code, letter in LETTER.items()}
GROUND = {EMPTY: ".", CAMP: "c"} | {code: letter for code, letter in LETTER.items() if not GOOD <= code < ANIMAL}
LIES = {sign: code for code, sign in GROUND.items()}
# Where points came from: a found tile's letter, or one of these.
SOURCE_LETTER = (
    LETTER
    | dict.fromkeys(range(MONUMENT), "")
    | {
        MOVED_ANIMALS: "A",
        MOVED_NOMADS: "N",
        STUDIES: "C",
        BONUS: "B",
        FOUND: "F",
    }
)
SOURCE = {letter: source for source, letter in SOURCE_LETTER.items() if letter}
MOMENTS = tuple(decision.name.lower() for decision in Decision if decision != Decision.DEAL)
MOST_POINTS, MOST_TURNS = 999, 9999
_ROWS = [[place for place in range(HEXES) if PLACES[place][0] == row] for row in range(1 + PLACES[-1][0])]


def read(state: Any, words: list[str], viewer: int | None) -> None:
    """Fill the record of a fresh game from board, moment and parts."""
    if len(words) < 2:
        moments = ", ".join(MOMENTS)
        wrong(
            words[0],
            Text(
                f"il faut un plateau, puis le moment, par exemple 0:walk:1 ; moments : {moments}.",
                f"a board is needed, then the moment, for example 0:walk:1; moments: {moments}.",
            ),
        )
    seats = range(int(state.africa))
    names = ["at", "camps", *(f"{what}{seat}" for what in ("goods", "treasure", "points") for seat in seats)]
    parts = named_parts(words[2:], [*names, "starter", "acted", "idle", "turns", "hidden"])
    state.decision = Decision.WALK
    _read_board(state, words[0])
    _read_explorers(state, parts)
    _read_counts(state, parts)
    _read_moment(state, words[1])
    for seat in seats:
        _read_holdings(state, parts, viewer, seat)
    _check_explorers(state, words[1])
    _check_subject(state, words[1])
    _check_camps(state)
    _read_hidden(state, parts, viewer)


def _read_board(state: Any, text: str) -> None:
    """Rows a to o; numbers count face-down tiles in a row."""
    rows = text.split("/")
    if len(rows) != len(_ROWS):
        last = LETTERS[len(_ROWS) - 1]
        wrong(
            text,
            Text(
                f"le plateau a {len(_ROWS)} rangées, de a à {last}, séparées par « / » ; ici {len(rows)}.",
                f"the board has {len(_ROWS)} rows, from a to {last}, with “/” between them; here {len(rows)}.",
            ),
        )
    for row, (signs, places) in enumerate(zip(rows, _ROWS, strict=True)):
        codes = _read_row(signs, LETTERS[row], len(places))
        for place, code in zip(places, codes, strict=True):
            if code == FACE_DOWN and IS_CITY[place]:
                where = HEX_NAMES[place]
                refuse(
                    Text(
                        f"{where} est une ville : aucune tuile n’y est face cachée (§1.1).",
                        f"{where} is a city: no tile lies face down there (§1.1).",
                    )
                )
            lay(state, place, code)
    state.monuments = int((state.ground == MONUMENT).sum())


def _read_row(signs: str, letter: str, length: int) -> list[int]:
    codes: list[int] = []
    for sign in re.findall(r"\d+|.", signs):
        if sign in LIES:
            codes.append(LIES[sign])
        elif sign.isascii() and sign.isdigit() and len(sign) < 3:
            codes += [FACE_DOWN] * int(sign)
        else:
            possible = " ".join(LIES)
            wrong(
                signs,
                Text(
                    f"rangée {letter}, « {sign} » : {possible}, ou un nombre de tuiles cachées.",
                    f"row {letter}, “{sign}”: {possible}, or a number of face-down tiles.",
                ),
            )
    if len(codes) != length:
        wrong(
            signs,
            Text(
                f"la rangée {letter} a {length} cases, pas {len(codes)}.",
                f"row {letter} has {length} hexes, not {len(codes)}.",
            ),
        )
    return codes


def _place(part: str, name: str) -> int:
    if name not in HEX_BY_NAME:
        wrong(part, Text(f"la case {name!r} n’existe pas ; de a3 à o9.", f"there is no hex {name!r}; from a3 to o9."))
    return HEX_BY_NAME[name]


def _each_seat(state: Any, name: str, text: str) -> list[str]:
    values = text.split(",")
    if len(values) != int(state.africa):
        wrong(
            f"{name}={text}",
            Text(
                f"une valeur par place, séparées par des virgules : {int(state.africa)}, pas {len(values)}.",
                f"one value a seat with commas between them: {int(state.africa)}, not {len(values)}.",
            ),
        )
    return values


def _read_explorers(state: Any, parts: dict[str, str]) -> None:
    if "at" not in parts:
        wrong("at=", Text("où sont les explorateurs ? at=c2,h6,h9.", "where are the explorers? at=c2,h6,h9."))
    part = f"at={parts['at']}"
    state.at[:] = NOWHERE
    for seat, name in enumerate(_each_seat(state, "at", parts["at"])):
        state.at[seat] = NOWHERE if name == "-" else _place(part, name)


def _read_counts(state: Any, parts: dict[str, str]) -> None:
    seats = int(state.africa)
    camps = _each_seat(state, "camps", parts.get("camps", ",".join([str(CAMPS_EACH)] * seats)))
    for seat, count in enumerate(camps):
        state.camps[seat] = whole("camps=", count, 0, 99)
    state.starter = whole("starter=", parts.get("starter", "0"), 0, seats - 1)
    state.has_acted = whole("acted=", parts.get("acted", "0"), 0, 1)
    state.idle_turns = whole("idle=", parts.get("idle", "0"), 0, IDLE_ROUNDS * seats)
    state.turns = whole("turns=", parts.get("turns", "0"), 0, MOST_TURNS)


def _read_moment(state: Any, moment: str) -> None:
    """`1:settle:2:f6`: seat, what is asked, half of the turn, about what."""
    seat, what, *rest = (moment + ":").split(":")[:-1] if ":" in moment else (moment, "")
    state.on_turn = whole(moment, seat, 0, int(state.africa) - 1)
    decision = Decision[MOMENTS[one_of(moment, what, MOMENTS)].upper()]
    wanted = {Decision.CITY: 0, Decision.JUMP: 0, Decision.WALK: 1, Decision.ACT: 1}.get(decision, 2)
    if len(rest) != wanted:
        usual = ("0:city, 0:jump", "0:walk:1, 0:act:2", "0:settle:1:f6, 0:exchange:2:drum, 0:over:1:monuments")[wanted]
        wrong(moment, Text(f"ce moment s’écrit comme {usual}.", f"this moment is written like {usual}."))
    state.decision, state.half, state.subject, state.found_good, state.ending = decision, 0, NOWHERE, 0, 0
    if rest:
        state.half = whole(moment, rest[0], 1, HALVES) - 1
    if decision in (Decision.SETTLE, Decision.RELOCATE):
        state.subject = _place(moment, rest[1])
    if decision == Decision.EXCHANGE:
        kinds = [tile_of(GOOD + good).id for good in range(GOODS)]
        state.found_good = GOOD + one_of(moment, rest[1], kinds)
    if decision == Decision.OVER:
        state.ending = 1 + one_of(moment, rest[1], ENDINGS)
    elif state.idle_turns == IDLE_ROUNDS * int(state.africa):
        limit = IDLE_ROUNDS * int(state.africa) - 1
        wrong(
            "idle=", Text(f"au plus {limit} tant qu’on joue (§7.3).", f"at most {limit} while the game goes on (§7.3).")
        )


def _read_holdings(state: Any, parts: dict[str, str], viewer: int | None, seat: int) -> None:
    """Goods, treasure and points of a seat, as far as the viewer may know them."""
    state.goods[seat, :] = _read_counted(f"goods{seat}", parts, range(GOOD, GOOD + GOODS))
    is_known = viewer is None or bool(sees_treasure(state, viewer, seat))
    treasure = parts.get(f"treasure{seat}", "" if is_known else UNKNOWN)
    if is_known and treasure == UNKNOWN:
        wrong(
            f"treasure{seat}=?",
            Text("or et pierres de cette place sont connus ici.", "gold and gems of this seat are known here."),
        )
    if not is_known and treasure != UNKNOWN:
        wrong(
            f"treasure{seat}={treasure}",
            Text("qui voit ne le sait pas : écrivez « ? ».", "the viewer does not know that: write “?”."),
        )
    if is_known:
        state.treasure[seat, :] = _read_counted(f"treasure{seat}", parts, range(TREASURE, TREASURE + TREASURES))
    sources = range(MONUMENT, SOURCES) if is_known else range(CODES, SOURCES)
    state.earned[seat, :] = 0
    state.earned[seat, sources.start :] = _read_counted(f"points{seat}", parts, sources, MOST_POINTS)


def _read_counted(name: str, parts: dict[str, str], sources: range, high: int = 99) -> list[int]:
    """Letters and counts, `s2d1`."""
    counts = [0] * len(sources)
    text = parts.get(name, "")
    letters = "".join(SOURCE_LETTER[source] for source in sources)
    if not re.fullmatch(r"([A-Za-z][0-9]{1,5})*", text, re.ASCII):
        wrong(
            f"{name}={text}",
            Text(
                f"des lettres ({letters}) suivies chacune d’un nombre, par exemple {letters[0]}2.",
                f"letters ({letters}), each followed by a number, for example {letters[0]}2.",
            ),
        )
    for letter, count in re.findall(r"([A-Za-z])([0-9]+)", text):
        source = one_of(f"{name}={text}", letter, letters)
        if counts[source]:
            wrong(f"{name}={text}", Text(f"« {letter} » y est deux fois.", f"“{letter}” is there twice."))
        counts[source] = whole(f"{name}={text}", count, 0, high)
    return counts


def _check_explorers(state: Any, moment: str) -> None:
    """Each stands on a hex of its own that is open; while cities are chosen those who follow stand nowhere yet."""
    seats = int(state.africa)
    order = [(int(state.on_turn) + i) % seats for i in range(seats)]
    missing = [seat for seat in order if state.at[seat] == NOWHERE]
    if state.decision == Decision.CITY:
        if not missing or missing != order[: len(missing)]:
            wrong(
                moment,
                Text(
                    "qui choisit sa ville n’est encore nulle part (-), ni ceux qui choisiront après (§1.4).",
                    "whoever chooses a city stands nowhere yet (-), nor do those who choose later (§1.4).",
                ),
            )
    elif missing:
        refuse(
            Text(
                f"l’explorateur de la place {missing[0]} n’est nulle part.",
                f"the explorer of seat {missing[0]} is nowhere.",
            )
        )
    standing: dict[int, int] = {}
    for seat in order:
        place = int(state.at[seat])
        if place == NOWHERE:
            continue
        where = HEX_NAMES[place]
        if place in standing:
            refuse(Text(f"deux explorateurs sont en {where} (§2.4).", f"two explorers stand on {where} (§2.4)."))
        if state.ground[place] == FACE_DOWN:
            refuse(
                Text(
                    f"un explorateur est en {where}, sur une tuile cachée (§2.4).",
                    f"an explorer stands on {where}, on a face-down tile (§2.4).",
                )
            )
        standing[place] = seat


def _check_subject(state: Any, moment: str) -> None:
    """What is being placed can be placed, what is being exchanged is there."""
    if state.subject != NOWHERE:
        if not is_relocatable(int(state.ground[state.subject])):
            wrong(moment, Text("il n’y a là ni animal ni nomades.", "there is neither an animal nor nomads there."))
        if state.decision == Decision.RELOCATE and not can_improve(state, int(state.subject)):
            wrong(moment, Text("aucune case n’est meilleure (§4.5).", "no hex is better (§4.5)."))
    if state.found_good and state.goods[int(state.on_turn), int(state.found_good) - GOOD] == 0:
        wrong(
            moment,
            Text(
                f"la place {int(state.on_turn)} n’a pas cet objet : goods{int(state.on_turn)}=.",
                f"seat {int(state.on_turn)} does not have that good: goods{int(state.on_turn)}=.",
            ),
        )


def _check_camps(state: Any) -> None:
    """Two camps each and one for every monument but the last are in front of seats or on the board (§1.2, §3.12)."""
    expected = CAMPS_EACH * int(state.africa) + min(int(state.monuments), MONUMENTS - 1)
    there = int(state.camps.sum()) + int((state.ground == CAMP).sum())
    if there != expected:
        refuse(
            Text(
                f"{there} camps devant les places (camps=) et sur le plateau, au lieu de {expected} (§1.2, §3.12).",
                f"{there} camps in front of seats (camps=) and on the board instead of {expected} (§1.2, §3.12).",
            )
        )
    bonus = LAST_MONUMENT_BONUS if state.monuments == MONUMENTS else 0
    if int(state.earned[:, BONUS].sum()) != bonus:
        refuse(
            Text(
                f"points du dernier monument (B) : {bonus} en tout (§7.1).",
                f"points for the last monument (B): {bonus} in all (§7.1).",
            )
        )


def _read_hidden(state: Any, parts: dict[str, str], viewer: int | None) -> None:
    """What lies face down, hex by hex; every tile of the bag is somewhere exactly once."""
    down = [place for place in range(HEXES) if state.ground[place] == FACE_DOWN]
    text = parts.get("hidden", UNKNOWN if viewer is not None else "")
    if viewer is not None:
        if text != UNKNOWN:
            wrong("hidden=", Text(f"personne ne le sait : {UNKNOWN}.", f"nobody knows that: {UNKNOWN}."))
        _check_unseen(state, viewer, len(down))
        return
    if len(text) != len(down) or any(letter not in CODE for letter in text):
        letters = "".join(CODE)
        wrong(
            f"hidden={text}",
            Text(
                f"une lettre ({letters}) pour chacune des {len(down)} tuiles cachées, de a3 à o9 ; ou viewer=public si "
                "personne ne les connaît.",
                f"a letter ({letters}) for each of the {len(down)} face-down tiles, from a3 to o9; or viewer=public if "
                "nobody knows them.",
            ),
        )
    state.hidden[:] = 0
    for place, letter in zip(down, text, strict=True):
        state.hidden[place] = CODE[letter]
    for code in range(MONUMENT, CODES):
        left = int(unseen(state, code)) - int((state.hidden == code).sum())
        if left:
            _refuse_count(code, int(COUNT[code]) - left)


def _check_unseen(state: Any, viewer: int, down: int) -> None:
    """What the viewer does not see fits under the face-down tiles and, with hidden treasure, into the others' hands."""
    left = [int(unseen(state, code)) for code in range(MONUMENT, CODES)]
    for code, count in enumerate(left, start=MONUMENT):
        if count < 0:
            _refuse_count(code, int(COUNT[code]) - count)
    hands = any(not sees_treasure(state, viewer, seat) for seat in range(int(state.africa)))
    most = sum(left[TREASURE - MONUMENT :]) if hands else 0
    if not sum(left) - most <= down <= sum(left):
        span = f"{sum(left)}" if most == 0 else f"{sum(left) - most} … {sum(left)}"
        refuse(
            Text(
                f"{down} tuiles cachées, mais il en manque {span} parmi celles que l’on voit ; le sac en a 96.",
                f"{down} face-down tiles, but {span} are missing from those that are seen; the bag has 96.",
            )
        )


def _refuse_count(code: int, there: int) -> None:
    tile = tile_of(code)
    refuse(
        Text(
            f"{tile.many.fr} ({LETTER[code]}) : {there}, la boîte en a {int(COUNT[code])}.",
            f"{tile.many.en} ({LETTER[code]}): {there}, the box has {int(COUNT[code])}.",
        )
    )
