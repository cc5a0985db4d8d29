"""A seeded game as a short text: a change of behaviour shows in its diff.

`make playthroughs` writes the files anew. Positions and views that are not drawn are there as digests.
"""

import hashlib
from pathlib import Path
from typing import Any

from tests.conformance import Position, Subject

GAMES = Path(__file__).parent / "games"
SHOWN = 24  # plies told in full at the start; of the rest every tenth


def file_of(subject: Subject) -> Path:
    """Where a subject's playthrough is kept."""
    name = f"{subject.seats}-{subject.preset}.txt" if subject.preset else f"{subject.seats}.txt"
    return GAMES / subject.game.id / "playthroughs" / name


def playthrough(subject: Subject) -> str:
    """The text."""
    lines: list[str] = []
    last: Position | None = None
    for number, position in enumerate(subject.walk(seed=1880)):
        if number == 0:
            lines += [
                f"# {subject}, seed 1880, {position.play.options}",
                "",
                position.game.draw(position.state, "en"),
                "",
            ]
        else:
            lines += _told(number, position)
        last = position
    assert last is not None
    return "\n".join([*lines, "", last.game.draw(last.state, "en"), "", *_result(last)]) + "\n"


def _told(number: int, at: Position) -> list[str]:
    if number > SHOWN and number % 10 and not at.play.is_over:
        return []
    legal = at.game.legal(at.before, at.actor)
    line = f"{number}. seat {at.actor}: {at.game.notation(at.action)} (1 of {len(legal)}) {_digests(at)}"
    if number > SHOWN and not at.play.is_over:
        return [line]
    views = at.game.view(at.before, at.actor), at.game.view(at.state, at.actor)
    return [line, *(f"   {event.text.en}" for event in at.game.narrate(*views, at.actor, at.action))]


def _digests(at: Position) -> str:
    views = [at.game.view(at.state, viewer) for viewer in at.viewers]
    return " ".join(_digest(record) for record in (at.state, *views))


def _digest(record: Any) -> str:
    return hashlib.sha256(record.tobytes()).hexdigest()[:4]


def _result(at: Position) -> list[str]:
    sheets = [
        f"seat {seat}: {at.play.points[seat]} = "
        + (" + ".join(f"{item.points} {item.title.en}" for item in at.play.score_sheet(seat)) or "nothing")
        for seat in range(at.play.seats)
    ]
    return [f"ending: {at.game.ending(at.state)}, returns {at.play.returns}", *sheets]
