"""Runs the command line; what goes wrong becomes one sentence and an exit code."""

import sys

import typer

from caravane.cli.language import choose_language, language, say
from caravane.errors import CaravaneError

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Carry out a command line; the exit code: 0 done, 1 a check failed, 2 a mistake in what was asked."""
    try:
        rest = choose_language(sys.argv[1:] if arguments is None else arguments)
        # After the language is known: help texts are made when the commands are imported.
        from caravane.cli.app import app

        return int(app(rest or ["--help"], prog_name="caravane", standalone_mode=False) or 0)
    except CaravaneError as error:
        return _complain(error.sentence(language()), BAD_INPUT)
    except typer.TyperException as error:
        return _complain(_message(error), getattr(error, "exit_code", BAD_INPUT))
    except (KeyboardInterrupt, typer.Abort):
        return _complain(say("Interrompu.", "Interrupted."), INTERRUPTED)


def _message(error: typer.TyperException) -> str:
    formatted = getattr(error, "format_message", None)
    sentence = formatted() if formatted else str(error)
    advice = say("« caravane --help » montre ce qui existe.", "“caravane --help” shows what there is.")
    return f"{sentence} {advice}"


def _complain(sentence: str, code: int) -> int:
    sys.stdout.flush()
    print(sentence, file=sys.stderr)
    return code
