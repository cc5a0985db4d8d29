"""A trace is enough for a stranger's referee: truth, choices, chance, changes, scores."""

from typing import Any

import pytest

from caravane import load
from caravane.game import games
from tests.cli.conftest import Diary, Run

GAMES = sorted(games())
PRESETS = [(game, preset.name) for game in GAMES for preset in load(game).presets]


def test_it_begins_with_the_table_and_ends_with_the_scores(run: Run) -> None:
    first, *_, last = run("trace", "pistes", "--seed", "3", "--option", "move=rook", "--max-plies", "4").lines
    assert first["type"] == "start"
    assert (first["game"], first["players"], first["seed"], first["bot"]) == ("pistes", 2, 3, "random")
    assert first["options"]["move"] == "rook"
    assert last["type"] == "end"
    assert (last["plies"], last["is_over"], last["returns"]) == (4, False, None)


@pytest.mark.parametrize("game", GAMES)
def test_before_each_decision_every_legal_action_is_there_in_three_forms(run: Run, game: str) -> None:
    found = load(game)
    for line in _of("decision", run("trace", game, "--max-plies", "12").lines):
        assert line["legal"]
        for legal in line["legal"]:
            assert legal["seat"] in line["to_move"]
            assert found.encode(legal["structure"]) == found.parse(legal["notation"]) == legal["action"]


@pytest.mark.parametrize("game", GAMES)
def test_changes_lead_from_each_truth_to_the_next(run: Run, game: str) -> None:
    lines = run("trace", game, "--max-plies", "25", "--seed", "2").lines
    for decision, action, after in zip(lines[1:-2:2], lines[2:-1:2], lines[3::2], strict=True):
        state = decision["state"]
        for change in action["changes"]:
            _put(state, [change["field"], *change["at"]], change["from"], change["to"])
        assert state == after["state"]


@pytest.mark.parametrize("game", GAMES)
def test_the_chosen_action_was_one_of_the_legal_ones(run: Run, game: str) -> None:
    lines = run("trace", game, "--max-plies", "10", "--bot", "greedy").lines
    for decision, action in zip(_of("decision", lines), _of("action", lines), strict=True):
        chosen = {key: action[key] for key in ("seat", "action", "structure", "notation")}
        assert chosen in decision["legal"]


@pytest.mark.parametrize("game", GAMES)
def test_its_words_of_chance_replay_the_game(run: Run, game: str) -> None:
    from caravane import start
    from caravane.chance import ListedChance
    from caravane.cli.trace import dump

    lines = run("trace", game, "--max-plies", "30", "--seed", "9").lines
    words = [int(word, 16) for line in lines for word in line.get("chance", [])]
    play = start(game, lines[0]["players"], chance=ListedChance(words), options=lines[0]["options"])
    for action in _of("action", lines):
        play.apply(action["structure"], action["seat"])
    assert dump(play.state) == lines[-1]["state"]


@pytest.mark.parametrize("game", GAMES)
def test_score_sheets_add_up_to_the_points(run: Run, game: str) -> None:
    last = run("trace", game, "--max-plies", "12", "--bot", "greedy").lines[-1]
    sums = [sum(item["points"] for item in sheet) for sheet in last["score_sheets"]]
    assert sums == last["points"]


def test_the_same_seed_gives_the_same_trace_and_another_does_not(run: Run) -> None:
    once = run("trace", "pistes", "--seed", "1", "--max-plies", "20").out
    assert run("trace", "pistes", "--seed", "1", "--max-plies", "20").out == once
    assert run("trace", "pistes", "--seed", "2", "--max-plies", "20").out != once


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_can_be_traced(run: Run, game: str, preset: str) -> None:
    outcome = run("trace", game, "--preset", preset, "--max-plies", "8")
    assert outcome.code == 0
    assert outcome.lines[0]["preset"] == preset
    assert outcome.lines[-1]["plies"] == 8


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_seats_can_be_traced(run: Run, game: str) -> None:
    found = load(game)
    for count in range(found.min_seats, found.max_seats + 1):
        assert len(run("trace", game, "--players", str(count), "--max-plies", "3").lines[-1]["points"]) == count


@pytest.mark.parametrize(
    ("bot", "fault"),
    [("broken", "failed on seat 0: ValueError: no idea"), ("quitter", "SystemExit: enough"), ("cheat", "not a legal")],
)
def test_a_bot_that_fails_ends_the_trace_with_a_sentence_that_names_it(
    run: Run, strangers: type[Diary], bot: str, fault: str
) -> None:
    outcome = run("trace", "pistes", "--bot", bot)
    assert outcome.code == 2
    assert outcome.err.startswith(f"The bot {bot} ")
    assert fault in outcome.err
    assert outcome.err.count("\n") == 1
    assert [line["type"] for line in outcome.lines] == ["start", "decision"]


def test_every_seat_has_a_bot_of_its_own(run: Run, strangers: type[Diary]) -> None:
    run("trace", "africa", "--players", "3", "--bot", "diary", "--max-plies", "30")
    assert [set(bot.asked) for bot in strangers.made] == [{0}, {1}, {2}]


def _of(kind: str, lines: list[Any]) -> list[Any]:
    return [line for line in lines if line["type"] == kind]


def _put(state: Any, path: list[Any], before: Any, after: Any) -> None:
    for step in path[:-1]:
        state = state[step]
    assert state[path[-1]] == before
    state[path[-1]] = after
