"""Africa, Reiner Knizia 2001: explore a continent of 96 hidden tiles. Rules: docs/games/africa.md."""

from typing import Any

from caravane.game import Game, Option, Preset, Rules
from caravane.games.africa.actions import ACTIONS, decode, encode
from caravane.games.africa.board import HEXES, SEATS
from caravane.games.africa.describe import EXCHANGES, describe
from caravane.games.africa.drawing import draw
from caravane.games.africa.evaluation import evaluate, rollout_action
from caravane.games.africa.narration import SEAT_NAMES, ask, narrate
from caravane.games.africa.notation import notation, parse
from caravane.games.africa.refusal import explain
from caravane.games.africa.rules import (
    apply_action,
    apply_chance,
    asks_chance,
    is_over,
    legal_actions,
    set_up,
    stirs,
    to_move,
)
from caravane.games.africa.scoring import points, returns
from caravane.games.africa.sheet import invariants, score_sheet
from caravane.games.africa.state import ENDINGS, STATE
from caravane.games.africa.view import OPEN, STEADY, UNSEEN, determinize, treasure_is_open, view_for, view_own
from caravane.games.africa.words import words
from caravane.text import Text


def _is_secret(_action: int) -> bool:
    """Everything happens in the open."""
    return False


def _ending(state: Any) -> str:
    """Which end it was."""
    return ENDINGS[int(state.ending) - 1] if state.ending else ""


OPTIONS = (
    Option(
        "hidden_treasure",
        Text("Trésor caché", "Hidden treasure"),
        Text(
            "Chacun cache l’or et les pierres qu’il a pris ; on voit ce qui est pris, pas les totaux.",
            "Players hide the gold and gems they took; what is taken is seen, totals are not.",
        ),
        False,
    ),
    Option(
        "exchange",
        Text("Échange d’objets", "Exchange of goods"),
        Text(
            "Un contre un ou tous d’une sorte, ou seulement tous d’une sorte.",
            "One for one or all of a kind, or only all of a kind.",
        ),
        "both",
        EXCHANGES,
        (
            Text("un contre un ou tous d’une sorte", "one for one or all of a kind"),
            Text("tous d’une sorte", "all of a kind"),
        ),
    ),
    Option(
        "equal_turns",
        Text("Tours égaux", "Equal turns"),
        Text(
            "Après le dernier monument on termine le tour de table.",
            "After the last monument the round is finished.",
        ),
        False,
    ),
)

GAME = Game(
    id="africa",
    title=Text("Africa", "Africa"),
    author="Reiner Knizia",
    year=2001,
    sentence=Text(
        "Explorez un continent de 96 tuiles cachées : animaux à réunir, nomades à guider, trésors à prendre.",
        "Explore a continent of 96 hidden tiles: herds to unite, nomads to guide, treasure to take.",
    ),
    minutes=45,
    min_seats=2,
    max_seats=SEATS,
    rules_version=1,
    options=OPTIONS,
    presets=(
        Preset("standard", Text("Règle du jeu", "Rules of the game"), Text("Tout est ouvert.", "All is open."), {}),
        Preset(
            "memory",
            Text("De mémoire", "From memory"),
            Text("Le trésor de chacun est caché.", "Everybody's treasure is hidden."),
            {"hidden_treasure": True},
        ),
    ),
    state=STATE,
    action_count=ACTIONS,
    max_legal=HEXES,
    has_secrets=True,
    open_hands=lambda options: not options["hidden_treasure"],
    seat_names=SEAT_NAMES,
    rules=Rules(
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
        evaluate=evaluate,
        rollout_action=rollout_action,
        view_own=view_own,
        stirs=stirs,
        own_is_open=treasure_is_open,
    ),
    encode=encode,
    decode=decode,
    notation=notation,
    words=words,
    parse=parse,
    explain=explain,
    describe=describe,
    ask=ask,
    narrate=narrate,
    is_secret=_is_secret,
    score_sheet=score_sheet,
    ending=_ending,
    endings=ENDINGS,
    invariants=invariants,
    draw=draw,
    open_fields=OPEN,
    steady_fields=STEADY,
    unseen_fields=UNSEEN,
)
