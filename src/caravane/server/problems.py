"""Refusals: each with a code, a status and a sentence in both languages that says what is possible instead."""

from caravane.errors import CaravaneError
from caravane.server import wire
from caravane.text import Language, Text

_REFUSALS: dict[str, tuple[int, Text]] = {
    "malformed": (400, Text("Le message ne se lit pas.", "The message cannot be read.")),
    "bad-input": (400, Text("Ce n’est pas possible ainsi.", "That is not possible.")),
    "bad-record": (400, Text("Ce fichier n’est pas un enregistrement valable.", "This file is not a valid record.")),
    "unauthorized": (
        401,
        Text(
            "Le nom, le mot de passe ou le jeton n’est pas bon.",
            "The name, password or token is not right.",
        ),
    ),
    "unknown-visitor": (
        401,
        Text(
            "On ne vous connaît pas encore : commencez par GET /api/me.",
            "You are not known yet: begin with GET /api/me.",
        ),
    ),
    "foreign-origin": (
        403,
        Text("Cette demande vient d’un autre site.", "This request comes from another site."),
    ),
    "not-your-seat": (403, Text("Ce n’est pas votre place.", "This is not your seat.")),
    "not-owner": (
        403,
        Text(
            "Seule la personne qui a ouvert la table peut le faire.",
            "Only the person who opened the table can do this.",
        ),
    ),
    "unknown-table": (
        404,
        Text("Cette table n’existe pas. Vérifiez le lien.", "There is no such table. Check the link."),
    ),
    "not-found": (404, Text("Il n’y a rien à cette adresse.", "There is nothing at this address.")),
    "wrong-method": (
        405,
        Text(
            "Cette adresse existe, mais pas avec cette méthode ; l’en-tête Allow dit lesquelles.",
            "This address exists, but not with this method; the Allow header says which.",
        ),
    ),
    "stale": (
        409,
        Text("La position a changé entre-temps ; la voici à jour.", "The position has changed meanwhile; here it is."),
    ),
    "not-running": (409, Text("La partie n’est pas en cours.", "The game is not running.")),
    "already-started": (409, Text("La partie a déjà commencé.", "The game has already begun.")),
    "table-full": (
        409,
        Text("La table est complète ; vous pouvez regarder.", "The table is full; you may watch."),
    ),
    "seat-taken": (409, Text("Cette place est prise.", "This seat is taken.")),
    "name-taken": (409, Text("Ce nom est déjà pris.", "This name is already taken.")),
    "no-such-person": (404, Text("Personne n’est inscrit sous ce nom.", "Nobody is registered under this name.")),
    "already-registered": (409, Text("Vous êtes déjà inscrit.", "You are registered already.")),
    "too-late": (409, Text("Le temps est écoulé.", "The time is over.")),
    "too-large": (413, Text("Le message est trop grand.", "The message is too large.")),
    "illegal-action": (422, Text("Les règles ne le permettent pas.", "The rules do not allow it.")),
    "no-hints": (422, Text("À cette table on joue sans conseils.", "At this table hints are not given.")),
    "not-your-turn": (422, Text("Ce n’est pas à cette place de jouer.", "It is not this seat's turn to play.")),
    "no-undo": (
        422,
        Text(
            "On ne peut pas reprendre : quelque chose de caché est apparu, ou il n’y a rien à reprendre.",
            "This cannot be taken back: something hidden came out, or there is nothing to take back.",
        ),
    ),
    "nothing-asked": (422, Text("Personne n’a rien demandé.", "Nobody has asked for anything.")),
    "no-negotiation": (
        422,
        Text("Ce jeu se joue sans négociation privée.", "This game is played without private negotiation."),
    ),
    "no-sheet": (422, Text("Ce jeu n’a pas de feuille d’ordres.", "This game has no order sheet.")),
    "no-proposal": (
        422,
        Text("Cette proposition n’attend pas votre réponse.", "This proposal does not wait for your answer."),
    ),
    "not-finished": (422, Text("La partie n’est pas finie.", "The game is not over.")),
    "too-many": (
        429,
        Text("Trop de demandes ; réessayez dans un instant.", "Too many requests; try again in a moment."),
    ),
    "no-answer": (
        503,
        Text("Les robots sont occupés ; réessayez dans un instant.", "The bots are busy; try again in a moment."),
    ),
    "stopping": (
        503,
        Text(
            "Le serveur redémarre ; rien n’est perdu, réessayez dans un instant.",
            "The server is restarting; nothing is lost, try again in a moment.",
        ),
    ),
    "broken": (
        500,
        Text("Une erreur de notre côté ; rien n’a changé.", "A mistake on our side; nothing was changed."),
    ),
}


CODES = tuple(_REFUSALS)


class Refused(CaravaneError):
    """What the server will not do; nothing was changed."""

    def __init__(self, code: str, text: Text | None = None) -> None:
        super().__init__(code, text or _REFUSALS[code][1])


def status_of(error: CaravaneError) -> int:
    """The HTTP status of a refusal."""
    return _REFUSALS[error.code][0] if error.code in _REFUSALS else 400


def bilingual(text: Text) -> wire.Bilingual:
    """A text for the wire."""
    return wire.Bilingual(fr=text.fr, en=text.en)


def problem(error: CaravaneError, language: Language) -> wire.Problem:
    """A refusal for the wire."""
    return wire.Problem(code=error.code, sentence=error.sentence(language), text=bilingual(error.text), rule=error.rule)
