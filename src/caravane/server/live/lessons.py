"""A lesson as a table that nobody stores: it is made anew from the step and from what was played.

So a learner needs no account, can leave and come back with a number, and boards, views and refusals are those of any
table.
"""

from typing import Protocol

import msgspec

from caravane import lessons, positions
from caravane.chance import SeededChance
from caravane.door import action_of
from caravane.game import Game
from caravane.lessons import Lesson, Stand
from caravane.server import wire
from caravane.server.live import projection, table_card
from caravane.server.problems import bilingual
from caravane.server.store.snapshots import new_table
from caravane.server.tables import facts
from caravane.server.tables.decisions import encode
from caravane.server.tables.draft import Draft
from caravane.server.tables.table import LiveTable
from caravane.server.wire.history import Snapshot
from caravane.server.wire.lessons import LessonAnswer, LessonAttempt
from caravane.text import Text

LEVEL = 1  # of those who sit at the other seats


def attempt(
    game: Game, lesson: Lesson, number: int, tried: LessonAttempt, learner: str, people: table_card.Known
) -> LessonAnswer:
    """What becomes of what somebody tries in a step."""
    played = [action_of(game, each) for each in tried.played]
    here = lessons.stand(game, lesson, number, played)
    table = table_at(game, lesson, here, learner)
    refusal, rule = None, None
    if tried.action is not None:
        action = encode(table, tried.action)
        refusal, rule = _refusal(table, lesson, number, here, action)
        if refusal is None:
            here = lessons.stand(game, lesson, number, [*played, action])
            table = table_at(game, lesson, here, learner)
    return LessonAnswer(
        right=refusal is None,
        done=here.wanted is None,
        text=None if refusal is None else bilingual(refusal),
        rule=rule,
        snapshot=_snapshot(table, lesson, here.wanted, people),
    )


def _refusal(table: LiveTable, lesson: Lesson, number: int, here: Stand, action: int) -> tuple[Text | None, str | None]:
    """Why an action is not what the step wants: what the rules say, or else the lesson itself."""
    seat, game = lesson.seat, table.game
    if here.wanted is None or action not in table.legal(seat):
        why = game.explain(table.view(seat), seat, action)
        return why.text, why.rule or None
    if lessons.fits(game, here.wanted, action):
        return None, None
    return lessons.answer(game, lesson.steps[number], action), None


class Seated(Protocol):
    """Something that is learnt at one seat: a lesson, a puzzle."""

    @property
    def seat(self) -> int:
        """The learner's."""


def table_at(game: Game, lesson: Seated, here: Stand, learner: str) -> LiveTable:
    """The table of a lesson after what was played."""
    first = positions.read(here.position, game)
    terms = facts.Terms(
        options=first.options,
        preset=None,
        clock=wire.NoClock(),
        on_timeout="bot",
        owner=learner,
        rules_version=game.rules_version,
        imported=True,  # the chance is the lesson's, so nothing is promised about it
        hints=False,
        undo="never",
        position=here.position,
    )
    seats = [
        facts.SeatSet(seat=seat, kind="person", person=learner)
        if seat == lesson.seat
        else facts.SeatSet(seat=seat, kind="bot", level=LEVEL)
        for seat in range(first.seats)
    ]
    table = new_table("lesson", 0, game=game.id, terms=terms, visibility="link", seats=seats)
    chance = SeededChance(here.seed)
    draft = Draft(table, chance)
    draft.start("")
    _fold(table, draft)
    for seat, action in here.moves:
        draft = Draft(table, chance)
        draft.act(seat, action, bot=seat != lesson.seat)
        _fold(table, draft)
    return table


def _fold(table: LiveTable, draft: Draft) -> None:
    for fact, state in zip(draft.facts, draft.reached, strict=True):
        table.apply(fact, 0, state)


def _snapshot(table: LiveTable, lesson: Lesson, wanted: str | None, people: table_card.Known) -> Snapshot:
    """What a table's page would be told, but only what the step expects is offered; in exercises everything."""
    seat = lesson.seat
    position = projection.position(table, seat, 0)
    assert position is not None
    pattern = "*" if lesson.free is None else wanted
    fitting = (
        [] if wanted is None else [each for each in table.legal(seat) if lessons.fits(table.game, pattern or "", each)]
    )
    legal = [projection.legal_action(table.game.id, action) for action in fitting]
    return Snapshot(
        table=table_card.table_facts(table, table.terms.owner, people, frozenset({seat})),
        seat=seat,
        sequence=table.last_sequence(seat),
        entries=projection.entries(table, seat, 0, people.name),
        position=msgspec.structs.replace(position, legal=legal),
    )
