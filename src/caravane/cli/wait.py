"""What is shown while something takes longer than a second; on stderr, and only to people."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0  # seconds; what is done by then is shown nothing, and does without the import of Rich


@contextmanager
def working(sentence: str) -> Iterator[None]:
    """Say what is going on, without knowing how long, if it goes on for a while."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_show_until, args=(done, sentence), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show_until(done: Event, sentence: str) -> None:
    if done.wait(PATIENCE):
        return
    from rich.console import Console

    with Console(stderr=True).status(sentence):
        done.wait()


def progress_bar() -> "Progress":
    """A bar with the number of steps and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
