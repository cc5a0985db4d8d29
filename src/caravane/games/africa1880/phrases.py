"""Actions in words, to stand in a sentence; the same in every position."""

from caravane.game import Structure
from caravane.games.africa1880.actions import decode
from caravane.games.africa1880.board import COUNTRY, TERRITORY, THE_COUNTRY, THE_TERRITORY
from caravane.games.africa1880.state import State
from caravane.text import Language, Text

_FORMS = {
    "choose": Text("prendre {country}", "take {country}"),
    "place": Text("choisir {territory} pour la première présence", "choose {territory} for the first presence"),
    "nothing": Text("ne rien ordonner pour {territory}", "order nothing for {territory}"),
    "develop": Text("développer {territory}", "develop {territory}"),
    "explore": Text("explorer {to} depuis {from}", "explore {to} from {from}"),
    "no-landing": Text("ne pas débarquer", "land nowhere"),
    "land": Text("envoyer le bateau vers {territory}", "send the boat to {territory}"),
    "alliance": Text("s’allier avec {country}", "ally with {country}"),
    "war": Text("entrer en guerre avec {country}", "go to war with {country}"),
    "ready": Text("sceller la fiche", "seal the sheet"),
    "unready": Text("reprendre la fiche", "take the sheet back"),
}
_NAMES = {
    named.id: text
    for entries, texts in ((TERRITORY, THE_TERRITORY), (COUNTRY, THE_COUNTRY))
    for named, text in zip(entries, texts, strict=True)
}


def phrase(_view: State, _seat: int, action: int) -> Text:
    """What the action does, as an infinitive."""
    structure = decode(action)
    form = _FORMS[structure["type"]]
    return Text(form.fr.format(**_named(structure, "fr")), form.en.format(**_named(structure, "en")))


def _named(structure: Structure, language: Language) -> dict[str, str]:
    """What an action names, as it stands inside a sentence."""
    return {key: _NAMES[value].of(language) for key, value in structure.items() if key != "type"}
