"""Runs command lines as a user does, and looks at what comes out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec
import pytest

from caravane.bots import registry
from caravane.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output as one JSON value."""
        return msgspec.json.decode(self.out)

    @property
    def lines(self) -> list[Any]:
        """The output as JSON lines."""
        return [msgspec.json.decode(line) for line in self.out.splitlines()]


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("trace", "pistes")`: carry a command line out in this process, in English unless it says otherwise."""
    monkeypatch.setenv("CARAVANE_LANG", "en")
    # Whatever mode the suite runs in stays: a game that is imported cannot change it any more.
    monkeypatch.setattr("caravane.cli.mode.use_plain_unless_warm", lambda: None)
    monkeypatch.setenv("COLUMNS", "100")

    def carry_out(*arguments: str) -> Outcome:
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return carry_out


class Diary:
    """A bot that plays the first action and remembers on which seats it was asked."""

    made: ClassVar[list["Diary"]] = []

    def __init__(self) -> None:
        self.name = "diary"
        self.asked: list[int] = []
        self.made.append(self)

    def choose(self, _game: Any, _view: Any, seat: int, legal: list[int], _word: Any) -> int:
        self.asked.append(seat)
        return legal[0]


class Broken:
    """A bot that raises, and takes two lines to say why."""

    name = "broken"

    def choose(self, _game: Any, _view: Any, _seat: int, _legal: list[int], _word: Any) -> int:
        raise ValueError("no\nidea")


class Quitter(Broken):
    """A bot that would end the program."""

    def choose(self, _game: Any, _view: Any, _seat: int, _legal: list[int], _word: Any) -> int:
        raise SystemExit("enough")


class Cheat(Broken):
    """A bot that answers what it may not."""

    def choose(self, _game: Any, _view: Any, _seat: int, legal: list[int], _word: Any) -> int:
        return max(legal) + 1


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> type[Diary]:
    """Bots of other people, as if registered: diary, broken, quitter, cheat."""
    Diary.made.clear()
    for make in (Diary, Broken, Quitter, Cheat):
        monkeypatch.setitem(registry._MAKERS, make.__name__.lower(), make)
    return Diary


def is_one_sentence(outcome: Outcome, *words: str) -> bool:
    """Whether a mistake was answered as it should be: code 2, one line on stderr with these words, nothing else."""
    line = outcome.err.strip()
    assert outcome.code == 2, outcome
    assert outcome.out == ""
    assert line.count("\n") == 0
    assert "Traceback" not in line
    missing = [word for word in words if word not in line]
    assert not missing, f"{missing} not in {line!r}"
    return True
