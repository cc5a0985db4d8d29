"""A tiny game with a secret, sound or broken in a named way: the conformance checks must notice each fault.

Each seat has a hidden card; in turn they add 1, 2 or 3 to a common heap; at nine or more the higher card wins.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from caravane.chance import below, next_word
from caravane.errors import BadInput
from caravane.game import SPECTATOR, Event, Game, Item, Refusal, Rules, Structure
from caravane.kernel import record_type
from caravane.outcome import share_returns
from caravane.text import Text

STATE = record_type(
    [
        ("toy", np.int8),
        ("card", np.int8, (2,)),  # 1..6, 0 unknown
        ("heap", np.int8),
        ("turn", np.int8),
    ]
)


def set_up(state: Any, seats: int, options: Any) -> None:
    state.toy = seats


def asks_chance(state: Any) -> bool:
    return bool(state.turn == 0 and state.heap == 0 and state.card[0] == 0 and state.card[1] == 0)


def apply_chance(state: Any, word: Any) -> None:
    state.card[0] = 1 + below(word, 6)
    state.card[1] = 1 + below(next_word(word), 6)


def is_over(state: Any) -> bool:
    return bool(state.heap >= 9)


def to_move(state: Any) -> int:
    return 0 if is_over(state) else 1 << int(state.turn)


def legal_actions(state: Any, seat: int, out: Any) -> int:
    if is_over(state) or state.turn != seat:
        return 0
    out[:3] = (0, 1, 2)
    return 3


def apply_action(state: Any, seat: int, action: int) -> None:
    state.heap += action + 1
    state.turn = 1 - state.turn


def points(state: Any, seat: int) -> int:
    return int(state.card[seat]) if is_over(state) else 0


def returns(state: Any, out: Any) -> None:
    mine, theirs = int(state.card[0]), int(state.card[1])
    if not is_over(state) or mine == theirs:
        share_returns(0, 2, 0, out)
    else:
        share_returns(1 if mine > theirs else 2, 2, 1, out)


def view_for(state: Any, seat: int, view: Any) -> None:
    view.toy, view.heap, view.turn = state.toy, state.heap, state.turn
    for each in range(2):
        if each == seat or is_over(state):
            view.card[each] = state.card[each]


def determinize(view: Any, seat: int, word: Any) -> None:
    for each in range(2):
        word = next_word(word)
        if view.card[each] == 0:
            view.card[each] = 1 + below(word, 6)


def encode(structure: Structure) -> int:
    if structure.get("add") not in range(1, 6):
        raise BadInput(Text("illisible", "unreadable"))
    return int(structure["add"]) - 1


def parse(text: str) -> int:
    if not text.startswith("+"):
        raise BadInput(Text("illisible", "unreadable"))
    return int(text[1:]) - 1


def narrate(before: Any, after: Any, actor: int, action: int) -> list[Event]:
    return [Event(actor, {"type": "added", "add": action + 1}, Text("{who} ajoute.", "{who} adds."))]


RULES = Rules(
    set_up=set_up,
    asks_chance=asks_chance,
    apply_chance=apply_chance,
    to_move=to_move,
    legal_actions=legal_actions,
    apply_action=apply_action,
    is_over=is_over,
    returns=returns,
    points=points,
    view_for=view_for,
    determinize=determinize,
    evaluate=lambda state, seat: 0.0,
    rollout_action=lambda state, seat, actions, count, word: int(actions[below(word, count)]),
)

TOY = Game(
    id="toy", title=Text("Jouet", "Toy"), author="", year=2000, sentence=Text("Un jouet.", "A toy."), minutes=1,
    min_seats=2, max_seats=2, rules_version=1, options=(), presets=(), state=STATE, action_count=5, max_legal=3,
    has_secrets=True, seat_names=(Text("un", "one"), Text("deux", "two")), rules=RULES,
    encode=encode, decode=lambda action: {"add": action + 1}, notation=lambda action: f"+{action + 1}", parse=parse,
    words=lambda view, seat, action: Text(f"ajouter {action + 1}", f"add {action + 1}"),
    explain=lambda state, seat, action: Refusal("1.1", Text("Non.", "No.")),
    describe=lambda view, seat: {"heap": int(view.heap), "cards": [int(card) for card in view.card]},
    ask=lambda view, seat: Text("Combien ?", "How many?"), narrate=narrate, is_secret=lambda action: False,
    score_sheet=lambda state, seat: [Item("card", Text("carte", "card"), points(state, seat))],
    ending=lambda state: "full" if is_over(state) else "", endings=("full",),
    invariants=lambda state: [] if 0 <= state.heap < 12 else ["heap"], draw=lambda state, _: f"heap {int(state.heap)}",
)  # fmt: skip


def _legal(*actions: int) -> Any:
    def legal(state: Any, seat: int, out: Any) -> int:
        if is_over(state) or state.turn != seat:
            return 0
        out[: len(actions)] = actions
        return len(actions)

    return legal


def _legal_by_secret(state: Any, seat: int, out: Any) -> int:
    return min(legal_actions(state, seat, out), 3 - int(state.card[1 - seat]) % 2)


def _peeking_view(state: Any, seat: int, view: Any) -> None:
    view_for(state, seat, view)
    view.card[1 - seat] = state.card[1 - seat]


def _forgetful_view(state: Any, seat: int, view: Any) -> None:
    view_for(state, seat, view)
    view.card[seat] = int(view.card[seat]) // 2


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


def _meddling_reason(state: Any, seat: int, action: int) -> Refusal:
    state.heap = 8
    return Refusal("1.1", Text("Non.", "No."))


def rules(**changes: Any) -> Game:
    """The toy with other kernels."""
    return replace(TOY, rules=replace(RULES, **changes))


# name of the check that must notice -> the broken games
FAULTS: dict[str, list[Game]] = {
    "legal_lists_are_sorted_and_within_bounds": [
        rules(legal_actions=_legal(2, 1, 0)), rules(legal_actions=_legal(0, 0, 1)), rules(legal_actions=_legal(0, 9)),
        rules(legal_actions=_legal(0, 1, 2, 3)), rules(legal_actions=_legal()),
    ],
    "legal_actions_are_accepted": [rules(apply_action=_stuck)],
    "everything_else_is_refused": [
        replace(TOY, explain=lambda state, seat, action: Refusal("1.1", Text("", ""))),
        replace(TOY, explain=_meddling_reason),
    ],
    "reasons_name_a_rule": [replace(TOY, explain=lambda state, seat, action: Refusal("", Text("Non.", "No.")))],
    "forms_round_trip": [
        replace(TOY, encode=lambda structure: 0), replace(TOY, notation=lambda action: "+1"),
        replace(TOY, decode=lambda action: {"add": (action + 1) % 5 + 1}),
    ],
    "nonsense_is_refused_in_words": [
        replace(TOY, encode=lambda structure: int(structure["add"]) - 1), replace(TOY, parse=lambda text: int(text[1:]) - 1),
        replace(TOY, encode=lambda structure: int(structure.get("add") == 2)), replace(TOY, parse=lambda text: 0),
    ],
    "open_hands_are_open": [replace(TOY, open_hands=lambda options: True)],
    "copies_are_equal_and_independent": [rules(legal_actions=_remembering, apply_action=_meddling)],
    "bytes_round_trip": [rules(legal_actions=_by_object)],
    "invariants_hold": [replace(TOY, invariants=lambda state: ["broken"] if state.heap > 4 else [])],
    "results_are_within_bounds": [
        rules(returns=lambda state, out: out.fill(0.5)), rules(returns=lambda state, out: out.__setitem__(0, 2.0)),
        replace(TOY, score_sheet=lambda state, seat: [Item("one", Text("un", "one"), 1)]),
        rules(evaluate=lambda state, seat: 3.0),
    ],
    "someone_moves_until_the_end": [
        rules(to_move=lambda state: 1 << int(state.turn)), replace(TOY, ending=lambda state: "lost"),
    ],
    "legality_reads_only_what_the_mover_sees": [rules(legal_actions=_legal_by_secret)],
    "another_world_looks_the_same": [rules(determinize=_wrong_deal), rules(view_for=_peeking_view, determinize=_wrong_deal)],
    "another_world_is_sound": [rules(determinize=_unsound_deal)],
    "a_view_is_a_view_of_itself": [rules(view_for=_forgetful_view)],
    "views_are_told_in_json_and_words": [
        replace(TOY, describe=lambda view, seat: {"seats": (1, 2)}), replace(TOY, ask=lambda view, seat: Text("", "Well?")),
        replace(TOY, draw=lambda state, _: ""),
    ],
    "actions_are_told_apart_in_words": [
        replace(TOY, words=lambda view, seat, action: Text(f"ajouter {action + 1}", "add")),
        replace(TOY, words=lambda view, seat, action: Text("", f"add {action + 1}")),
        replace(TOY, words=lambda view, seat, action: Text(f"ajouter {action + 1}.", f"add {action + 1}")),
        replace(TOY, words=lambda view, seat, action: Text(("un", "deux", "trois", "", "")[action], f"add {action + 1}")),
        replace(TOY, words=lambda view, seat, action: Text(f"{action} sur {view.card[1 - seat]}", f"add {action}")),
    ],
    "events_are_told_to_every_viewer": [
        replace(TOY, narrate=lambda before, after, actor, action: []),
        replace(TOY, narrate=lambda before, after, actor, action: [Event(SPECTATOR, {"type": "x"}, Text("x", ""))]),
        replace(TOY, narrate=lambda before, after, actor, action: [Event(SPECTATOR, {}, Text("x", "x"))]),
    ],
    "what_is_told_needs_only_the_view": [replace(TOY, is_secret=lambda action: True)],
}  # fmt: skip
