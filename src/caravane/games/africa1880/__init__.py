"""AFRICA (1880-1914): secret orders, alliances and wars, the partition of a continent decided in Europe."""

from caravane.game import Game, Orders, Rules
from caravane.games.africa1880 import rules
from caravane.games.africa1880.actions import ACTION_COUNT, READY, UNREADY, decode, encode, is_secret, line_of, mild
from caravane.games.africa1880.describe import describe
from caravane.games.africa1880.evaluation import evaluate, rollout_action
from caravane.games.africa1880.invariants import invariants
from caravane.games.africa1880.narration import ENDINGS, ask, ending, narrate, score_sheet
from caravane.games.africa1880.notation import draw, notation, parse
from caravane.games.africa1880.options import OPTIONS, PRESETS
from caravane.games.africa1880.proposals import kept, promise_text, promises
from caravane.games.africa1880.refusals import explain
from caravane.games.africa1880.sampling import Model, random_turns
from caravane.games.africa1880.sheets import read
from caravane.games.africa1880.state import SEATS, STATE
from caravane.games.africa1880.view import OPEN, SHEETS, STEADY, determinize, determinize_by, own_country, view_for
from caravane.games.africa1880.warnings import warnings
from caravane.games.africa1880.words import words
from caravane.text import Text

GAME = Game(
    id="africa1880",
    title=Text("AFRICA 1880", "AFRICA 1880"),
    author="Francis Pacherie",
    year=1997,
    sentence=Text(
        "Ordres secrets, promesses à voix basse\u00a0: le partage colonial du continent, montré pour ce qu’il fut.",
        "Secret orders, whispered promises: the colonial partition of the continent, shown for what it was.",
    ),
    minutes=90,
    min_seats=3,
    max_seats=SEATS,
    rules_version=1,
    options=OPTIONS,
    presets=PRESETS,
    state=STATE,
    action_count=ACTION_COUNT,
    max_legal=ACTION_COUNT,
    has_secrets=True,
    # Countries are chosen by default, so a seat has none at the start.
    seat_names=tuple(Text(f"Place {seat + 1}", f"Seat {seat + 1}") for seat in range(SEATS)),
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
        view_for=view_for,
        determinize=determinize,
        evaluate=evaluate,
        rollout_action=rollout_action,
        stirs=rules.stirs,
        own_row=own_country,
        add_legal=rules.add_legal,
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
    is_secret=is_secret,
    score_sheet=score_sheet,
    ending=ending,
    endings=ENDINGS,
    invariants=invariants,
    draw=draw,
    open_fields=OPEN,
    steady_fields=STEADY,
    row_fields=SHEETS,
    orders=Orders(
        recall=UNREADY,
        ready=READY,
        line=line_of,
        mild=mild,
        read=read,
        warnings=warnings,
        promises=promises,
        promise_text=promise_text,
        kept=kept,
        random_turns=random_turns,
        even_model=Model.even,
        determinize_by=determinize_by,
    ),
)
