"""From a finished record to what a review says of it."""

import numpy as np

from caravane.door import check_seat
from caravane.errors import BadInput
from caravane.game import Game
from caravane.kernel import is_plain
from caravane.record import Record
from caravane.review.calibration import Calibration, calibration_of, weights_digest
from caravane.review.effort import USUAL, Effort
from caravane.review.measure import UNIT, Meter, Prospect, in_millionths
from caravane.review.sheets import look_back, walk_years
from caravane.review.story import Story, clock_of, story_of, turns_of
from caravane.review.told import Choice, Parts, Review, Trust, Turn, verdict_of, words
from caravane.review.walking import Progress, Step, begin, end, walk
from caravane.text import Text, join

VERSION = 1


def review(record: Record, seat: int, effort: Effort = USUAL, progress: Progress = lambda done, total: None) -> Review:
    """Review a finished game for one seat; BadRecord or BadInput if there is nothing to review."""
    return review_story(story_of(record), seat, effort, progress, record.header.players)


def review_story(
    story: Story,
    seat: int,
    effort: Effort = USUAL,
    progress: Progress = lambda done, total: None,
    players: list[str] | None = None,
) -> Review:
    """The same of a game that was read already."""
    check_seat(story.seats, seat)
    calibration = calibration_of(story.game, story.seats)
    meter = Meter(story.game, story.seats, seat, calibration, effort)
    start, dealt = begin(story, seat, meter)
    going = walk if story.game.orders is None else walk_years
    steps = [dealt, *going(story, seat, meter, progress)]
    verdict = end(story, seat, steps[-1].after)
    steps += [verdict] if verdict is not None else []
    progress(len(story.deeds), len(story.deeds))
    result = in_millionths(story.shares)[seat]
    parts = sum((step.parts for step in steps), Parts())
    if start + parts.total != result:
        raise AssertionError(f"the parts of a review do not add up: {start} + {parts} is not {result}")
    return Review(
        version=VERSION,
        game=story.game.id,
        seats=story.seats,
        seat=seat,
        players=list(players or []),
        unit=UNIT,
        start=start,
        result=result,
        parts=parts,
        points=[int(story.game.rules.points(story.states[-1], each)) for each in range(story.seats)],
        turns=_turns(story, steps),
        choices=choices_of(story, meter, steps),
        hindsight=look_back(story, seat, meter, steps) if story.game.orders is not None else [],
        trust=trust_of(story.game, calibration),
        effort=effort,
    )


def trust_of(game: Game, calibration: Calibration) -> Trust:
    """How far the chances of a game can be believed."""
    return Trust(
        proven=calibration.is_proven,
        current=calibration.weights == weights_digest(game.id),
        fitted_games=calibration.fitted_games,
        command=calibration.command,
    )


def _turns(story: Story, steps: list[Step]) -> list[Turn]:
    """Steps of one turn together; the deal is turn 0, a verdict stands after the last."""
    numbers = turns_of(story)
    found: list[Turn] = []
    for step in steps:
        number = _number(numbers, step.first)
        if found and found[-1].number == number:
            last = found.pop()
            step = Step(last.first, step.last, last.seat, tuple(last.before), step.after, last.parts + step.parts)
        found.append(
            Turn(
                number=number,
                seat=step.mover,
                first=step.first,
                last=step.last,
                before=list(step.before),
                after=list(step.after),
                parts=step.parts,
            )
        )
    return found


def _number(numbers: list[int], at: int) -> int:
    """The turn of an action; 0 for the deal, one more than all for what came after the last."""
    if at < 0:
        return 0
    return numbers[at] if at < len(numbers) else max(numbers, default=0) + 1


def choices_of(story: Story, meter: Meter, steps: list[Step]) -> list[Choice]:
    """Every decision of the seat; the costliest with a second opinion."""
    weighed = [step for step in steps if step.weighed is not None]
    by_cost = sorted(weighed, key=lambda step: (step.parts.choices, step.first))
    costly = {step.first for step in by_cost[: meter.effort.costliest] if step.parts.choices < 0}
    turns, clock = turns_of(story), clock_of(story)
    return [_choice(story, meter, step, turns, clock, step.first in costly) for step in weighed]


def _choice(story: Story, meter: Meter, step: Step, turns: list[int], clock: list[int], wants_second: bool) -> Choice:
    game, weighed, seat = story.game, step.weighed, meter.seat
    assert weighed is not None
    cost = weighed.best_chance - weighed.chance
    low = high = cost
    if wants_second:
        then = clock[step.last + 1] if game.orders is None else clock[step.first]
        word = meter.word(weighed.view)  # the same for both, so that luck does not decide
        chosen, best = (_second(meter, prospect, then, word) for prospect in weighed.prospects)
        low, high = sorted((cost, max(best - chosen, 0)))
    return Choice(
        at=clock[step.first],
        turn=turns[step.first],
        action=" ".join(map(game.notation, weighed.chosen)),
        text=words(_phrases(game, weighed.view, seat, weighed.chosen, weighed.best)),
        best=" ".join(map(game.notation, weighed.best)),
        best_text=words(_phrases(game, weighed.view, seat, weighed.best, weighed.chosen)),
        chance=weighed.chance,
        best_chance=weighed.best_chance,
        cost=cost,
        low=low,
        high=high,
        has_second=wants_second,
        verdict=verdict_of(cost, UNIT),
    )


def _second(meter: Meter, prospect: Prospect, then: int, word: np.uint64) -> int:
    """The mean of what may come, by playouts to the end."""
    total = sum(
        weight * meter.second_opinion(view, then, word)
        for view, weight in zip(prospect.views, prospect.weights, strict=True)
    )
    return round(total)


def _phrases(game: Game, view: object, seat: int, actions: tuple[int, ...], others: tuple[int, ...]) -> Text:
    """An action in words; of a sheet only the lines that differ."""
    if game.orders is None:
        return game.phrase(view, seat, actions[0])
    told = [action for action in actions if action not in others] or list(actions[:1])
    if not told:
        return Text("une fiche vide", "an empty sheet")
    return join([game.phrase(view, seat, action) for action in told], ", ")


def check_compiled() -> None:
    """A review without compiled rules would take hours; say so."""
    if is_plain():
        raise BadInput(
            Text(
                "Une revue a besoin des règles compilées : lancez-la sans NUMBA_DISABLE_JIT.",
                "A review needs compiled rules: run it without NUMBA_DISABLE_JIT.",
            )
        )
