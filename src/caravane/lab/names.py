"""Words for what games name by one word in their records: kinds of action and endings."""

from caravane.text import Text

_NAMES: dict[str, tuple[str, str]] = {
    # Moving about.
    "city": ("choisir sa ville de départ", "choose a start city"),
    "walk": ("marcher", "walk"),
    "jump": ("décider de sauter", "decide to jump"),
    "jump_to": ("sauter", "jump"),
    "step": ("avancer d’une étape", "travel one step"),
    "move": ("déplacer un pion", "move a pawn"),
    "explore": ("explorer", "explore"),
    "land": ("débarquer", "land"),
    "no-landing": ("rester en mer", "stay at sea"),
    # Pieces, tiles and cards.
    "open": ("découvrir une tuile", "turn up a tile"),
    "lift": ("prendre un animal ou un nomade", "lift an animal or a nomad"),
    "place": ("poser", "place"),
    "lay": ("poser un pion", "lay a pawn"),
    "number": ("choisir une case numérotée", "choose a numbered cell"),
    "draw": ("piocher", "draw cards"),
    "discard": ("défausser une carte", "discard a card"),
    "drop": ("abandonner une aventure", "drop an adventure"),
    "turn": ("tourner une page du livre", "turn a page of the book"),
    "buy": ("acheter", "buy"),
    # Aims.
    "study": ("camper pour étudier", "camp to study"),
    "collect": ("camper pour l’or et les gemmes", "camp for gold and gems"),
    "join": ("se joindre à une expédition", "join an expedition"),
    "complete": ("achever une expédition", "complete an expedition"),
    "finish": ("achever une aventure", "finish an adventure"),
    "develop": ("développer", "develop"),
    # Others.
    "keep": ("garder ses biens", "keep one’s goods"),
    "swap": ("échanger", "swap goods"),
    "choose": ("choisir un pays", "choose a country"),
    "alliance": ("proposer une alliance", "offer an alliance"),
    "war": ("faire la guerre", "go to war"),
    "nothing": ("ne rien ordonner", "order nothing"),
    "ready": ("sceller ses ordres", "seal one’s orders"),
    "unready": ("rouvrir ses ordres", "open one’s orders again"),
    "decline": ("renoncer", "decline"),
    "pass": ("passer", "pass"),
    "end": ("finir son tour", "end the turn"),
    # Endings.
    "home": ("neuf pions rentrés", "nine pawns home"),
    "repetition": ("position répétée", "repeated position"),
    "no-progress": ("plus de progrès", "no progress"),
    "blocked": ("plus personne ne peut bouger", "nobody can move"),
    "cap": ("limite de coups atteinte", "move limit reached"),
    "monuments": ("monuments découverts", "monuments found"),
    "expeditions": ("plus d’expéditions", "no expeditions left"),
    "standstill": ("plus rien n’avance", "standstill"),
    "last-year": ("dernière année jouée", "last year played"),
    "last-colony": ("dernière colonie bâtie", "last colony built"),
    "unfinished": ("interrompue", "broken off"),
}


def named(word: Text) -> Text:
    """A game's word as people say it; a word that nobody has put into this list stands as it is."""
    return Text(*_NAMES[word.en]) if word.en in _NAMES else word
