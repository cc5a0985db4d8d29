"""Positions in words, so that a test reads as a report from the table."""

import caravane
from caravane.game import Value
from caravane.games.africa import queries
from caravane.games.africa.board import CAMP as CAMP_CODE
from caravane.games.africa.board import CODE_BY_ID, EMPTY, GOOD, HEX_BY_NAME, HEXES, TREASURE
from caravane.games.africa.board import FACE_DOWN as DOWN_CODE
from caravane.games.africa.state import Decision
from caravane.play import Play

CODES = {"empty": EMPTY, "down": DOWN_CODE, "camp": CAMP_CODE} | CODE_BY_ID


def table(
    at: str,
    ground: dict[str, str],
    *,
    rest: str = "empty",
    hidden: dict[str, str] | None = None,
    goods: dict[int, dict[str, int]] | None = None,
    treasure: dict[int, dict[str, int]] | None = None,
    options: dict[str, Value] | None = None,
) -> Play:
    """Seat 0 is about to walk. `at`: hex of each explorer; `ground`: what lies where; `hidden`: below face-down tiles."""
    places = at.split()
    play = caravane.start("africa", len(places), options=options or {})
    state = play.state
    state.starter = state.on_turn = 0
    state.decision = Decision.WALK
    for place in range(HEXES):
        lay(play, place, CODES[rest])
    for kind, names in ground.items():
        for name in names.split():
            lay(play, HEX_BY_NAME[name], CODES[kind])
    for name, kind in (hidden or {}).items():
        lay(play, HEX_BY_NAME[name], DOWN_CODE)
        state.hidden[HEX_BY_NAME[name]] = CODES[kind]
    for seat, name in enumerate(places):
        state.at[seat] = HEX_BY_NAME[name]
    for seat, held in (goods or {}).items():
        for kind, count in held.items():
            state.goods[seat, CODES[kind] - GOOD] = count
    for seat, held in (treasure or {}).items():
        for kind, count in held.items():
            state.treasure[seat, CODES[kind] - TREASURE] = count
    return play


def lay(play: Play, place: int, code: int) -> None:
    """Put something on a hex; below a face-down tile lies a pot unless a test says otherwise."""
    queries.lay(play.state, place, code)
    play.state.hidden[place] = CODES["pot"] if code == DOWN_CODE else 0


def play_on(play: Play, moves: str) -> Play:
    """Carry out actions given in notation, one after another."""
    for move in moves.split():
        play.apply(move)
    return play


def choices(play: Play, sign: str = "") -> list[str]:
    """The legal actions in notation that begin with a sign."""
    texts = [play.game.notation(action) for action in play.legal()]
    return [text for text in texts if text.startswith(sign)]


def lies(play: Play, name: str) -> str:
    """What lies on a hex."""
    code = int(play.state.ground[HEX_BY_NAME[name]])
    return next(kind for kind, number in CODES.items() if number == code)
