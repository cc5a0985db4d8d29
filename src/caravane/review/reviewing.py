"""From a finished record to what a review says of it."""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from caravane.door import check_seat
from caravane.errors import BadInput
from caravane.game import SPECTATOR, Game
from caravane.kernel import is_plain
from caravane.record import Record
from caravane.review.calibration import Calibration, calibration_of, weights_digest
from caravane.review.effort import USUAL, Effort
from caravane.review.measure import UNIT, Meter, Prospect, in_millionths
from caravane.review.sheets import look_back, walk_years
from caravane.review.story import Story, story_of
from caravane.review.terms import own_terms
from caravane.review.told import Choice, Noted, Parts, Review, Trust, Turn, verdict_of, words
from caravane.review.walking import Progress, Step, Weighed, begin, end, walk
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
    players: Sequence[str] = (),
) -> Review:
    """The same of a game that was read already."""
    noted: list[Noted] = []
    for each in go_on(story, seat, effort):
        noted.append(each)
        progress(max(each.last + 1, 0), len(story.deeds))
    return finish(story, seat, noted, effort, players)


def meter_of(story: Story, seat: int, effort: Effort) -> Meter:
    """What measures a game for a seat."""
    check_seat(story.seats, seat)
    return Meter(story.game, story.seats, seat, calibration_of(story.game, story.seats), effort)


def go_on(
    story: Story, seat: int, effort: Effort = USUAL, kept: Sequence[Noted] = (), meter: Meter | None = None
) -> Iterator[Noted]:
    """What is still to be noted after what was kept: a review that was interrupted goes on where it was."""
    meter = meter or meter_of(story, seat, effort)
    if not kept:
        yield note(story, meter, begin(story, seat, meter)[1])
    start = kept[-1].last + 1 if kept else 0
    steps = walk(story, seat, meter, start) if story.game.orders is None else walk_years(story, seat, meter, start)
    for step in steps:
        yield note(story, meter, step)


def finish(
    story: Story,
    seat: int,
    noted: Sequence[Noted],
    effort: Effort = USUAL,
    players: Sequence[str] = (),
    meter: Meter | None = None,
) -> Review:
    """A review of all that was noted: the costliest choices get a second opinion, and every sum is checked."""
    meter = meter or meter_of(story, seat, effort)
    verdict = end(story, seat, tuple(noted[-1].after))
    everything = [*noted, *([note(story, meter, verdict)] if verdict is not None else [])]
    start, result = noted[0].before[seat], in_millionths(story.shares)[seat]
    parts = sum((each.parts for each in everything), Parts())
    if start + parts.total != result:
        raise AssertionError(f"the parts of a review do not add up: {start} + {parts} is not {result}")
    return Review(
        version=VERSION,
        game=story.game.id,
        seats=story.seats,
        seat=seat,
        players=list(players),
        unit=UNIT,
        start=start,
        result=result,
        parts=parts,
        points=[int(story.game.rules.points(story.states[-1], each)) for each in range(story.seats)],
        turns=turns_told(story, everything),
        choices=choices_of(story, meter, everything),
        hindsight=look_back(story, seat, meter, everything) if story.game.orders is not None else [],
        trust=trust_of(story.game, meter.calibration),
        effort=effort,
    )


def curve(story: Story, viewer: int, effort: Effort = USUAL) -> list[list[int]]:
    """The cheap part: every seat's chance at the beginning of each turn, as one seat or a spectator could know it."""
    check_seat(story.seats, viewer, lowest=SPECTATOR)
    calibration = calibration_of(story.game, story.seats)
    meter = Meter(story.game, story.seats, viewer, calibration, effort)
    turns, clock = story.turns, story.clock
    firsts = [at for at in range(len(turns)) if at == 0 or turns[at] != turns[at - 1]]
    found = [list(meter.chances(story.game.view(story.states[at], viewer), clock[at])) for at in firsts]
    return [*found, list(in_millionths(story.shares))]


def trust_of(game: Game, calibration: Calibration) -> Trust:
    """How far the chances of a game can be believed."""
    return Trust(
        proven=calibration.is_proven,
        current=calibration.weights == weights_digest(game.id),
        fitted_games=calibration.fitted_games,
        command=calibration.command,
    )


def turns_told(story: Story, noted: Sequence[Noted]) -> list[Turn]:
    """What belongs to one turn together; the deal is turn 0, a verdict stands after the last."""
    numbers = story.turns
    found: list[Turn] = []
    for each in noted:
        turn = Turn(
            number=_number(numbers, each.first),
            seat=each.mover,
            first=each.first,
            last=each.last,
            before=each.before,
            after=each.after,
            parts=each.parts,
        )
        if found and found[-1].number == turn.number:
            begun = found.pop()
            turn = replace(begun, last=turn.last, after=turn.after, parts=begun.parts + turn.parts)
        found.append(turn)
    return found


def _number(numbers: list[int], at: int) -> int:
    """The turn of an action; 0 for the deal, one more than all for what came after the last."""
    if at < 0:
        return 0
    return numbers[at] if at < len(numbers) else max(numbers, default=0) + 1


def note(story: Story, meter: Meter, step: Step) -> Noted:
    """A step as it is kept."""
    return Noted(
        first=step.first,
        last=step.last,
        mover=step.mover,
        before=list(step.before),
        after=list(step.after),
        parts=step.parts,
        choice=_choice(story, meter, step, step.weighed) if step.weighed is not None else None,
    )


def _choice(story: Story, meter: Meter, step: Step, weighed: Weighed) -> Choice:
    game, seat = story.game, meter.seat
    cost = weighed.best_chance - weighed.chance
    return Choice(
        at=story.clock[step.first],
        turn=story.turns[step.first],
        action=" ".join(map(game.notation, weighed.chosen)),
        text=words(_phrases(game, weighed.view, seat, weighed.chosen, weighed.best)),
        best=" ".join(map(game.notation, weighed.best)),
        best_text=words(_phrases(game, weighed.view, seat, weighed.best, weighed.chosen)),
        chance=weighed.chance,
        best_chance=weighed.best_chance,
        cost=cost,
        low=cost,
        high=cost,
        has_second=False,
        verdict=verdict_of(cost, UNIT),
        terms=own_terms(game, meter.effort, weighed, seat, meter.word(weighed.view)),
    )


def choices_of(story: Story, meter: Meter, noted: Sequence[Noted]) -> list[Choice]:
    """Every decision of the seat; the costliest with a second opinion."""
    with_choice = [each for each in noted if each.choice is not None]
    by_cost = sorted(with_choice, key=lambda each: (each.parts.choices, each.first))
    costly = {each.first for each in by_cost[: meter.effort.costliest] if each.parts.choices < 0}
    return [
        _with_second(story, meter, each, each.choice) if each.first in costly else each.choice
        for each in with_choice
        if each.choice is not None
    ]


def _with_second(story: Story, meter: Meter, noted: Noted, choice: Choice) -> Choice:
    """A choice with the range between two estimates of its cost."""
    clock = story.clock
    going = walk if story.game.orders is None else walk_years
    step = next(going(story, meter.seat, meter, noted.first))
    assert step.weighed is not None
    then = clock[step.last + 1] if story.game.orders is None else clock[step.first]
    word = meter.word(step.weighed.view)  # the same for both, so that luck does not decide
    chosen, best = (_second(meter, prospect, then, word) for prospect in step.weighed.prospects)
    low, high = sorted((choice.cost, max(best - chosen, 0)))
    return replace(choice, low=low, high=high, has_second=True)


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
