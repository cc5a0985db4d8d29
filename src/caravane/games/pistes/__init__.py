"""L'Africa, le jeu des 9 pistes (1977): slide nine pawns home without a capture."""

from caravane.game import Game, Rules
from caravane.games.pistes import actions, evaluation, invariants, narration, notation, options, rules, view, words
from caravane.games.pistes.state import ENDINGS, STATE
from caravane.text import Text

GAME = Game(
    id="pistes",
    title=Text("L’Africa", "L’Africa"),
    author="",
    year=1977,
    sentence=Text(
        "Vos pions glissent jusqu’à l’obstacle. Neuf à rentrer, rien à capturer.",
        "Your pawns slide until something stops them. Nine to bring home, nothing to capture.",
    ),
    minutes=15,
    min_seats=2,
    max_seats=2,
    rules_version=1,
    options=options.OPTIONS,
    presets=options.PRESETS,
    state=STATE,
    action_count=actions.ACTIONS,
    max_legal=256,
    has_secrets=False,
    seat_names=notation.SIDES,
    rules=Rules(
        set_up=rules.set_up,
        asks_chance=rules.asks_chance,
        apply_chance=rules.apply_chance,
        to_move=rules.to_move,
        legal_actions=rules.legal_actions,
        apply_action=rules.apply_action,
        is_over=rules.is_over,
        returns=rules.returns,
        points=rules.points,
        view_for=view.view_for,
        determinize=view.determinize,
        evaluate=evaluation.evaluate,
        rollout_action=evaluation.rollout_action,
    ),
    encode=actions.encode,
    decode=actions.decode,
    notation=actions.notation,
    words=words.words,
    parse=actions.parse,
    explain=notation.explain,
    describe=notation.describe,
    ask=notation.ask,
    narrate=narration.narrate,
    is_secret=lambda action: False,
    score_sheet=notation.score_sheet,
    ending=notation.ending,
    endings=ENDINGS,
    invariants=invariants.invariants,
    draw=notation.draw,
)
