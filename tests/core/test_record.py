"""Records replay exactly, and a changed one is caught."""

from typing import Any

import msgspec
import pytest

import caravane
from caravane.chance import CommittedChance, commitment
from caravane.errors import BadRecord
from caravane.game import Value
from caravane.order import Order
from caravane.play import Play
from caravane.proof import verify
from caravane.record import (
    Acted,
    ChanceGave,
    Header,
    Judged,
    TakenBack,
    end_of,
    event_of,
    lines_of,
    read,
    replay,
    write,
)

QUICK: dict[str, Value] = {"variant": "first", "placement": "random", "no_progress": 10, "match": "single"}


def played(chance: Any = None, seed: int = 5) -> Play:
    """A short game with a word of chance at its start, always the first legal move."""
    play = caravane.start("pistes", seed=seed, chance=chance, options=QUICK)
    while not play.is_over:
        play.apply(play.legal()[len(play.steps) % len(play.legal())])
    return play


def text_of(play: Play) -> str:
    return write(lines_of(play, ["Awa", "Tom"]))


def changed(text: str, line: int, **fields: Any) -> str:
    lines = text.splitlines()
    lines[line] = msgspec.json.encode(msgspec.json.decode(lines[line]) | fields).decode()
    return "\n".join(lines)


def test_a_record_replays_to_the_same_bytes() -> None:
    play = played()
    assert replay(read(text_of(play))).save() == play.save()


def test_a_record_is_proved() -> None:
    play = played()
    proof = verify(read(text_of(play)))
    assert (proof.chance, proof.words, proof.actions) == ("seeded", 1, len(play.steps) - 1)
    assert proof.ending == play.game.ending(play.state)


def test_replay_stops_before_an_action() -> None:
    play = replay(read(text_of(played())), at=3)
    assert sum(step.seat >= 0 for step in play.steps) == 3


def committed() -> str:
    secret = b"s" * 32
    play = played(CommittedChance(secret, "table-1", ("awa", "tom")))
    header = Header(
        caravane=1,
        game="pistes",
        rules_version=1,
        seats=2,
        options=play.options,
        table="table-1",
        commitment=commitment(secret),
        entropy=["awa", "tom"],
    )
    return write([header, *(event_of(play, step) for step in play.steps), end_of(play, secret)])


def test_a_committed_record_is_proved() -> None:
    proof = verify(read(committed()))
    assert (proof.chance, proof.ordered) == ("committed", False)


def ordered(**changed: Any) -> str:
    """A record whose header says when the commitment, each seat's part and the start were."""
    secret = b"s" * 32
    play = played(CommittedChance(secret, "table-1", ("00ff", ""), scheme=2))
    header = Header(
        caravane=1,
        game="pistes",
        rules_version=1,
        seats=2,
        options=play.options,
        table="table-1",
        commitment=commitment(secret),
        entropy=["00ff", ""],
        scheme=2,
        order=Order(commitment=1, entropy=[4, 0], start=5),
    )
    for name, value in changed.items():
        setattr(header, name, value)
    return write([header, *(event_of(play, step) for step in play.steps), end_of(play, secret)])


def test_the_order_of_commitment_entropy_and_start_is_proved() -> None:
    proof = verify(read(ordered()))
    assert (proof.chance, proof.ordered) == ("committed", True)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"order": Order(commitment=4, entropy=[3, 0], start=5)}, "must come before"),
        ({"order": Order(commitment=4, entropy=[4, 0], start=5)}, "must come before"),
        ({"order": Order(commitment=1, entropy=[5, 0], start=5)}, "must come before"),
        ({"order": Order(commitment=5, entropy=[0, 0], start=5), "entropy": ["", ""]}, "must come before"),
        ({"order": Order(commitment=1, entropy=[0, 0], start=5)}, "must come before"),
        ({"order": Order(commitment=1, entropy=[4, 3], start=5)}, "must come before"),
        ({"order": Order(commitment=1, entropy=[4], start=5)}, "one value a seat"),
        ({"order": None}, "lacks its order"),
        ({"scheme": 1}, "lacks its order"),
        ({"scheme": 3}, "scheme 3"),
        ({"entropy": ["00FF", ""]}, "small hexadecimal digits"),
        ({"entropy": ["00f", ""]}, "small hexadecimal digits"),
        ({"entropy": ["00" * 33, ""]}, "at most 32 bytes"),
        ({"entropy": ["00fe", ""]}, "Word of chance no. 1"),
    ],
)
def test_another_order_is_refused(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        verify(read(ordered(**changed)))


@pytest.mark.parametrize(
    ("line", "fields", "said"),
    [
        (-1, {"secret": "00" * 32}, "not the one that was committed"),
        (-1, {"secret": "zz"}, "not hexadecimal"),
        (-1, {"secret": None}, "not published yet"),
        (-1, {"points": [7, 7]}, r"is not the game's: points \[7, 7\] instead of"),
        (-1, {"returns": [1.0]}, r"returns \[1.0\] instead of"),
        (-1, {"sheets": [{"game-1": 7}, {}]}, "sheets"),
        (0, {"entropy": ["awa", "ines"]}, "Word of chance no. 1"),
        (0, {"table": "table-2"}, "Word of chance no. 1"),
        (0, {"game": "chess"}, "Unknown game"),
        (0, {"rules_version": 99}, "rules version 99"),
        (0, {"caravane": 2}, "unknown format"),
        (0, {"seats": 3}, "cannot be played with 3"),
        (1, {"word": "xyz"}, "sixteen hexadecimal digits"),
        (2, {"seat": 1}, "not to move"),
        (2, {"action": {"type": "move", "from": "a1", "to": "a2"}}, "You have no pawn on a1"),
        (2, {"action": {"type": "fly"}}, "Cannot read the action"),
        (2, {"action": {"type": ["move"]}}, "Cannot read the action"),
        (2, {"type": "magic"}, "Line 3"),
    ],
)
def test_a_changed_record_is_refused(line: int, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        verify(read(changed(committed(), line, **fields)))


def test_a_word_that_nobody_asked_for_is_refused() -> None:
    play = played()
    lines = list(lines_of(play))
    lines.insert(4, ChanceGave("0" * 16))
    with pytest.raises(BadRecord, match="nobody asked"):
        verify(read(write(lines)))


def test_a_missing_end_is_noticed() -> None:
    lines = list(lines_of(played()))
    with pytest.raises(BadRecord, match="end line is missing"):
        verify(read(write(lines[:-1])))


def test_an_end_too_early_is_noticed() -> None:
    lines = list(lines_of(played()))
    with pytest.raises(BadRecord, match="the game goes on"):
        verify(read(write([*lines[:-2], lines[-1]])))


def test_an_action_taken_back_no_longer_counts() -> None:
    play = played()
    lines = list(lines_of(play))
    first = next(i for i, line in enumerate(lines) if isinstance(line, Acted))
    start = caravane.start("pistes", seed=5, options=QUICK)
    other = next(a for a in start.legal() if a != play.steps[1].action)
    lines[first:first] = [Acted(0, start.game.decode(other)), TakenBack()]
    assert replay(read(write(lines))).save() == play.save()
    assert verify(read(write(lines))).ending == play.game.ending(play.state)


def test_chance_cannot_be_taken_back() -> None:
    lines = list(lines_of(played()))
    lines.insert(2, TakenBack())
    with pytest.raises(BadRecord, match="nothing can be taken back"):
        verify(read(write(lines)))


def test_several_actions_may_be_taken_back_one_after_another() -> None:
    play = played()
    lines = list(lines_of(play))
    first = next(i for i, line in enumerate(lines) if isinstance(line, Acted))
    lines[first + 2 : first + 2] = [TakenBack(), TakenBack(), *lines[first : first + 2]]
    assert replay(read(write(lines))).save() == play.save()


JUDGED = Judged("resigned", 0, [-1.0, 1.0])


def judged(verdict: Judged) -> str:
    """A game that the table ended after its first action."""
    play = caravane.start("pistes", seed=5, options=QUICK)
    play.apply(play.legal()[0])
    end = msgspec.structs.replace(end_of(play), ending=verdict.reason, returns=verdict.returns)
    return write([*lines_of(play), verdict, end])


def test_a_verdict_of_the_table_ends_a_game() -> None:
    assert verify(read(judged(JUDGED))).ending == "resigned"


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (Judged("bored", 0, [-1.0, 1.0]), "unknown reason 'bored'; reasons: resigned, time, aborted, agreed"),
        (Judged("time", 2, [-1.0, 1.0]), "there is no seat 2"),
        (Judged("time", 0, [-1.0]), "one number from -1 to 1 a seat"),
        (Judged("time", 0, [9.0, -9.0]), "one number from -1 to 1 a seat"),
        (Judged("time", 0, [1.0, 1.0]), "adding up to 0"),
    ],
)
def test_an_impossible_verdict_is_refused(verdict: Judged, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        verify(read(judged(verdict)))


def test_no_verdict_follows_the_end_of_the_rules() -> None:
    *lines, end = lines_of(played())
    with pytest.raises(BadRecord, match="the game was over already"):
        verify(read(write([*lines, JUDGED, end])))


@pytest.mark.parametrize("prove", [replay, verify])
@pytest.mark.parametrize("seat", [0, 1, 7, -3, 10**30])
def test_nothing_follows_a_verdict(prove: Any, seat: int) -> None:
    """Such a line went into the rules unchecked once: no seat, however odd, may act after the end."""
    *lines, end = judged(JUDGED).splitlines()
    acted = f'{{"type":"action","seat":{seat},"action":{{"type":"move","from":"a1","to":"a2"}}}}'
    text = "\n".join([*lines, acted, end])
    with pytest.raises(BadRecord, match="Line 5: nothing follows the table's verdict"):
        prove(read(text))


@pytest.mark.parametrize("after", [JUDGED, TakenBack(), ChanceGave("0" * 16)])
def test_no_other_line_follows_a_verdict_either(after: Any) -> None:
    *lines, end = judged(JUDGED).splitlines(keepends=True)
    with pytest.raises(BadRecord, match="nothing follows"):
        replay(read("".join([*lines, write([after]), end])))


@pytest.mark.parametrize("returns", [[-1.0], [5.0, -5.0], [1.0, 1.0]])
def test_a_replay_refuses_an_impossible_verdict(returns: list[float]) -> None:
    with pytest.raises(BadRecord, match="one number from -1 to 1 a seat"):
        replay(read(judged(Judged("time", 0, returns))))


def test_a_name_may_hold_any_separator() -> None:
    text = write(lines_of(played(), ["A\u2028wa", "T\x85om"]))
    assert read(text).header.players == ["A\u2028wa", "T\x85om"]


def test_a_refused_action_is_told_with_its_rule_and_one_full_stop() -> None:
    with pytest.raises(BadRecord, match=r"^Line 3: You have no pawn on a1\. \(§2\.1\)$"):
        verify(read(changed(committed(), 2, action={"type": "move", "from": "a1", "to": "a2"})))


@pytest.mark.parametrize("text", ["", "not json", '{"type":"end"}', "[]"])
def test_nonsense_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRecord, match="Line 1"):
        read(text)
