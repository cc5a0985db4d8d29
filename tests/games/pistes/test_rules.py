"""The rules of L'Africa, one test a number at least; see docs/games/pistes.md."""

from functools import cache

import pytest

import caravane
from caravane import positions
from caravane.errors import BadInput, IllegalAction
from caravane.game import Value
from caravane.games.pistes.board import CELL_NAMES, COLUMNS, FILLABLE, LINES
from caravane.games.pistes.queries import position_key
from caravane.games.pistes.rules import finish_if_blocked
from caravane.games.pistes.state import NO_PROGRESS
from caravane.record import lines_of, read, replay, write
from tests.games.pistes.builder import after, camp, moves, pawns, position, set_up_numbers

HOME_BUT_ONE = "h7 i7 h8 i8 j8 h9 i9 j9"


def refused(play: caravane.Play, action: str, rule: str, told: str = "") -> None:
    saved = play.save()
    with pytest.raises(IllegalAction) as error:
        play.apply(action)
    assert error.value.rule == rule
    assert told in error.value.text.en
    assert play.save() == saved


def test_1_1_the_board_has_ten_columns_and_nine_lines() -> None:
    assert (COLUMNS, LINES) == (10, 9)
    assert (CELL_NAMES[0], CELL_NAMES[9], CELL_NAMES[-1]) == ("a1", "j1", "j9")


def test_1_2_pawns_start_on_two_diagonals() -> None:
    play = caravane.start("pistes")
    assert pawns(play, 0) == "i1 h2 g3 f4 e5 d6 c7 b8 a9"
    assert pawns(play, 1) == "j1 i2 h3 g4 f5 e6 d7 c8 b9"


def test_1_3_camps_lie_in_opposite_corners() -> None:
    camps = caravane.start("pistes").view(0)["camps"]
    assert sorted(camps["light"]) == ["h7", "h8", "h9", "i7", "i8", "i9", "j7", "j8", "j9"]
    assert sorted(camps["dark"]) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]


def test_1_4_outwit_gives_power_to_the_middle_pawns() -> None:
    described = caravane.start("pistes", preset="outwit-1978").view(0)["pawns"]
    assert [pawn["cell"] for pawn in described if pawn.get("power")] == ["e5", "f5"]


def test_2_1_light_begins_and_sides_alternate() -> None:
    play = caravane.start("pistes")
    assert len(moves(play)) == 16
    after(play, "a9-a4")
    assert play.to_move == [1]
    assert "j1-j6" in moves(play)
    refused(play, "b8-a8", "2.1")


def test_2_2_the_last_pawn_slides_in_and_the_game_is_over() -> None:
    play = after(position(f"{HOME_BUT_ONE} j2"), "j2-j7")
    assert play.is_over
    assert play.returns == [1.0, -1.0]
    assert play.game.ending(play.state) == "home"
    refused(play, "h7-g7", "2.2")


def test_2_3_a_match_is_two_games_with_sides_changed() -> None:
    play = after(position(f"{HOME_BUT_ONE} j2", match="two"), "j2-j7")
    assert not play.is_over
    assert play.view(0)["sides"] == ["dark", "light"]
    assert play.to_move == [1]
    assert pawns(play, 0) == "i1 h2 g3 f4 e5 d6 c7 b8 a9"


def test_2_3_the_winning_position_is_seen_before_the_next_game_is_set_up() -> None:
    for variant in ("plain", "second-beginners"):
        play = position(f"{HOME_BUT_ONE} j2", match="two", variant=variant, numbers="1 2 9 4 5 6 7 8 3")
        play.state.milestones[0] = 8 if variant != "plain" else 0
        play.state.key = play.state.history[0] = position_key(play.state)
        before = play.state.copy()
        play.apply("j2-j7")
        [last] = play.game.between(before, play.state, 0, play.game.parse("j2-j7"))
        shown = play.game.describe_as_json(last, 0)
        assert (shown["decision"], shown["game"], shown["games"], shown["home"]) == ("over", 1, 2, [9, 0])
        assert shown["results"] == [{"ending": "home", "winner": 0}]
        assert "over-D" in positions.write(play.game, last)
        assert positions.read(positions.write(play.game, last)).state.tobytes() == last.tobytes()
        [_, ended] = play.game.narrate(before, play.state, 0, play.game.parse("j2-j7"))
        assert ended.what["pawns"] == shown["pawns"]
        assert play.view(0)["game"] == 2  # the game itself has gone on


def test_2_4_points_decide_the_match() -> None:
    play = after(position(f"{HOME_BUT_ONE} j2", match="two", repetition=2), "j2-j7")
    assert play.points == [2, 0]
    after(play, "a9-a4", "j1-j6", "a4-a9", "j6-j1")  # the second game is drawn by repetition
    assert play.points == [3, 1]
    assert play.returns == [1.0, -1.0]
    assert [item.points for item in play.score_sheet(0)] == [2, 1]


def test_3_1_a_pawn_runs_to_the_obstacle() -> None:
    play = position("d5 d8 i1 h1 g1 f1 e1 h2 h3", "b5 e7 e6 f7 f6 f5 e5 e4 f4")
    assert moves(play, "d5") == ["d1", "c5", "d7"]
    refused(play, "d5-d6", "3.1")
    refused(play, "d5-d9", "3.1")


def test_3_1_never_diagonally_and_at_least_one_cell() -> None:
    play = caravane.start("pistes")
    refused(play, "a9-b8", "3.1")
    refused(play, "a9-a9", "3.1")


def test_3_2_a_pawn_stops_in_front_of_the_opponents_camp() -> None:
    play = position("j2 b7 i1 h1 g1 f1 e1 h3 h4")
    assert "d2" in moves(play, "j2")
    assert "b4" in moves(play, "b7")
    refused(play, "b7-b3", "3.2")


def test_3_3_pawns_leave_their_own_camp_again() -> None:
    play = position("i8 a9 b8 c7 d6 h2 g3 a7 a6")
    assert moves(play, "i8") == ["i1", "c8", "j8", "i9"]


def blocked_light(variant: str = "plain") -> caravane.Play:
    """Light's pawns fill the corner a7-c9 with dark ones around them; dark can move."""
    return position("a9 b9 c9 a8 b8 c8 a7 b7 c7", "d9 d8 d7 a6 b6 c6 j1 j2 j3", variant=variant)


def test_3_4_a_side_without_a_move_passes() -> None:
    play = blocked_light()
    assert moves(play) == ["pass"]
    after(play, "pass")
    assert play.to_move == [1]
    assert play.view(0)["ply"] == 1


def test_3_4_a_side_with_a_move_may_not_pass() -> None:
    refused(caravane.start("pistes"), "pass", "3.4")


def test_4_1_with_rook_moves_a_pawn_may_stop_earlier() -> None:
    play = caravane.start("pistes", options={"move": "rook"})
    assert len(moves(play)) == 54
    assert moves(play, "a9") == ["a4", "a5", "a6", "a7", "a8"]
    refused(play, "a9-c9", "4.1")


def test_4_2_a_locked_camp_keeps_its_pawns() -> None:
    play = position("i8 a9 b8 c7 d6 h2 g3 a7 a6", camp="locked")
    assert moves(play, "i8") == ["i7", "h8", "j8", "i9"]
    assert "i9" in moves(position("i1 a9 b8 c7 d6 h2 g3 a7 a6", camp="locked"), "i1")
    refused(play, "i8-i1", "4.2")


def test_4_3_a_power_pawn_runs_like_a_queen() -> None:
    play = position("e5+ a9 b9 c9 d9 e9 f9 g9 h1", "a5 j5 e1 g7 h2 b2 a4 b4 j1", power="middle")
    targets = moves(play, "e5")
    straight = {"b5", "c5", "d5", "f5", "g5", "h5", "i5", "e2", "e3", "e4", "e6", "e7", "e8"}
    diagonal = {"f6", "d6", "c7", "b8", "f4", "g3", "d4"}  # g7 and h2 are taken, c3 is the opponent's camp
    assert set(targets) == straight | diagonal
    assert targets == sorted(targets, key=lambda name: CELL_NAMES.index(name))


def test_4_3_the_refusal_of_a_power_pawns_line_is_true() -> None:
    """From a5 to c3 in its own camp, not on to d2: there it would have left a locked camp."""
    dark = "a5+ e9 f9 g9 e7 f7 g6 j5 e1"
    play = position("e8 f8 a9 b9 c9 d9 h1 j1 b6", dark, "dark", camp="locked", power="middle")
    assert "c3" in moves(play, "a5")
    refused(play, "a5-d2", "4.2", "On c3 the pawn is in; the camp is locked")
    refused(play, "a5-c6", "4.3", "c6 is on no line from a5")
    refused(play, "a5-a9", "4.3", "a9 is taken")
    refused(play, "a5-c7", "4.3", "b6 is taken")
    open_camp = position("e8 f8 a9 b9 c9 d9 h1 j1 b6", dark, "dark", power="middle")
    assert "d2" in moves(open_camp, "a5")
    light = position(dark, "e8 f8 a9 b9 c9 d9 h1 j1 b6", power="middle")
    refused(light, "a5-d2", "3.2", "the opponent's camp is between them")


def test_4_4_no_fourth_pawn_in_front_of_the_opponents_camp() -> None:
    light = "d1 d2 a4 j3 e9 f9 g9 i5 j5"
    club = position(light, "e7 e6 f7 f6 f5 e5 e4 f4 d7", gate_limit=3)
    refused(club, "j3-d3", "4.4")
    assert "d3" in moves(position(light, gate_limit=6), "j3")
    assert "d3" in moves(position(light, gate_limit=4), "j3")


def test_4_4_from_gate_to_gate_is_allowed() -> None:
    play = position("d1 a4 c4 j3 e9 f9 g9 i5 j5", "e7 e6 f7 f6 f5 e5 e4 f4 d4", gate_limit=3)
    assert "b4" in moves(play, "a4")


def test_4_4_the_club_preset_uses_the_limit() -> None:
    assert caravane.start("pistes", preset="club").options["gate_limit"] == 3


def test_4_5_a_forbidden_end_does_not_shorten_the_run() -> None:
    play = position("d1 d2 a4 j3 e9 f9 g9 i5 j5", gate_limit=3)
    assert [move for move in moves(play, "j3") if move.endswith("3")] == []
    first = position("a9:1 j2:2 b8:3 c7:4 d6:5 h2:6 g3:7 a7:8 a6:9", variant="first")
    assert [move for move in moves(first, "j2") if move.startswith("j")] == ["j1"]


def test_5_1_each_lays_the_others_numbered_pawns() -> None:
    play = caravane.start("pistes", preset="first")
    assert play.to_move == [1]  # dark lays light's pawns first
    after(play, "lay e5", "lay a9")
    refused(play, "lay e5", "5.1")
    refused(play, "lay b9", "5.1")
    laid = {pawn["cell"]: pawn["number"] for pawn in play.view(0)["pawns"]}
    assert laid == {"e5": 1, "a9": 2}


def test_5_2_pawns_come_home_in_order() -> None:
    play = position("j2:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="first")
    refused(play, "i2-i9", "5.2")
    after(play, "j2-j9", "e7-e9")
    assert "i9" in moves(play, "i2")


def test_5_2_one_that_left_must_come_back_first() -> None:
    play = position("j9:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="first")
    after(play, "j9-j1", "e7-e9")
    refused(play, "i2-i9", "5.2")


def test_5_2_moving_about_inside_is_free() -> None:
    play = position("j9:2 i2:1 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="first")
    assert "j7" not in moves(play, "j9")
    assert "b9" in moves(play, "j9")
    assert "j1" in moves(play, "j9")
    inside = position("j9:2 j7:3 i2:1 a9:4 b8:5 c7:6 d6:7 h2:8 g3:9", variant="first")
    assert "j8" in moves(inside, "j9")


def test_5_3_once_is_enough() -> None:
    play = position("j2:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="first", order="once")
    refused(play, "i2-i9", "5.3")
    after(play, "j2-j9", "e7-e9", "j9-j1", "e9-e7")
    assert "i9" in moves(play, "i2")


def test_5_4_each_numbers_the_others_camp() -> None:
    play = caravane.start("pistes", preset="second")
    after(play, "number i8", "number h7")
    assert camp(play, 0)[4] == 1
    assert camp(play, 0)[0] == 2
    refused(play, "number i8", "5.4")
    refused(play, "number a1", "5.4")


SECOND_LIGHT = "j2:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9"
LIGHT_OF = {"second": SECOND_LIGHT, "plain": "j2 i2 a9 b8 c7 d6 h2 g3 a7"}
NUMBERS = "7 6 5 8 9 4 3 2 1"  # h7 i7 j7 h8 i8 j8 h9 i9 j9


def test_5_5_a_pawn_waits_for_the_earlier_milestones() -> None:
    play = position(SECOND_LIGHT, variant="second", numbers=NUMBERS)
    refused(play, "i2-i9", "5.5")  # its own cell, but 1 has not rested on its cell
    after(play, "j2-j9", "e7-e9")
    assert play.view(0)["milestones"] == [1, 0]
    after(play, "i2-i9")
    assert play.view(0)["milestones"] == [2, 0]


def test_5_5_other_cells_of_the_camp_are_free() -> None:
    play = position("j2:3 i2:2 a9:1 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="second", numbers=NUMBERS)
    after(play, "j2-j9")  # pawn 3 on cell 1
    assert play.view(0)["milestones"] == [0, 0]


def test_5_5_having_rested_is_enough_until_the_end() -> None:
    play = position(SECOND_LIGHT, variant="second", numbers=NUMBERS)
    after(play, "j2-j9", "e7-e9", "j9-j1", "e9-e7")
    assert "i9" in moves(play, "i2")


def test_5_5_won_when_all_stand_on_their_own_cells() -> None:
    light = "h7:7 i7:6 h8:8 i8:9 j8:4 h9:3 i9:2 j9:1 j2:5"
    play = position(light, variant="second", numbers=NUMBERS)
    play.state.milestones[0] = 4
    play.apply("j2-j7")
    assert (play.is_over, play.returns) == (True, [1.0, -1.0])
    swapped = position(light.replace("h7:7 i7:6", "h7:6 i7:7"), variant="second", numbers=NUMBERS)
    swapped.state.milestones[0] = 4
    assert not after(swapped, "j2-j7").is_over


def test_5_6_strict_nobody_enters_before_its_turn() -> None:
    play = position("j2:3 i2:2 a9:1 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="second", order="strict", numbers=NUMBERS)
    refused(play, "j2-j9", "5.6")
    play = position("j9:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="second", order="strict", numbers=NUMBERS)
    assert "i9" in moves(play, "i2")
    assert "h9" not in moves(play, "h2")


@cache
def numberings(camp: int, move: int, filled: int = 0) -> int:
    """In how many ways a camp can be numbered so that it can be filled in order."""
    if filled == 511:
        return 1
    fillable = FILLABLE[camp, move, filled]
    return sum(numberings(camp, move, filled | 1 << place) for place in range(9) if fillable[place])


def test_5_6_a_locked_camp_can_be_filled_in_more_ways() -> None:
    for kind, is_legal in (("open", False), ("locked", True)):
        play = caravane.start("pistes", preset="second", options={"order": "strict", "camp": kind})
        assert ("number h7" in moves(play)) == is_legal  # only a border that is locked stops a pawn there
        assert ("number h8" in moves(after(play, "number j7"))) == is_legal
        assert "number i8" not in moves(play)


def test_5_6_only_numberings_that_can_be_filled_are_accepted() -> None:
    assert [[numberings(camp, move) for move in range(2)] for camp in range(2)] == [[7204, 50400], [33300, 50400]]
    play = caravane.start("pistes", preset="second", options={"order": "strict"})
    assert "number i8" not in moves(play)  # a slide from outside never stops in the middle of an empty camp
    refused(play, "number i8", "5.6")
    refused(play, "number a1", "5.4")  # not a cell of this camp
    refused(after(play, "number j9"), "number j9", "5.4")


def test_5_7_beginners_reach_the_cells_in_order_with_any_pawn() -> None:
    play = position("j2 i2 a9 b8 c7 d6 h2 g3 a7", variant="second-beginners", numbers=NUMBERS)
    after(play, "i2-i9", "e7-e9")  # cell 2 too early: allowed, does not count
    assert play.view(0)["milestones"] == [0, 0]
    after(play, "j2-j9", "e9-e7")
    assert play.view(0)["milestones"] == [1, 0]
    after(play, "i9-i1", "e7-e9", "i1-i9")
    assert play.view(0)["milestones"] == [2, 0]


def test_5_7_beginners_need_all_milestones_and_all_pawns() -> None:
    play = position(f"{HOME_BUT_ONE} j2", variant="second-beginners", numbers=NUMBERS)
    play.state.milestones[0] = 8
    assert not after(play, "j2-j7").is_over  # all nine are in, but that was cell 5, not cell 9
    play = position(f"{HOME_BUT_ONE} j2", variant="second-beginners", numbers="1 2 9 4 5 6 7 8 3")
    play.state.milestones[0] = 8
    assert after(play, "j2-j7").is_over
    play = position("h7 i7 h8 i8 j8 h9 i9 a9 j2", variant="second-beginners", numbers="1 2 3 4 5 6 7 8 9")
    play.state.milestones[0] = 8
    assert not after(play, "a9-a4").is_over  # eight milestones, seven pawns


def test_5_8_dark_sets_light_up_first_and_camps_come_before_pawns() -> None:
    play = caravane.start("pistes", preset="second")
    asked = []
    while play.game.decode(play.legal()[0])["type"] in ("lay", "number"):
        asked.append((play.to_move[0], play.game.decode(play.legal()[0])["type"]))
        play.apply(play.legal()[0])
    assert asked == [(1, "number")] * 9 + [(0, "number")] * 9 + [(1, "lay")] * 9 + [(0, "lay")] * 9
    assert play.view(0)["ply"] == 0


def test_5_8_who_waits_is_told_who_decides() -> None:
    play = caravane.start("pistes", preset="first")
    asked = [play.game.ask(play.game.view(play.state, seat), seat).en for seat in (-1, 0, 1)]
    assert asked == ["Dark is to decide.", "Dark is to decide.", "Your opponent's pawn 1: on which cell?"]


def test_5_8_a_second_game_is_set_up_anew() -> None:
    play = set_up_numbers(caravane.start("pistes", preset="first", options={"repetition": 2}))
    after(play, "a9-a4", "j1-j6", "a4-a9", "j6-j1")
    assert play.view(0)["game"] == 2
    assert play.view(0)["decision"] == "lay_pawns"
    assert play.to_move == [0]  # seat 0 is dark now


def test_5_9_chance_lays_the_pawns() -> None:
    def laid(seed: int) -> list[int]:
        play = caravane.start("pistes", seed=seed, preset="first", options={"placement": "random"})
        assert play.view(0)["decision"] == "move"
        return [pawn["number"] for pawn in play.view(0)["pawns"] if pawn["side"] == "light"]

    assert sorted(laid(1)) == list(range(1, 10))
    assert laid(1) != laid(2)


def test_5_10_chance_numbers_the_camps() -> None:
    options = {"numbering": "random", "order": "strict", "camp": "locked"}
    seen = set()
    for seed in range(6):
        play = caravane.start("pistes", seed=seed, preset="second", options=options)
        assert play.view(0)["decision"] == "lay_pawns"
        assert sorted(camp(play, 0)) == sorted(camp(play, 1)) == list(range(1, 10))
        seen.add((*camp(play, 0), *camp(play, 1)))
        for side in range(2):  # as the strict order asks, the camp can be filled
            filled = 0
            for number in range(1, 10):
                place = camp(play, side).index(number)
                assert FILLABLE[1, 0, filled, place]
                filled |= 1 << place
    assert len(seen) == 6
    both = caravane.start("pistes", preset="second", options={"numbering": "random", "placement": "random"})
    assert (both.view(0)["decision"], len(both.steps)) == ("move", 2)
    beginners = caravane.start("pistes", preset="second-beginners", options={"numbering": "random"})
    assert (beginners.view(0)["decision"], len(beginners.steps)) == ("move", 1)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"order": "once"}, "order=once is only used with variant=first"),
        ({"variant": "second", "order": "once"}, "order=once is only used with variant=first"),
        ({"variant": "first", "order": "strict"}, "order=strict is only used with variant=second"),
        ({"placement": "random"}, "only used with variant=first or variant=second"),
        ({"variant": "second-beginners", "placement": "random"}, "placement=random is only used"),
        ({"variant": "first", "numbering": "random"}, "only used with variant=second or variant=second-beginners"),
        ({"cap": 100}, "cap=100 is only used"),
        ({"variant": "second", "no_progress": 50}, "no_progress=50 is only used with variant=plain or variant=first"),
    ],
)
def test_options_that_a_variant_does_not_use_are_refused(given: dict[str, Value], told: str) -> None:
    with pytest.raises(BadInput) as error:
        caravane.start("pistes", options=given)
    assert told in error.value.text.en
    assert "ne sert qu’avec" in error.value.text.fr


def test_a_record_from_before_may_hold_them() -> None:
    play = caravane.start("pistes", options={"match": "single"})
    old = write(lines_of(after(play, "a9-a4"))).replace('"order":"as-written"', '"order":"once"')
    assert replay(read(old.replace(',"numbering":"opponent"', ""))).view(0)["ply"] == 1


SHUTTLE = ("a9-a4", "j1-j6", "a4-a9", "j6-j1")


def test_6_1_the_third_occurrence_is_a_draw() -> None:
    play = after(caravane.start("pistes", options={"match": "single"}), *SHUTTLE, *SHUTTLE[:3])
    assert not play.is_over
    after(play, SHUTTLE[3])
    assert (play.game.ending(play.state), play.returns) == ("repetition", [0.0, 0.0])


def test_6_1_milestones_make_another_position() -> None:
    """The same cells with another number of milestones are not a repetition."""
    for variant in ("second", "plain"):
        play = position(LIGHT_OF[variant], variant=variant, numbers=NUMBERS)
        key = int(play.state.key)
        play.state.milestones[0] = 1
        assert (int(position_key(play.state)) != key) == (variant == "second")


def test_6_1_having_been_in_makes_another_position() -> None:
    once = position("j2:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="first", order="once")
    ruled = position("j2:1 i2:2 a9:3 b8:4 c7:5 d6:6 h2:7 g3:8 a7:9", variant="first")
    for play in (once, ruled):
        key = int(play.state.key)
        play.state.been_in[0] = 2
        assert (int(position_key(play.state)) != key) == (play is once)


def test_6_2_no_progress_is_a_draw() -> None:
    play = caravane.start("pistes", options={"match": "single", "no_progress": 10, "repetition": 9})
    after(play, *SHUTTLE, *SHUTTLE, "a9-a4")
    assert not play.is_over
    after(play, "j1-j6")
    assert play.game.ending(play.state) == "no-progress"


def test_6_2_a_pawn_more_at_home_than_ever_is_progress() -> None:
    play = position("j2 a9 b8 c7 d6 h2 g3 a7 a6", no_progress=10)
    after(play, "j2-j9")
    assert play.view(0)["quiet"] == 0
    after(play, "e7-e9", "j9-j1", "e9-e7", "j1-j9")
    assert play.view(0)["quiet"] == 4  # home again, but no more than before


def test_6_3_nobody_can_move() -> None:
    """Only the orders of numbers and the gate limit can take every move away, so the position is made by hand."""
    play = caravane.start("pistes", options={"match": "single"})
    finish_if_blocked(play.state)
    assert not play.is_over
    for line in range(9):
        play.state.lines[line] = 1023  # as if every cell were taken
    for column in range(10):
        play.state.columns[column] = 511
    finish_if_blocked(play.state)
    assert play.game.ending(play.state) == "blocked"


def test_6_4_at_the_cap_more_milestones_win_and_equal_ones_draw() -> None:
    play = position(SECOND_LIGHT, variant="second", numbers=NUMBERS, cap=50)
    play.state.ply = 49
    play.apply("a9-a8")
    assert (play.game.ending(play.state), play.returns) == ("cap", [0.0, 0.0])
    play = position(SECOND_LIGHT, variant="second", numbers=NUMBERS, cap=50)
    play.state.ply = 49
    play.apply("j2-j9")
    assert (play.game.ending(play.state), play.returns) == ("cap", [1.0, -1.0])


def test_6_4_the_no_progress_limit_does_not_apply() -> None:
    play = position(SECOND_LIGHT, variant="second", numbers=NUMBERS)
    play.state.options[NO_PROGRESS] = 10
    play.state.quiet = 50
    assert not after(play, "a9-a8").is_over


def test_6_5_home_comes_before_every_other_end() -> None:
    play = position(f"{HOME_BUT_ONE} j2", no_progress=10)
    play.state.quiet = 9
    assert play.game.ending(after(play, "j2-j7").state) == "home"
    second = position("h7:7 i7:6 h8:8 i8:9 j8:4 h9:3 i9:2 j9:1 j2:5", variant="second", numbers=NUMBERS, cap=50)
    second.state.milestones[0] = 4
    second.state.ply = 49
    assert second.game.ending(after(second, "j2-j7").state) == "home"


def test_6_5_repetition_comes_before_no_progress() -> None:
    play = caravane.start("pistes", options={"match": "single", "no_progress": 12, "repetition": 4})
    after(play, *SHUTTLE, *SHUTTLE, *SHUTTLE)
    assert play.game.ending(play.state) == "repetition"
