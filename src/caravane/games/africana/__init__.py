"""Africana, Michael Schacht 2012: travel the continent, complete expeditions, find artefacts."""

from caravane.game import Game, Option, Preset, Rules
from caravane.games.africana import (
    actions,
    deal,
    describe,
    evaluation,
    explain,
    invariants,
    memory,
    narration,
    notation,
    picture,
    rules,
    score,
    view,
)
from caravane.games.africana.board import COMPANY_NAMES
from caravane.games.africana.state import STATE
from caravane.text import Text

GAME = Game(
    id="africana",
    title=Text("Africana", "Africana"),
    author="Michael Schacht",
    year=2012,
    sentence=Text(
        "Des expéditions à travers le continent, deux livres d’aventures, et jamais assez de cartes pour tout.",
        "Expeditions across the continent, two books of adventures, and never enough cards for all of it.",
    ),
    minutes=60,
    min_seats=2,
    max_seats=4,
    rules_version=1,
    options=(
        Option(
            "hidden_scores",
            Text("Scores cachés", "Hidden scores"),
            Text(
                "L’argent des autres et leurs cartes achevées restent cachés jusqu’à la fin.",
                "Others’ silver and finished cards stay hidden until the end.",
            ),
            False,
        ),
        Option(
            "memory_aid",
            Text("Aide-mémoire", "Memory aid"),
            Text(
                "Ce que chacun a vu reste consultable : pages tournées, défausse, expéditions sorties.",
                "What everybody saw can be looked up: pages turned, discards, expeditions gone.",
            ),
            False,
        ),
    ),
    presets=(
        Preset(
            "standard",
            Text("Standard", "Standard"),
            Text("Argent et points visibles de tous.", "Silver and points are open to all."),
        ),
        Preset(
            "hidden",
            Text("Scores cachés", "Hidden scores"),
            Text(
                "L’argent des autres et leurs cartes achevées restent cachés jusqu’à la fin.",
                "Others’ silver and finished cards stay hidden until the end.",
            ),
            {"hidden_scores": True},
        ),
    ),
    state=STATE,
    action_count=actions.ACTION_COUNT,
    max_legal=actions.MAX_LEGAL,
    has_secrets=True,
    seat_names=COMPANY_NAMES,
    rules=Rules(
        set_up=deal.set_up,
        asks_chance=rules.asks_chance,
        apply_chance=rules.apply_chance,
        to_move=rules.to_move,
        legal_actions=rules.legal_actions,
        apply_action=rules.apply_action,
        is_over=rules.is_over,
        returns=score.returns,
        points=score.points,
        view_for=view.view_for,
        determinize=memory.determinize,
        evaluate=evaluation.evaluate,
        rollout_action=evaluation.rollout_action,
        view_own=view.view_own,
        stirs=rules.stirs,
        own_is_open=view.scores_are_open,
    ),
    encode=actions.encode,
    decode=actions.decode,
    notation=notation.notation,
    parse=notation.parse,
    explain=explain.explain,
    describe=describe.describe,
    ask=explain.ask,
    narrate=narration.narrate,
    is_secret=lambda action: False,
    score_sheet=score.score_sheet,
    ending=rules.ending,
    endings=rules.ENDINGS,
    invariants=invariants.invariants,
    draw=picture.draw,
    open_fields=view.OPEN,
    steady_fields=view.STEADY,
    row_fields=view.HANDS,
    unseen_fields=view.UNSEEN,
)
