"""The toy broken in named ways: the conformance checks must notice each fault."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from msgspec import Struct

from caravane.game import SPECTATOR, Event, Game, Item, Refusal
from caravane.text import Text
from tests import toy
from tests.toy import apply_action, determinize, is_over, legal_actions, view_private


def _legal(*actions: int) -> Any:
    def legal(state: Any, seat: int, out: Any) -> int:
        if is_over(state) or state.turn != seat:
            return 0
        out[: len(actions)] = actions
        return len(actions)

    return legal


def _legal_by_secret(state: Any, seat: int, out: Any) -> int:
    return min(legal_actions(state, seat, out), 3 - int(state.card[1 - seat]) % 2)


def peeking_view(state: Any, seat: int, view: Any) -> None:
    """Shows the other's card too."""
    view_private(state, seat, view)
    view.card[1 - seat] = state.card[1 - seat]


def _forgetful_view(state: Any, seat: int, view: Any) -> None:
    view_private(state, seat, view)
    view.card[seat] = int(view.card[seat]) // 2


class _Mistyped(Struct):
    heap: str


def _mistyped(view: Any, seat: int) -> _Mistyped:
    return _Mistyped(int(view.heap))  # type: ignore[arg-type]  # that is the fault


def _indiscreet_view(state: Any, seat: int, view: Any) -> None:
    view_private(state, seat, view)
    if seat < 0:
        view.card[0] = state.card[0]


def _wrong_deal(view: Any, seat: int, word: Any) -> None:
    determinize(view, seat, word)
    view.card[seat] = 7 - view.card[seat]


def _unsound_deal(view: Any, seat: int, word: Any) -> None:
    determinize(view, seat, word)
    view.heap = 15


def _stuck(state: Any, seat: int, action: int) -> None:
    """Changes nothing."""


_seen: list[Any] = []


def _remembering(state: Any, seat: int, out: Any) -> int:
    _seen.append(state)
    return legal_actions(state, seat, out)


_first: list[Any] = []


def _by_object(state: Any, seat: int, out: Any) -> int:
    """Knows the state it met first, and plays another game with copies."""
    _first[:] = _first or [state]
    return min(legal_actions(state, seat, out), 3 if state is _first[0] else 2)


def endless(state: Any, seat: int, action: int) -> None:
    """Forgets to grow."""
    state.turn = 1 - state.turn


_luck = iter(range(1_000_000))


def by_its_own_luck(state: Any, seat: int, action: int) -> None:
    """Draws from somewhere else than the words it is given."""
    state.heap += 1 + next(_luck) % 3
    state.turn = 1 - state.turn


def _meddling(state: Any, seat: int, action: int) -> None:
    apply_action(state, seat, action)
    for other in _seen:
        if other is not state:
            other.heap = 0


def _meddling_list(state: Any, seat: int, out: Any) -> int:
    state.heap = (int(state.heap) + 1) % 9  # to be asked must change nothing
    return legal_actions(state, seat, out)


def broken(**changes: Any) -> Game:
    """The toy with other functions in place of its own."""
    parts: Any = SimpleNamespace(**{**vars(toy), **changes})
    return Game(
        parts.FACTS,
        toy.STATE,
        parts,
        parts,
        parts,
        parts if "evaluate" in changes else None,
        invariants=parts.invariants,
    )


# name of the check that must notice -> the broken games
FAULTS: dict[str, list[Game]] = {
    "legal_lists_are_sorted_and_within_bounds": [
        broken(legal_actions=_legal(2, 1, 0)), broken(legal_actions=_legal(0, 0, 1)), broken(legal_actions=_legal(0, 9)),
        broken(legal_actions=_legal(0, 1, 2, 3)), broken(legal_actions=_legal()),
    ],
    "legal_actions_are_accepted": [broken(apply_action=_stuck)],
    "everything_else_is_refused": [
        broken(ACTION_COUNT=5, explain=lambda state, seat, action: Refusal("1.1", Text("", ""))),
        broken(legal_actions=_meddling_list),
    ],
    "reasons_name_a_rule": [
        broken(explain=lambda state, seat, action: Refusal("", Text("Non.", "No."))),
        broken(explain=lambda state, seat, action: Refusal("1.2", Text("Non.", "No."), remedy=action)),
    ],
    "forms_round_trip": [
        broken(encode=lambda structure: 0), broken(notation=lambda action: "+1"),
        broken(decode=lambda action: {"add": (action + 1) % 5 + 1}),
    ],
    "nonsense_is_refused_in_words": [
        broken(encode=lambda structure: int(structure["add"]) - 1), broken(parse=lambda text: int(text[1:]) - 1),
        broken(encode=lambda structure: int(structure.get("add") == 2)), broken(parse=lambda text: 0),
    ],
    "open_hands_are_open": [broken(FACTS=replace(toy.FACTS, open_hands=lambda options: True))],
    "copies_are_equal_and_independent": [broken(legal_actions=_remembering, apply_action=_meddling)],
    "bytes_round_trip": [broken(legal_actions=_by_object)],
    "invariants_hold": [broken(invariants=lambda state: ["broken"] if state.heap > 4 else [])],
    "results_are_within_bounds": [
        broken(returns=lambda state, out: out.fill(0.5)), broken(returns=lambda state, out: out.__setitem__(0, 2.0)),
        broken(score_sheet=lambda state, seat: [Item("one", Text("un", "one"), 1)]),
        broken(evaluate=lambda state, seat: 3.0, rollout_action=lambda state, seat, actions, count, word: int(actions[0])),
    ],
    "someone_moves_until_the_end": [
        broken(to_move=lambda state: 1 << int(state.turn)), broken(ending=lambda state: "lost"),
    ],
    "a_view_tells_who_is_to_move": [
        broken(to_move=lambda state: 0 if is_over(state) or not any(state.card) else 1 << int(state.turn)),
    ],
    "legality_reads_only_what_the_mover_sees": [broken(legal_actions=_legal_by_secret)],
    "another_world_looks_the_same": [broken(determinize=_wrong_deal), broken(view_private=peeking_view, determinize=_wrong_deal)],
    "another_world_is_sound": [broken(determinize=_unsound_deal)],
    "a_view_is_a_view_of_itself": [broken(view_private=_forgetful_view)],
    "what_everybody_sees_each_seat_sees": [broken(view_private=_indiscreet_view)],
    "views_are_told_in_json_and_words": [
        broken(describe=_mistyped),
        broken(describe=lambda view, seat: {"seats": (1, 2)}), broken(ask=lambda view, seat: Text("", "Well?")),
        broken(draw=lambda state, _: ""),
    ],
    "actions_are_told_apart_in_words": [
        broken(phrase=lambda view, seat, action: Text(f"ajouter {action + 1}", "add")),
        broken(phrase=lambda view, seat, action: Text("", f"add {action + 1}")),
        broken(phrase=lambda view, seat, action: Text(f"ajouter {action + 1}.", f"add {action + 1}")),
        broken(ACTION_COUNT=5, phrase=lambda view, seat, action: Text(("un", "deux", "trois", "", "")[action], f"add {action + 1}")),
        broken(phrase=lambda view, seat, action: Text(f"{action} sur {view.card[1 - seat]}", f"add {action}")),
    ],
    "events_are_told_to_every_viewer": [
        broken(narrate=lambda before, after, actor, action: []),
        broken(narrate=lambda before, after, actor, action: [Event(SPECTATOR, {"type": "x"}, Text("x", ""))]),
        broken(narrate=lambda before, after, actor, action: [Event(SPECTATOR, {}, Text("x", "x"))]),
    ],
    "what_is_told_needs_only_the_view": [broken(is_secret=lambda action: True)],
}  # fmt: skip
