"""The command line: `caravane COMMAND`. Each command is a module that is imported when it is used."""

from caravane.cli.main import main

__all__ = ["main"]
