"""What every game must fulfil, as checks on one position each; `test_every_game.py` walks games through them.

A check raises AssertionError with a sentence that says what is wrong. `tests/faults.py` has games broken in one way
for each of them.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec
import numpy as np

from caravane.bitset import LANES
from caravane.chance import below, next_word
from caravane.errors import CaravaneError
from caravane.fields import Sight, fields_of
from caravane.game import SPECTATOR, Game, Value
from caravane.play import Play, start
from caravane.text import LANGUAGES, Text

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
        unknown = [action for action in actions if not 0 <= action < at.game.action_count]
        assert not unknown, f"{unknown} are legal, but actions go from 0 to {at.game.action_count - 1}"
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
                assert refusal.remedy == -1 or refusal.remedy in legal, "a remedy must be legal"


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
    assert twin.save() == at.play.save(), "a copy has other bytes"
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
    assert twin.save() == at.play.save(), "the bytes of a state read back give other bytes"
    legal = [[play.legal(seat) for seat in play.to_move] for play in (twin, at.play)]
    assert legal[0] == legal[1], f"the same bytes, but other legal actions: {legal}"


def invariants_hold(at: Position) -> None:
    broken = at.game.invariants(at.state)
    assert not broken, f"invariants do not hold: {broken}"


def results_are_within_bounds(at: Position) -> None:
    returns = at.play.returns
    assert all(-1.0 <= value <= 1.0 for value in returns), f"returns {returns}"
    assert abs(sum(returns)) < 1e-9, f"returns {returns} do not add up to 0"
    for seat in range(at.play.seats):
        sheet = at.play.score_sheet(seat)
        assert sum(item.points for item in sheet) == at.play.points[seat], f"sheet {sheet} and points differ"
        value = float(at.game.rules.evaluate(at.state, seat))
        assert -1.0 <= value <= 1.0, f"evaluate says {value} for seat {seat}: it goes from -1 to 1"


def someone_moves_until_the_end(at: Position) -> None:
    assert not at.game.rules.asks_chance(at.state), "chance is asked, and is asked again after it gave"
    assert at.play.is_over == (not at.play.to_move), "a game is over when and only when nobody is to move"
    ending = at.game.ending(at.state)
    wanted = at.game.endings if at.play.is_over else ("",)
    assert ending in wanted, f"the ending is {ending!r}; possible now: {wanted}"


def a_view_tells_who_is_to_move(at: Position) -> None:
    for viewer in at.viewers:
        view = at.game.view(at.state, viewer)
        assert at.game.seats_to_move(view) == at.play.to_move, (
            f"who is to move is another question in the view of {viewer}: a field that everybody sees must answer it"
        )
        assert bool(at.game.rules.is_over(view)) == at.play.is_over, f"the view of {viewer} does not tell the end"


def legality_reads_only_what_the_mover_sees(at: Position) -> None:
    for seat in range(at.play.seats):
        view = at.game.view(at.state, seat)
        assert at.game.legal(view, seat) == at.game.legal(at.state, seat), f"seat {seat}: the view and the truth differ"
        world = _another_world(at, seat)
        told = at.game.legal(world, seat), at.game.legal(at.state, seat)
        assert told[0] == told[1], f"what seat {seat} may do depends on what it cannot see: {told}"


def another_world_looks_the_same(at: Position) -> None:
    for seat in at.viewers:
        world = _another_world(at, seat)
        assert at.game.view(world, seat).tobytes() == at.game.view(at.state, seat).tobytes(), (
            f"determinize changes what seat {seat} sees"
        )


def another_world_is_sound(at: Position) -> None:
    for seat in range(at.play.seats):
        world = _another_world(at, seat)
        broken = at.game.invariants(world)
        assert not broken, f"determinize for seat {seat} gives what cannot be: {broken}"
        assert bool(at.game.rules.is_over(world)) == at.play.is_over, "determinize ends a game, or makes it go on"
        assert at.game.seats_to_move(world) == at.play.to_move, "determinize changes who is to move"


def a_view_is_a_view_of_itself(at: Position) -> None:
    for seat in at.viewers:
        view = at.game.view(at.state, seat)
        assert at.game.view(view, seat).tobytes() == view.tobytes(), f"a view of the view of seat {seat} is another one"


def what_everybody_sees_each_seat_sees(at: Position) -> None:
    """Whoever looks from a seat may pass on to the public what the public sees, and no more."""
    public = at.game.view(at.state, SPECTATOR).tobytes()
    for seat in range(at.play.seats):
        assert at.game.view(at.game.view(at.state, seat), SPECTATOR).tobytes() == public, f"seat {seat} sees less"


def open_hands_are_open(at: Position) -> None:
    if at.game.open_hands(at.play.options):
        views = {at.game.view(at.state, viewer).tobytes() for viewer in at.viewers}
        assert len(views) == 1, "somebody knows more than the others"


def _read_as(described: Any, kind: type) -> Any:
    """What is described, read as its type says: nothing checks types when a Struct is made."""
    try:
        return msgspec.convert(described, kind)
    except msgspec.ValidationError as error:
        return f"not what {kind.__name__} says: {error}"


def views_are_told_in_json_and_words(at: Position) -> None:
    for seat in at.viewers:
        view = at.game.view(at.state, seat)
        described = at.game.describe_as_json(view, seat)
        assert json.loads(json.dumps(described)) == described, "a view must be plain JSON"
        if at.game.describing.type is not None:
            same = _read_as(described, at.game.describing.type) == at.game.describe(view, seat)
            assert same, "what is described is not what its types say"
        _check_text(at.game.ask(view, seat))
        for language in LANGUAGES:
            assert at.game.draw(view, language), f"the table is not drawn in {language}"


def actions_are_told_apart_in_words(at: Position) -> None:
    """What stands in a sentence about an action: short of a period, and from the seat's own view."""
    for seat in range(at.play.seats):
        view, world = at.game.view(at.state, seat), _another_world(at, seat)
        legal = at.play.legal(seat)
        told = [at.game.phrase(view, seat, action) for action in legal]
        for language in LANGUAGES:
            assert len({text.of(language) for text in told}) == len(legal), f"two actions are said alike: {told}"
        for action in [*legal, *_sample(at, range(at.game.action_count), 12)]:
            text = at.game.phrase(view, seat, action)
            _check_text(text)
            assert not any(text.of(language).endswith(".") for language in LANGUAGES), f"{text} is a sentence"
            assert at.game.phrase(world, seat, action) == text, f"{text} tells seat {seat} what it cannot see"


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
            assert json.loads(json.dumps(event.what)) == event.what, f"an event must be plain JSON: {event.what}"
            assert event.what.get("type"), f"an event says its type: {event.what}"
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
    a_view_tells_who_is_to_move,
    legality_reads_only_what_the_mover_sees,
    another_world_looks_the_same,
    another_world_is_sound,
    a_view_is_a_view_of_itself,
    what_everybody_sees_each_seat_sees,
    open_hands_are_open,
    views_are_told_in_json_and_words,
    actions_are_told_apart_in_words,
    events_are_told_to_every_viewer,
    what_is_told_needs_only_the_view,
)


def fields_that_hide_nothing(subject: Subject, seed: int, positions: int) -> set[str]:
    """The fields that are said to be seen by rule, and that every seat saw whole in these positions."""
    fields = {each.name for each in fields_of(subject.game.state.names, Sight.BY_RULE)}
    for at in islice(subject.walk(seed), positions):
        for seat in range(at.play.seats):
            view = at.game.view(at.state, seat)
            fields -= {name for name in fields if not np.array_equal(view[name], at.state[name])}
        if not fields:
            break
    return fields


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
