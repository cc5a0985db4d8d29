"""Refusals: each with a code, a status and a sentence in both languages that says what is possible instead."""

from caravane.errors import CaravaneError
from caravane.server import wire
from caravane.text import Language, Text

LONGEST = 1000  # characters of a sentence

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
    "scope": (
        403,
        Text(
            "Ce jeton ne le permet pas : faites-en un autre avec ce droit, dans votre compte.",
            "This token does not allow it: make another one with this right, in your account.",
        ),
    ),
    "session-needed": (
        403,
        Text(
            "Un jeton ne suffit pas ici : faites-le dans le navigateur où vous êtes connecté.",
            "A token is not enough here: do it in the browser where you are logged in.",
        ),
    ),
    "too-many-tokens": (
        409,
        Text("Vous avez trop de jetons : supprimez-en d’abord.", "You have too many tokens: delete some first."),
    ),
    "not-your-seat": (403, Text("Ce n’est pas votre place.", "This is not your seat.")),
    "stand-in": (
        409,
        Text(
            "Un robot joue à cette place depuis que le temps fut écoulé : reprenez-la d’abord.",
            "A bot has played at this seat since its time was over: take the seat back first.",
        ),
    ),
    "resigned": (409, Text("Cette place a abandonné la partie.", "This seat has given up the game.")),
    "too-many-deeds": (
        429,
        Text(
            "Cette place a fait plus à cette table qu’aucune partie n’en demande ; elle ne peut plus qu’abandonner.",
            "This seat has done more at this table than any game takes; all it can do now is give up.",
        ),
    ),
    "too-many-proposals": (
        429,
        Text(
            "Trop de vos propositions attendent déjà ce tour-ci ; retirez-en une d’abord.",
            "Too many of your proposals stand already this turn; withdraw one first.",
        ),
    ),
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
    "already-added": (
        409,
        Text("Votre part du hasard est déjà donnée.", "Your part of the chance was given already."),
    ),
    "seat-taken": (409, Text("Cette place est prise.", "This seat is taken.")),
    "name-too-long": (
        400,
        Text("Ce nom est trop long ; 32 caractères au plus.", "This name is too long; 32 characters at most."),
    ),
    "bad-name": (
        422,
        Text(
            "Ce nom ne peut pas servir : il y faut une lettre, un chiffre ou un signe, et rien d’invisible.",
            "This name cannot be used: it takes a letter, a number or a sign, and nothing invisible.",
        ),
    ),
    "common-password": (
        422,
        Text(
            "Ce mot de passe est de ceux qu’on essaie d’abord : choisissez-en un autre, par exemple quatre mots.",
            "This password is among those that are tried first: choose another, four words for example.",
        ),
    ),
    "bad-code": (
        401,
        Text(
            "Ce code ou ce lien n’est pas bon, ou il a déjà servi, ou il est trop vieux : prenez-en un autre.",
            "This code or link is not right, or was used already, or is too old: take another one.",
        ),
    ),
    "bad-mail": (422, Text("Ce n’est pas une adresse de courriel.", "This is not a mail address.")),
    "no-mail": (
        409,
        Text(
            "Ce serveur n’envoie pas de courriels : gardez des codes de secours.",
            "This server sends no mails: keep recovery codes.",
        ),
    ),
    "not-registered": (422, Text("Inscrivez-vous d’abord.", "Register first.")),
    "too-many-guesses": (429, Text("Trop d’essais : attendez un peu.", "Too many guesses: wait a little.")),
    "busy": (
        503,
        Text(
            "Beaucoup de monde se connecte ; réessayez dans un instant.",
            "Many people are logging in; try again in a moment.",
        ),
    ),
    "name-taken": (
        409,
        Text(
            "Ce nom est déjà pris, ou il ressemble trop à un nom pris : choisissez-en un autre.",
            "This name is taken, or looks too much like one that is: choose another.",
        ),
    ),
    "name-reserved": (
        409,
        Text(
            "Ce nom est réservé aux robots, aux invités ou à la maison : choisissez-en un autre.",
            "This name is reserved for bots, guests or the house: choose another.",
        ),
    ),
    "no-such-person": (404, Text("Personne n’est inscrit sous ce nom.", "Nobody is registered under this name.")),
    "already-registered": (409, Text("Vous êtes déjà inscrit.", "You are registered already.")),
    "too-late": (409, Text("Le temps est écoulé.", "The time is over.")),
    "address-too-long": (414, Text("Cette adresse est trop longue.", "This address is too long.")),
    "wrong-type": (
        415,
        Text(
            "Le corps doit être du JSON, envoyé comme application/json.",
            "The body must be JSON, sent as application/json.",
        ),
    ),
    "too-deep": (
        400,
        Text(
            "La demande ne se lit pas : trop de parenthèses les unes dans les autres.",
            "The request cannot be read: too many brackets inside each other.",
        ),
    ),
    "headers-too-long": (
        431,
        Text(
            "Les en-têtes sont trop longs ; effacez les cookies de ce site.",
            "The headers are too long; delete this site's cookies.",
        ),
    ),
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
    "undo-off": (
        422,
        Text(
            "À cette table on ne reprend pas ; c’est ce qui fut choisi à l’ouverture.",
            "At this table nothing is taken back; that was chosen when it was opened.",
        ),
    ),
    "already-asked": (
        422,
        Text(
            "Une demande de reprise attend déjà sa réponse.",
            "A request to take back already waits for its answer.",
        ),
    ),
    "nothing-asked": (422, Text("Personne n’a rien demandé.", "Nobody has asked for anything.")),
    "no-negotiation": (
        422,
        Text("Ce jeu se joue sans négociation privée.", "This game is played without private negotiation."),
    ),
    "talk-first": (
        409,
        Text(
            "On négocie encore : les fiches se scellent quand tous ont fini, ou quand le temps est écoulé.",
            "People still talk: sheets are sealed when all have done, or when the time is over.",
        ),
    ),
    "writing-now": (
        409,
        Text(
            "On écrit les ordres : la discussion reprend après leur lecture.",
            "Orders are being written: talk goes on once they are read.",
        ),
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
    "too-much-work": (
        429,
        Text(
            "Vos demandes ont pris beaucoup de temps au serveur ; réessayez dans un instant.",
            "Your requests have taken much of the server’s time; try again in a moment.",
        ),
    ),
    "busy-reading": (
        429,
        Text(
            "D’autres enregistrements de votre adresse sont en cours de lecture ; attendez qu’ils soient lus.",
            "Other records from your address are being read; wait until they are.",
        ),
    ),
    "too-many-guests": (
        429,
        Text(
            "Beaucoup de nouveaux visiteurs viennent de cette adresse ; attendez un peu, ou connectez-vous.",
            "Many new visitors come from this address; wait a little, or log in.",
        ),
    ),
    "too-many-tables": (
        429,
        Text(
            "Vous avez ouvert beaucoup de tables en peu de temps ; attendez un peu.",
            "You have opened many tables in a short time; wait a little.",
        ),
    ),
    "too-many-held": (
        409,
        Text(
            "Vous avez trop de tables non finies ; finissez-en ou fermez-en une avant d’en ouvrir une autre.",
            "You have too many unfinished tables; finish or close one before you open another.",
        ),
    ),
    "too-many-bots": (
        409,
        Text(
            "Assez de vos tables se jouent entre robots ; attendez la fin de l’une d’elles, ou prenez une place.",
            "Enough of your tables are played by bots alone; wait for one of them to end, or take a seat yourself.",
        ),
    ),
    "bots-are-tired": (
        429,
        Text(
            "Vos robots ont beaucoup réfléchi cette heure-ci ; attendez quelques minutes, ou jouez avec des personnes.",
            "Your bots have thought a lot this hour; wait a few minutes, or play with people.",
        ),
    ),
    "too-many-sockets": (
        429,
        Text(
            "Trop de pages sont ouvertes à la fois ; fermez-en une.",
            "Too many pages are open at a time; close one.",
        ),
    ),
    "too-many-watched": (
        429,
        Text(
            "Vous regardez trop de tables à la fois ; quittez-en une d’abord.",
            "You watch too many tables at a time; leave one first.",
        ),
    ),
    "too-talkative": (
        429,
        Text("Vous écrivez vite ; attendez un instant.", "You write fast; wait a moment."),
    ),
    "not-watching": (
        403,
        Text(
            "N’écrivent ici que les joueurs et ceux qui regardent : ouvrez d’abord la table.",
            "Only players and those who watch write here: open the table first.",
        ),
    ),
    "no-more-chat": (
        422,
        Text(
            "La partie est finie, on n’y écrit plus ; proposez une revanche.",
            "The game is over and nobody writes here any more; ask for a rematch.",
        ),
    ),
    "no-answer": (
        503,
        Text("Les robots sont occupés ; réessayez dans un instant.", "The bots are busy; try again in a moment."),
    ),
    "not-stored": (
        503,
        Text(
            "Le serveur ne peut rien enregistrer pour l’instant ; réessayez dans un instant : une demande répétée "
            "ne compte qu’une fois.",
            "The server cannot store anything right now; try again in a moment: a repeated request counts once.",
        ),
    ),
    "damaged-table": (
        503,
        Text(
            "Cette table est abîmée et ne peut pas être lue. Qui tient ce serveur peut la rétablir depuis une "
            "sauvegarde ; les autres tables vont bien.",
            "This table is damaged and cannot be read. Whoever runs this server can restore it from a backup; "
            "the other tables are well.",
        ),
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


class Wait(Refused):
    """Not now; after so many seconds it can be tried again."""

    def __init__(self, code: str, wait: float, text: Text | None = None) -> None:
        super().__init__(code, text)
        self.wait = wait


def status_of(error: CaravaneError) -> int:
    """The HTTP status of a refusal."""
    return _REFUSALS[error.code][0] if error.code in _REFUSALS else 400


def bilingual(text: Text) -> wire.Bilingual:
    """A text for the wire."""
    return wire.Bilingual(fr=text.fr, en=text.en)


def problem(error: CaravaneError, language: Language) -> wire.Problem:
    """A refusal for the wire; of what was sent no more is said back than a person reads."""
    text = Text(*map(_shortened, error.text))
    short = CaravaneError(error.code, text, error.rule)
    remedy = error.remedy and wire.Remedy(action=error.remedy.action, text=bilingual(error.remedy.text))
    return wire.Problem(
        code=error.code, sentence=short.sentence(language), text=bilingual(text), rule=error.rule, remedy=remedy
    )


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"
