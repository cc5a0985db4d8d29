"""Long outputs, written as they come."""

import os
import sys
from collections.abc import Iterable


def write_lines(lines: Iterable[str]) -> None:
    """Print lines until the reader (head, less) has seen enough."""
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more when it closes the stream at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
