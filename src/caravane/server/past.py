"""Positions of the past, as a viewer knew them then."""

from typing import Any

from caravane.server import facts, sight, wire
from caravane.server.table import LiveTable


def frames(table: LiveTable, viewer: int, start: int, stop: int, step: int = 1) -> list[wire.Frame]:
    """The positions after every step-th of the viewer's entries start..stop-1, counted back from the last one.

    Entries before the start of the game have none.
    """
    stop = min(stop, table.last_sequence(viewer) + 1)
    wanted = {
        index: sequence
        for sequence, index in enumerate(table.visible[sight.as_seat(viewer)], 1)
        if start <= sequence < stop and (stop - 1 - sequence) % step == 0
    }
    found: list[wire.Frame] = []
    last = max(wanted, default=-1)
    states: list[Any] = []  # before each standing action
    state: Any = None
    shown: wire.Position | None = None
    for index, fact in enumerate(table.log[: last + 1]):
        match fact:
            case facts.Started(words=words):
                state, shown = table.start(words), None
            case facts.Acted():
                states.append(state)
                state, shown = state.copy(), None
                table.advance(state, fact)
            case facts.Undone(kept=kept):
                state, shown = states[kept], None
                del states[kept:]
            case _:
                pass
        if index in wanted and state is not None:
            if shown is None:
                shown = _shown(table, state, viewer)
            found.append(wire.Frame(sequence=wanted[index], position=shown))
    return found


def _shown(table: LiveTable, state: Any, viewer: int) -> wire.Position:
    view = state if viewer < -1 else table.game.view(state, viewer)
    return sight.position_of(table, view, viewer)
