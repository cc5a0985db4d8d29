"""What every game must fulfil, as checks on one position each; `test_every_game.py` walks games through them.

A check raises AssertionError. `tests/toy.py` has a game broken in one way for each of them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.errors import CaravaneError
from caravane.game import SPECTATOR, Game, Value
from caravane.play import Play, start
from caravane.text import LANGUAGES, Text
from caravane.wide import LANES

LONGEST = 20_000  # plies: no game goes on longer


@dataclass
class Position:
    """A place in a game: what the checks look at."""

    play: Play
    word: Any  # chance for the check's own samples
    before: Any = None  # the state before the last action
    actor: int = -1
    action: int = -1
    earlier: list[tuple[Any, bytes]] = field(default_factory=list)  # states met before, and their bytes then

    @property
    def game(self) -> Game:
        return self.play.game

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def viewers(self) -> list[int]:
        return [*range(self.play.seats), SPECTATOR]


@dataclass(frozen=True)
class Subject:
    """A game with a seat count and options, as the suite walks through it."""

    game: Game
    seats: int
    preset: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game.id}-{self.seats}" + (f"-{self.preset}" if self.preset else "")

    def walk(self, seed: int) -> Iterator[Position]:
        """Every position of one game, played by the game's own quick choices and now and then at random."""
        play = start(self.game, self.seats, seed=seed, preset=self.preset, options=self.options)
        position = Position(play, np.uint64(seed))
        buffer = np.empty(self.game.max_legal + 1, np.int32)
        for _ in range(LONGEST):
            yield position
            if play.is_over:
                return
            word = next_word(position.word)
            movers = play.to_move
            seat = movers[below(word, len(movers))]
            count = int(self.game.rules.legal_actions(play.state, seat, buffer))
            word = next_word(word)
            if below(word, 4) == 0:
                action = int(buffer[below(next_word(word), count)])
            else:
                action = int(self.game.rules.rollout_action(play.state, seat, buffer, count, word))
            position = Position(play, next_word(word), play.state.copy(), seat, action, position.earlier)
            play.apply(action, seat)
        raise AssertionError(f"{self} does not end within {LONGEST} plies")


def legal_lists_are_sorted_and_within_bounds(at: Position) -> None:
    for seat in range(at.play.seats):
        out = np.full(at.game.max_legal + LANES, -7, np.int32)
        count = int(at.game.rules.legal_actions(at.state, seat, out))
        assert count <= at.game.max_legal, f"{count} legal actions, at most {at.game.max_legal} promised"
        assert np.all(out[at.game.max_legal :] == -7), "something is written beyond the room for a list"
        actions = [int(action) for action in out[:count]]
        assert actions == sorted(set(actions)), f"legal actions not ascending and unique: {actions}"
        assert all(0 <= action < at.game.action_count for action in actions)
        assert (seat in at.play.to_move) <= (count > 0), f"seat {seat} is to move but has no legal action"


def legal_actions_are_accepted(at: Position) -> None:
    for seat in at.play.to_move:
        for action in _sample(at, at.play.legal(seat), 3):
            twin = at.play.copy()
            twin.apply(action, seat)
            assert twin.save() != at.play.save(), f"{at.game.notation(action)} changes nothing"


def everything_else_is_refused(at: Position) -> None:
    saved = at.play.save()
    for seat in range(at.play.seats):
        legal = set(at.play.legal(seat)) if not at.play.is_over else set()
        for action in _sample(at, range(-1, at.game.action_count + 1), 12):
            if action in legal:
                continue
            refused = _refusal(at, seat, action)
            assert refused is not None, f"seat {seat} was allowed {action}"
            _check_text(refused)
        assert at.play.save() == saved, "a refused action changed the state"


def reasons_name_a_rule(at: Position) -> None:
    for seat in range(at.play.seats):
        legal = set(at.play.legal(seat))
        for action in _sample(at, range(at.game.action_count), 12):
            if action not in legal:
                refusal = at.game.explain(at.game.view(at.state, seat), seat, action)
                assert refusal.rule.replace(".", "").isdigit(), f"no rule forbids {at.game.notation(action)}"
                _check_text(refusal.text)


def forms_round_trip(at: Position) -> None:
    legal = [action for seat in at.play.to_move for action in at.play.legal(seat)]
    for action in [*_sample(at, legal, 5), *_sample(at, range(at.game.action_count), 5)]:
        structure = at.game.decode(action)
        assert at.game.encode(json.loads(json.dumps(structure))) == action, f"{structure} is not {action}"
        assert at.game.parse(at.game.notation(action)) == action, f"{at.game.notation(action)!r} is not {action}"


def nonsense_is_refused_in_words(at: Position) -> None:
    """Whatever a stranger sends is refused with a sentence, never with an error of another kind."""
    some = at.game.decode(_sample(at, range(at.game.action_count), 1)[0])
    values: tuple[Any, ...] = (None, [], {"type": "x"}, -7, "?")
    broken = [{**some, name: value} for name in some for value in values]
    for nonsense in ({}, {"type": ["x"]}, {"type": {}}, {"type": "?"}, *broken):
        assert _refuses(at.game.encode, nonsense), f"{nonsense} is read as an action"
    for text in ("", " ", "?!", "\x00", "²", "a" * 300):
        assert _refuses(at.game.parse, text), f"{text!r} is read as an action"


def copies_are_equal_and_independent(at: Position) -> None:
    twin = at.play.copy()
    assert twin.save() == at.play.save()
    for state, saved in at.earlier:
        assert state.tobytes() == saved, "play changed a state of the past"
    if len(at.earlier) < 40 and not at.play.is_over:
        shown = at.play.copy()  # the rules have seen this state, so they could have kept hold of it
        shown.legal(shown.to_move[0])
        at.earlier.append((shown.state, at.play.save()))
    if not at.play.is_over:
        seat = at.play.to_move[0]
        twin.apply(twin.legal(seat)[-1], seat)
        saved = at.play.save()
        twin.undo()
        assert twin.save() == saved, "undo does not lead back"


def bytes_round_trip(at: Position) -> None:
    twin = at.play.copy()
    twin.restore(at.play.save())
    assert twin.save() == at.play.save()
    assert [twin.legal(s) for s in twin.to_move] == [at.play.legal(s) for s in at.play.to_move]


def invariants_hold(at: Position) -> None:
    assert at.game.invariants(at.state) == []


def results_are_within_bounds(at: Position) -> None:
    returns = at.play.returns
    assert all(-1.0 <= value <= 1.0 for value in returns), f"returns {returns}"
    assert abs(sum(returns)) < 1e-9, f"returns {returns} do not add up to 0"
    for seat in range(at.play.seats):
        sheet = at.play.score_sheet(seat)
        assert sum(item.points for item in sheet) == at.play.points[seat], f"sheet {sheet} and points differ"
        assert -1.0 <= float(at.game.rules.evaluate(at.state, seat)) <= 1.0


def someone_moves_until_the_end(at: Position) -> None:
    assert not at.game.rules.asks_chance(at.state)
    assert at.play.is_over == (not at.play.to_move), "a game is over when and only when nobody is to move"
    ending = at.game.ending(at.state)
    assert (ending in at.game.endings) if at.play.is_over else ending == "", f"ending {ending!r}"


def legality_reads_only_what_the_mover_sees(at: Position) -> None:
    for seat in range(at.play.seats):
        view = at.game.view(at.state, seat)
        assert at.game.legal(view, seat) == at.game.legal(at.state, seat), f"seat {seat}: the view and the truth differ"
        world = _another_world(at, seat)
        assert at.game.legal(world, seat) == at.game.legal(at.state, seat)


def another_world_looks_the_same(at: Position) -> None:
    for seat in at.viewers:
        world = _another_world(at, seat)
        assert at.game.view(world, seat).tobytes() == at.game.view(at.state, seat).tobytes(), (
            f"seat {seat} sees a change"
        )


def another_world_is_sound(at: Position) -> None:
    for seat in range(at.play.seats):
        world = _another_world(at, seat)
        assert at.game.invariants(world) == []
        assert bool(at.game.rules.is_over(world)) == at.play.is_over
        assert at.game.seats_to_move(world) == at.play.to_move


def a_view_is_a_view_of_itself(at: Position) -> None:
    for seat in at.viewers:
        view = at.game.view(at.state, seat)
        assert at.game.view(view, seat).tobytes() == view.tobytes()


def open_hands_are_open(at: Position) -> None:
    if at.game.open_hands(at.play.options):
        views = {at.game.view(at.state, viewer).tobytes() for viewer in at.viewers}
        assert len(views) == 1, "somebody knows more than the others"


def views_are_told_in_json_and_words(at: Position) -> None:
    for seat in at.viewers:
        view = at.game.view(at.state, seat)
        described = at.game.describe(view, seat)
        assert json.loads(json.dumps(described)) == described, "a view must be plain JSON"
        _check_text(at.game.ask(view, seat))
        for language in LANGUAGES:
            assert at.game.draw(view, language)


def actions_are_told_apart_in_words(at: Position) -> None:
    """What stands in a sentence about an action: short of a period, and from the seat's own view."""
    for seat in range(at.play.seats):
        view, world = at.game.view(at.state, seat), _another_world(at, seat)
        legal = at.play.legal(seat)
        told = [at.game.words(view, seat, action) for action in legal]
        for language in LANGUAGES:
            assert len({text.of(language) for text in told}) == len(legal), f"two actions are said alike: {told}"
        for action in [*legal, *_sample(at, range(at.game.action_count), 12)]:
            text = at.game.words(view, seat, action)
            _check_text(text)
            assert not any(text.of(language).endswith(".") for language in LANGUAGES), f"{text} is a sentence"
            assert at.game.words(world, seat, action) == text, f"{text} tells seat {seat} what it cannot see"


def events_are_told_to_every_viewer(at: Position) -> None:
    if at.before is None:
        return
    for seat in at.viewers:
        if at.game.is_secret(at.action) and seat != at.actor:
            continue
        views = at.game.view(at.before, seat), at.game.view(at.state, seat)
        events = at.game.narrate(*views, at.actor, at.action)
        assert events, f"{at.game.notation(at.action)} is not told to seat {seat}"
        for event in events:
            assert json.loads(json.dumps(event.what)) == event.what
            assert event.what.get("type")
            _check_text(event.text)


def what_is_told_needs_only_the_view(at: Position) -> None:
    """A secret action of one seat changes no byte that another receives."""
    if at.before is None or not at.game.is_secret(at.action):
        return
    for seat in at.viewers:
        if seat != at.actor:
            before, after = at.game.view(at.before, seat), at.game.view(at.state, seat)
            assert before.tobytes() == after.tobytes(), f"seat {seat} notices a secret action of seat {at.actor}"


CHECKS: tuple[Callable[[Position], None], ...] = (
    legal_lists_are_sorted_and_within_bounds,
    legal_actions_are_accepted,
    everything_else_is_refused,
    reasons_name_a_rule,
    forms_round_trip,
    nonsense_is_refused_in_words,
    copies_are_equal_and_independent,
    bytes_round_trip,
    invariants_hold,
    results_are_within_bounds,
    someone_moves_until_the_end,
    legality_reads_only_what_the_mover_sees,
    another_world_looks_the_same,
    another_world_is_sound,
    a_view_is_a_view_of_itself,
    open_hands_are_open,
    views_are_told_in_json_and_words,
    actions_are_told_apart_in_words,
    events_are_told_to_every_viewer,
    what_is_told_needs_only_the_view,
)


def _refuses(read: Callable[[Any], int], nonsense: Any) -> bool:
    try:
        read(nonsense)
    except CaravaneError as error:
        _check_text(error.text)
        return True
    except Exception as error:
        raise AssertionError(f"{nonsense!r} is answered by {error!r}") from error
    return False


def _refusal(at: Position, seat: int, action: int) -> Text | None:
    try:
        at.play.apply(action, seat)
    except CaravaneError as error:
        return error.text
    return None


def _another_world(at: Position, seat: int) -> Any:
    world = at.game.view(at.state, seat)
    at.game.rules.determinize(world, seat, at.word)
    return world


def _sample(at: Position, choices: Any, count: int) -> list[int]:
    if len(choices) <= count:
        return [int(choice) for choice in choices]
    word, picked = at.word, []
    for _ in range(count):
        word = next_word(word)
        picked.append(int(choices[below(word, len(choices))]))
    return picked


def _check_text(text: Text) -> None:
    assert text.fr.strip(), "the French is missing"
    assert text.en.strip(), "the English is missing"
