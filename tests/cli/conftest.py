"""Runs command lines as a user does, and looks at what comes out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

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
