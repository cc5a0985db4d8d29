"""What is shown while something takes longer than a second; on stderr, and only to people."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def working(sentence: str) -> Iterator[None]:
    """Say what is going on, without knowing how long."""
    with Console(stderr=True).status(sentence):
        yield


def progress_bar() -> Progress:
    """A bar with the number of steps and the time left."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
