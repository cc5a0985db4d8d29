"""Runs the command line; what goes wrong becomes one sentence and an exit code."""

import errno
import os
import sys
from pathlib import Path

import typer

from caravane.cli.language import choose_language, language, say
from caravane.errors import CaravaneError

BAD_INPUT = 2
INTERRUPTED = 130
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main(arguments: list[str] | None = None) -> int:
    """Carry out a command line; the exit code: 0 done, 1 a check failed, 2 a mistake in what was asked."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - until the process ends
    try:
        return _carry_out(sys.argv[1:] if arguments is None else arguments)
    except CaravaneError as error:
        return _complain(error.sentence(language()), BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain(say("Interrompu.", "Interrupted."), INTERRUPTED)
    except OSError as error:
        return _lost_output(error)
    except SystemExit as error:
        # Typer leaves so when the reader is gone (head, less); that is no mistake.
        if isinstance(error.__context__, OSError) and error.__context__.errno == errno.EPIPE:
            return _lost_output(error.__context__)
        raise


def _carry_out(arguments: list[str]) -> int:
    rest = choose_language(arguments)
    # After the language is known: help texts are made when the commands are imported.
    from caravane.cli.app import app
    from caravane.cli.usage import command_of, sentence_of

    try:
        code = command_of(app)(rest or ["--help"], prog_name="caravane", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(sentence_of(error), getattr(error, "exit_code", BAD_INPUT))
    if code == INTERRUPTED:  # what Typer makes of Ctrl-C
        raise KeyboardInterrupt
    return int(code or 0)


def _lost_output(error: OSError) -> int:
    """The reader has seen enough, there is no room for what is printed, or the system refuses something else."""
    if error.errno == errno.EPIPE:
        _discard_output()
        return 0
    if error.errno in NO_ROOM and error.filename is None:
        _discard_output()
        fr, en = "La sortie ne peut pas être écrite", "The output cannot be written"
    else:
        fr, en = (error.filename or "Le système refuse", error.filename or "The system refuses")
    return _complain(say(f"{fr} ({error.strerror}).", f"{en} ({error.strerror})."), BAD_INPUT)


def _discard_output() -> None:
    """Python would complain once more when it closes the stream at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _complain(sentence: str, code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError:
        _discard_output()
    print(sentence, file=sys.stderr)
    return code
