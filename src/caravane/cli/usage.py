"""Mistakes in a command line, and the words around a help page, in the language of the reader.

Typer speaks English only. What it says is told apart by the kind of its exception and made anew, with what is possible.
"""

import re
from typing import Any

import typer

from caravane.cli.argument import complete_game
from caravane.cli.language import language, say

# What Typer writes around our own sentences.
FRENCH = (
    (r"^Usage: ", "Utilisation : "),
    (r"^Options:", "Options :"),
    (r"^Arguments:", "Arguments :"),
    (r"^Commands:", "Commandes :"),
    (r"Show this message and exit\.", "Montre cette aide."),
    (r"\brequired\]", "obligatoire]"),
    (r"\[default:", "[par défaut :"),
    (r"\bCOMMAND \[ARGS\]\.\.\.", "COMMANDE [ARGUMENTS]…"),
)


def command_of(app: typer.Typer) -> Any:
    """The app as something to run, whose help is in the language of this run."""
    command: Any = typer.main.get_command(app)
    for parameter in command.params:
        if parameter.name == "install_completion":
            parameter.help = say(
                "Installe la complétion dans ce terminal.", "Installs completion for the current shell."
            )
        elif parameter.name == "show_completion":
            parameter.help = say("Montre la complétion, pour la copier.", "Shows completion, to copy it.")
    if language() == "fr":
        _translate_help(command)
    return command


def _translate_help(command: Any) -> None:
    original = command.get_help
    command.get_help = lambda context: in_french(original(context))
    for below in getattr(command, "commands", {}).values():
        _translate_help(below)


def in_french(page: str) -> str:
    """A help page with Typer's own words in French."""
    for pattern, french in FRENCH:
        page = re.sub(pattern, french, page, flags=re.MULTILINE)
    return page


def sentence_of(error: Any) -> str:
    """What is wrong with a command line, what is possible, and where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "caravane"
    advice = say(f"« {path} --help » montre ce qui existe.", f"“{path} --help” shows what there is.")
    return f"{_mistake(error, context)} {advice}"


def _mistake(error: Any, context: Any) -> str:
    kind = type(error).__name__
    message = str(error.format_message()) if hasattr(error, "format_message") else str(error)
    if kind == "NoSuchOption":
        return say(
            f"L’option {error.option_name} n’existe pas ; options : {_options(context)}.",
            f"There is no option {error.option_name}; options: {_options(context)}.",
        )
    if kind == "BadOptionUsage":
        if "requires" in message:
            return say(f"Il manque la valeur de {error.option_name}.", f"The value of {error.option_name} is missing.")
        return say(f"{error.option_name} ne prend pas de valeur.", f"{error.option_name} takes no value.")
    if kind == "MissingParameter" and error.param is not None:
        return _missing(error.param)
    if kind == "BadParameter" and error.param is not None:
        return _bad_value(_name(error.param), str(error.message))
    return _about_words(message, context)


def _about_words(message: str, context: Any) -> str:
    """Commands and arguments that are missing, unknown or too many: Typer has no kinds for them."""
    if message.startswith("Missing command"):
        return say(f"Il manque une commande : {_commands(context)}.", f"A command is missing: {_commands(context)}.")
    unknown = re.match(r"No such command '(.*?)'\.", message, re.DOTALL)
    if unknown:
        return say(
            f"La commande {unknown[1]!r} n’existe pas ; commandes : {_commands(context)}.",
            f"There is no command {unknown[1]!r}; commands: {_commands(context)}.",
        )
    extra = re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", message, re.DOTALL)
    if extra:
        return say(f"{extra[1]!r} est de trop.", f"{extra[1]!r} is too much.")
    return message if message.endswith(".") else f"{message}."


def _missing(parameter: Any) -> str:
    name = _name(parameter)
    if parameter.name == "game":
        known = ", ".join(complete_game(""))
        return say(f"Il manque {name} ; jeux : {known}.", f"{name} is missing; games: {known}.")
    return say(f"Il manque {name} : {parameter.help}", f"{name} is missing: {parameter.help}")


def _bad_value(name: str, message: str) -> str:
    """A value of the wrong kind or out of bounds."""
    bound = re.search(r"(greater|less) than or equal to (-?[\d.]+)", message)
    if bound and bound[1] == "greater":
        return say(f"{name} vaut au moins {bound[2]}.", f"{name} is at least {bound[2]}.")
    if bound:
        return say(f"{name} vaut au plus {bound[2]}.", f"{name} is at most {bound[2]}.")
    if "integer" in message:
        return say(f"{name} est un nombre entier.", f"{name} is a whole number.")
    if "number" in message:
        return say(f"{name} est un nombre.", f"{name} is a number.")
    return say(f"{name} ne convient pas ({message}).", f"{name} will not do ({message}).")


def _name(parameter: Any) -> str:
    """How the usage calls a parameter: `--depth`, or `GAME`."""
    return (
        str(parameter.opts[-1]) if parameter.param_type_name == "option" else str(parameter.metavar or parameter.name)
    )


def _options(context: Any) -> str:
    return ", ".join(
        sorted(name for each in context.command.get_params(context) for name in each.opts if name[:2] == "--")
    )


def _commands(context: Any) -> str:
    return ", ".join(context.command.list_commands(context))
