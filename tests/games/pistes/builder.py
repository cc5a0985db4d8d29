"""Positions for tests: pawns by cell, everything else as after the set-up."""

from typing import Any

import caravane
from caravane.game import Value
from caravane.games.pistes.board import CELL_OF, CELLS
from caravane.games.pistes.queries import count_home, note_pawns, position_key
from caravane.games.pistes.state import DARK_PAWN, PAWN, POWER, Decision
from caravane.play import Play

# Pawns that are far from everything a test is about.
FAR_DARK = "e7 e6 f7 f6 f5 e5 e4 f4 d7"


def position(light: str, dark: str = FAR_DARK, to_move: str = "light", numbers: str = "", **options: Value) -> Play:
    """A game in which these pawns stand; `e5:3` is number 3, `e5+` a power pawn; `numbers` of light's camp from h7 on."""
    play = caravane.start("pistes", options={"match": "single", **options})
    state = play.state
    for cell in range(CELLS):
        state.cell[cell] = 0
    for side, pawns in enumerate((light, dark)):
        for index, pawn in enumerate(pawns.split()):
            name, _, number = pawn.rstrip("+").partition(":")
            numbered = options.get("variant") in ("first", "second")
            value = int(number or (index + 1 if numbered else 0))
            state.cell[CELL_OF[name]] = PAWN + DARK_PAWN * side + value + (POWER if pawn.endswith("+") else 0)
        if "second" in str(options.get("variant")):
            for place, number_there in enumerate(numbers.split()):
                state.number[side, place] = int(number_there)
        state.most_home[side] = count_home(state, side)
    state.decision = Decision.MOVE
    state.side = ("light", "dark").index(to_move)
    state.ply = 0
    note_pawns(state)
    state.key = position_key(state)
    state.history[0] = state.key
    assert play.game.invariants(state) == []
    return play


def moves(play: Play, pawn: str = "") -> list[str]:
    """The legal moves in notation, of one pawn if given: only where they go."""
    texts = [play.game.notation(action) for action in play.legal()]
    return [text.removeprefix(f"{pawn}-") for text in texts if text.startswith(f"{pawn}-")] if pawn else texts


def after(play: Play, *actions: str) -> Play:
    """The same play, these actions later."""
    for action in actions:
        play.apply(action)
    return play


def pawns(play: Play, side: int) -> str:
    """Where a side's pawns stand."""
    described = play.view(side)["pawns"]
    return " ".join(pawn["cell"] for pawn in described if pawn["side"] == ("light", "dark")[side])


def camp(play: Play, side: int) -> list[Any]:
    """Numbers in a camp, in the order of its cells."""
    names = play.view(0)["camps"][("light", "dark")[side]]
    return [play.view(0)["numbers"][("light", "dark")[side]].get(name) for name in names]


def set_up_numbers(play: Play) -> Play:
    """Number and lay everything in the order of the cells."""
    while play.game.decode(play.legal()[0])["type"] in ("lay", "number"):
        play.apply(play.legal()[0])
    return play
