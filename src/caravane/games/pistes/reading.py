"""A line of text back into a position of L'Africa: what is wrong with it is said part by part. docs/positions.md."""

import re
from typing import Any

import numpy as np

from caravane.games.pistes.board import CAMP_CELLS, CAMP_PLACE, CELL_NAMES, COLUMNS, PAWNS, START_PLACE
from caravane.games.pistes.diagram import SIDES, read_board
from caravane.games.pistes.queries import (
    count_at_gate,
    count_home,
    has_milestones,
    is_numbered,
    note_pawns,
    position_key,
    side_of,
)
from caravane.games.pistes.set_up import free_camp_cells, put_pawn
from caravane.games.pistes.state import (
    CAP,
    EMPTY,
    ENDINGS,
    GATE_LIMIT,
    MATCH,
    MIDDLE,
    NO_PROGRESS,
    NUMBER,
    PLACEMENT,
    POWER,
    POWER_PAWNS,
    RANDOM_NUMBERS,
    RANDOM_PAWNS,
    SINGLE,
    Decision,
)
from caravane.positions import named_parts, one_of, refuse, whole, wrong
from caravane.text import Text

NAMES = (Text("les clairs", "light"), Text("les foncés", "dark"))
_KEY = re.compile(r"[0-9a-f]{16}")
_SET_UP = {"number": Decision.NUMBER_CAMP, "lay": Decision.LAY_PAWNS}
_MOMENTS = ("L", "D", "number-L", "number-D", "lay-L", "lay-D", "shuffle", "over-L", "over-D")
_PARTS = ("camp-L", "camp-D", "milestones", "been", "most", "quiet", "ply", "first", "second", "last", "past", "key")
_BETWEEN_GAMES = ("first", "last", "key")


def read(state: Any, words: list[str], viewer: int | None) -> None:
    """Fill the record of a fresh game from board, moment and parts."""
    if len(words) < 2:
        moments = ", ".join(_MOMENTS)
        wrong(
            words[0],
            Text(f"il faut un plateau, puis le moment : {moments}.", f"a board is needed, then the moment: {moments}."),
        )
    _clear(state)
    board, moment = words[:2]
    pawns = read_board(board, with_numbers=bool(is_numbered(state)))
    one_of(moment, moment, _MOMENTS)
    parts = named_parts(words[2:], _PARTS)
    _read_moment(state, moment, has_camps="camp-L" in parts)
    _read_camps(state, parts)
    if state.decision in (Decision.MOVE, Decision.OVER):
        _stand(state, pawns)
        _read_course(state, parts)
    else:
        _read_set_up(state, pawns, parts, moment)
    _read_results(state, parts)


def _clear(state: Any) -> None:
    """Leave only seats and options of the start."""
    for name in ("cell", "at", "lines", "columns", "number", "milestones", "been_in", "most_home", "history"):
        state[name] = 0
    for name in ("placed", "quiet", "ply", "key", "side", "decision"):
        state[name] = 0


def _read_moment(state: Any, moment: str, has_camps: bool) -> None:
    what, _, side = moment.rpartition("-")
    by_chance = int(state.options[PLACEMENT])
    if moment == "shuffle":
        numbers = bool(has_milestones(state)) and not has_camps
        if not by_chance & (RANDOM_NUMBERS if numbers else RANDOM_PAWNS) or not (numbers or is_numbered(state)):
            wrong(
                moment,
                Text(
                    "le hasard numérote les camps avec numbering=random, pose les pions numérotés avec placement=random.",
                    "chance numbers camps with numbering=random and lays numbered pawns with placement=random.",
                ),
            )
        state.decision = Decision.SHUFFLE
        return
    state.side = SIDES.index(side)
    if what in ("", "over"):
        state.decision = Decision.OVER if what else Decision.MOVE
        return
    fits, chance = (has_milestones, RANDOM_NUMBERS) if what == "number" else (is_numbered, RANDOM_PAWNS)
    if not fits(state) or by_chance & chance:
        wrong(moment, Text("ces options ne le demandent pas.", "these options do not ask for it."))
    state.decision = _SET_UP[what]


def _read_camps(state: Any, parts: dict[str, str]) -> None:
    """The numbers of the camps' cells: all of them, except while they are being written."""
    for side in range(2):
        part = f"camp-{SIDES[side]}={parts.get(f'camp-{SIDES[side]}', '.../.../...')}"
        rows = part[7:].split("/")
        if [len(row) for row in rows] != [3, 3, 3] or not re.fullmatch(r"[1-9.]*", "".join(rows)):
            wrong(
                part,
                Text(
                    "trois lignes de trois chiffres, du haut vers le bas, par exemple 321/849/756.",
                    "three lines of three figures from the top down, for example 321/849/756.",
                ),
            )
        left, top = min(cell % COLUMNS for cell in CAMP_CELLS[side]), max(CAMP_CELLS[side]) // COLUMNS
        for place, cell in enumerate(CAMP_CELLS[side]):
            sign = rows[top - cell // COLUMNS][cell % COLUMNS - left]
            state.number[side, place] = 0 if sign == "." else int(sign)
        _check_numbers(state, side, part, is_given="camp-L" in parts)


def _check_numbers(state: Any, side: int, part: str, is_given: bool) -> None:
    there = sorted(int(number) for number in state.number[side] if number)
    low = high = PAWNS if has_milestones(state) else 0
    if state.decision == Decision.SHUFFLE and not is_given:  # chance will number the camps
        low, high = 0, 0
    if state.decision == Decision.NUMBER_CAMP and state.side <= side:  # this camp is being numbered, or comes later
        low, high = 0, PAWNS - 1 if state.side == side else 0
        state.placed = len(there) if state.side == side else state.placed
    if there == list(range(1, len(there) + 1)) and low <= len(there) <= high:
        return
    count = str(low) if low == high else f"{low}-{high}"
    wrong(
        part,
        Text(
            f"nombre de numéros attendu ici : {count}, à partir de 1, chacun une fois.",
            f"numbers expected here: {count} of them, from 1 on, each once.",
        ),
    )


def _read_set_up(state: Any, pawns: list[int], parts: dict[str, str], moment: str) -> None:
    """While numbers are written or pawns are laid: what is laid so far, and where the game before had ended."""
    for name, value in parts.items():
        if name not in ("camp-L", "camp-D", *_BETWEEN_GAMES):
            wrong(
                f"{name}={value}",
                Text("cette partie vient après la mise en place.", "this part comes after the set-up."),
            )
    for side in range(2):
        count = 0
        if state.decision == Decision.LAY_PAWNS and side <= state.side:
            count = PAWNS if side < state.side else min(PAWNS - 1, sum(bool(p) and side_of(p) == side for p in pawns))
        _lay(state, side, pawns, count, moment)
        state.placed = count if state.decision == Decision.LAY_PAWNS and side == state.side else state.placed
    if "last" in parts:
        _stand(state, read_board(parts["last"], with_numbers=False), is_last=True)
        state.cell[:] = pawns
    state.key = np.uint64(_read_keys("key", parts.get("key", "0" * 16), 1)[0])
    if state.decision == Decision.NUMBER_CAMP and not _can_go_on(state):
        refuse(
            Text(
                "avec order=strict ce camp ne pourrait plus être rempli dans l’ordre.",
                "with order=strict this camp could no longer be filled in order.",
            )
        )


def _can_go_on(state: Any) -> bool:
    return bool(free_camp_cells(state, np.empty(PAWNS, np.int32)))


def _lay(state: Any, side: int, pawns: list[int], count: int, moment: str) -> None:
    """A side's pawns 1 to `count` on its starting cells, and no other."""
    laid = {pawn & NUMBER: cell for cell, pawn in enumerate(pawns) if pawn and side_of(pawn) == side}
    found = sum(bool(pawn) and side_of(pawn) == side for pawn in pawns)
    fits = sorted(laid) == list(range(1, count + 1)) and found == count
    if not fits or any(START_PLACE[side, cell] < 0 for cell in laid.values()):
        wrong(
            moment,
            Text(
                f"{NAMES[side].fr} ont ici {count} pions, numérotés à partir de 1, sur leurs cases de départ.",
                f"{NAMES[side].en} has {count} pawns here, numbered from 1 on, on its starting cells.",
            ),
        )
    for number, cell in laid.items():
        put_pawn(state, side, cell, number)
        if state.cell[cell] != pawns[cell]:
            wrong(
                moment,
                Text(
                    f"{CELL_NAMES[cell]} : avec power=middle les pions maîtres sont ceux de e5 et f5, sinon il n’y en a pas.",
                    f"{CELL_NAMES[cell]}: with power=middle the power pawns are those on e5 and f5, otherwise there are none.",
                ),
            )


def _stand(state: Any, pawns: list[int], is_last: bool = False) -> None:
    """All pawns on the board, if they can stand so."""
    for side in range(2):
        mine = [(cell, pawn) for cell, pawn in enumerate(pawns) if pawn and side_of(pawn) == side]
        name = NAMES[side]
        if len(mine) != PAWNS:
            refuse(
                Text(
                    f"{name.fr} ont {len(mine)} pions au lieu de {PAWNS}.",
                    f"{name.en} has {len(mine)} pawns instead of {PAWNS}.",
                )
            )
        for cell, _ in mine:
            if CAMP_PLACE[1 - side, cell] >= 0:
                where = CELL_NAMES[cell]
                refuse(
                    Text(
                        f"un pion est en {where}, dans le camp adverse, où l’on n’entre jamais (§3.2).",
                        f"a pawn is on {where}, in the opponent's camp, which is never entered (§3.2).",
                    )
                )
        if not is_last:
            _check_kinds(state, side, [pawn for _, pawn in mine])
    state.cell[:] = pawns
    note_pawns(state)
    if is_last:
        return
    for side in range(2):
        count, limit = int(count_at_gate(state, side)), int(state.options[GATE_LIMIT])
        if count > limit:
            refuse(
                Text(
                    f"{NAMES[side].fr} ont {count} pions devant le camp adverse ; gate_limit={limit} (§4.4).",
                    f"{NAMES[side].en} has {count} pawns in front of the opponent's camp; gate_limit={limit} (§4.4).",
                )
            )


def _check_kinds(state: Any, side: int, pawns: list[int]) -> None:
    """Each number once, and at most one power pawn."""
    name = NAMES[side]
    numbers = sorted(pawn & NUMBER for pawn in pawns)
    if is_numbered(state) and numbers != list(range(1, PAWNS + 1)):
        refuse(
            Text(
                f"{name.fr} ont les numéros {numbers} ; il faut 1 à 9, chacun une fois (0 : sans numéro).",
                f"{name.en} has the numbers {numbers}; 1 to 9 are needed, each once (0: no number).",
            )
        )
    powers = sum(bool(pawn & POWER) for pawn in pawns)
    if powers > (state.options[POWER_PAWNS] == MIDDLE):
        refuse(
            Text(
                f"{name.fr} ont {powers} pions maîtres ; un seul avec power=middle, sinon aucun (§1.4).",
                f"{name.en} has {powers} power pawns; one with power=middle, otherwise none (§1.4).",
            )
        )


def _read_course(state: Any, parts: dict[str, str]) -> None:
    """What the game remembers of its course; what is not said is as if it began here."""
    homes = [int(count_home(state, side)) for side in range(2)]
    usual = [usual_milestones(state, side) for side in range(2)]
    low, high = (0, PAWNS) if has_milestones(state) else (0, 0)
    state.milestones[:] = _read_pair("milestones", parts, usual, (low, low), high)
    state.most_home[:] = _read_pair("most", parts, homes, (homes[0], homes[1]), PAWNS)
    state.been_in[:] = _read_visits(state, parts)
    for name in ("last", "key"):
        if name in parts:
            wrong(
                f"{name}=",
                Text("cette partie ne va qu’à la mise en place.", "this part belongs to the set-up only."),
            )
    is_over = state.decision == Decision.OVER
    limit = int(state.options[CAP if has_milestones(state) else NO_PROGRESS])
    state.quiet = whole("quiet=", parts.get("quiet", "0"), 0, limit if is_over else limit - 1)
    grown = int(state.most_home.sum())
    most = limit if has_milestones(state) else grown * limit + int(state.quiet)  # §6.2: no game is longer
    state.ply = whole("ply=", parts.get("ply", "0"), 0, most - (has_milestones(state) and not is_over))
    if "past" in parts:
        for index, key in enumerate(_read_keys("past", parts["past"], int(state.ply))):
            state.history[index] = np.uint64(key)
    state.key = position_key(state)
    state.history[int(state.ply)] = state.key


def _read_pair(name: str, parts: dict[str, str], usual: list[int], lows: tuple[int, int], high: int) -> list[int]:
    """A number for each side, `light-dark`."""
    if name not in parts:
        return usual
    part, (light, _, dark) = f"{name}={parts[name]}", parts[name].partition("-")
    return [whole(part, light, lows[0], high), whole(part, dark, lows[1], high)]


def _read_visits(state: Any, parts: dict[str, str]) -> list[int]:
    """The pawns that have been in, `light-dark`: 12-1 for light's first two and dark's first."""
    if not is_numbered(state):  # without numbers only whether any has
        return [int(most > 0) for most in state.most_home]
    usual = [usual_visits(state, side) for side in range(2)]
    if "been" not in parts:
        return usual
    found = re.fullmatch(r"([1-9]*)-([1-9]*)", parts["been"])
    if found is None:
        wrong(
            f"been={parts['been']}",
            Text(
                "les numéros des pions déjà entrés, clairs-foncés, par exemple 12-1.",
                "the numbers of the pawns that have been in, light-dark, for example 12-1.",
            ),
        )
    return [sum(1 << int(figure) for figure in set(figures)) for figures in found.groups()]


def usual_milestones(state: Any, side: int) -> int:
    """The milestones that a side has if it reached what it stands on: cells 1 to k in a row."""
    if not has_milestones(state):
        return 0
    reached = 0
    for number in range(1, PAWNS + 1):
        place = [int(each) for each in state.number[side]].index(number)
        pawn = int(state.cell[CAMP_CELLS[side][place]])
        if pawn == EMPTY or (is_numbered(state) and pawn & NUMBER != number):
            break
        reached = number
    return reached


def usual_visits(state: Any, side: int) -> int:
    """The numbered pawns that are in now, as bits."""
    pawns = [int(state.cell[cell]) for cell in CAMP_CELLS[side]]
    return sum(1 << (pawn & NUMBER) for pawn in pawns if pawn != EMPTY)


def _read_keys(name: str, text: str, count: int) -> list[int]:
    keys = text.split(".") if text else []
    if len(keys) != count or not all(_KEY.fullmatch(key) for key in keys):
        wrong(
            f"{name}={text}",
            Text(
                f"{count} clés de seize chiffres hexadécimaux, séparées par des points ; on peut laisser cette partie.",
                f"{count} keys of sixteen hexadecimal digits, with dots between them; this part may be left out.",
            ),
        )
    return [int(key, 16) for key in keys]


def _read_results(state: Any, parts: dict[str, str]) -> None:
    """The games that are finished; `first` while moving means that this is the second."""
    for game, name in enumerate(("first", "second")):
        if name in parts:
            state.ending[game], state.winner[game] = _read_result(f"{name}={parts[name]}")
    is_over = state.decision == Decision.OVER
    is_second = "second" in parts or ("first" in parts and not is_over)
    if is_second and (state.options[MATCH] == SINGLE or "first" not in parts or ("second" in parts) != is_over):
        wrong(
            "second=" if "second" in parts else "first=",
            Text(
                "une deuxième manche vient après first=, dans une rencontre de deux ; second= quand elle est finie.",
                "a second game comes after first=, in a match of two; second= when it is over.",
            ),
        )
    if is_over and "first" not in parts:
        wrong("over", Text("comment la manche a-t-elle fini ? first=home:0.", "how did the game end? first=home:0."))
    state.game = state.light_seat = int(is_second)


def _read_result(part: str) -> tuple[int, int]:
    """`home:0`: how a game ended and which seat won it, `-` for none."""
    ending, _, winner = part.partition("=")[2].partition(":")
    code = 1 + one_of(part, ending, ENDINGS)
    possible = {"home": ("0", "1"), "cap": ("0", "1", "-")}.get(ending, ("-",))
    one_of(part, winner, possible)
    return code, -1 if winner == "-" else int(winner)
