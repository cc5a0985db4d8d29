"""What a seat may see; what it cannot know is dealt, consistently with everything it saw and could remember.

Open to all: the map, the row, both books as far as their pages were ever seen, adventures, markers, counts of
hands, joker and assistants (taken and removed in public), every travel card played or discarded, and what a
shuffle tells: which cards the new pile holds. Hidden: travel cards in other hands and in the pile.

With `hidden_scores` others' silver and finished cards are not shown until the end. But everybody saw each coin paid and
each card completed, so a good memory knows them: a view holds them marked as not to be shown (`HIDDEN - silver`,
`DONE_BY_OTHERS + seat`), and whatever shows a view shows nothing that is so marked.
"""

from caravane.chance import below, next_word
from caravane.games.africana.board import ADVENTURES, KINDS, TRAVEL
from caravane.games.africana.box import EXPEDITIONS, SEATS
from caravane.games.africana.state import (
    DONE,
    DONE_BY_OTHERS,
    FINISHED,
    FINISHED_BY_OTHERS,
    HIDDEN,
    OVER,
    REMOVED,
    State,
    Word,
)
from caravane.kernel import copy_first, kernel


@kernel
def scores_are_open(state: State) -> bool:
    """Whether everybody may know everybody's silver and finished cards (§11.3)."""
    return int(state.hidden_scores) == 0 or int(state.decision) == OVER


@kernel
def view_private(state: State, seat: int, view: State) -> None:
    """Silver and finished cards, all of them unless scores are hidden (§11.3)."""
    if not scores_are_open(state):
        copy_own_scores(state, seat, view)
        return
    copy_first(state.silver, view.silver, SEATS)
    copy_first(state.expedition, view.expedition, EXPEDITIONS)
    copy_first(state.adventure, view.adventure, ADVENTURES)


@kernel
def copy_own_scores(state: State, seat: int, view: State) -> None:
    """The seat's own silver and finished cards; those of others as remembered, not to be shown (§11.3)."""
    for other in range(int(state.africana)):
        silver = int(state.silver[other])
        view.silver[other] = silver if other == seat or silver <= HIDDEN else HIDDEN - silver
    for card in range(EXPEDITIONS):
        where = int(state.expedition[card])
        theirs = DONE <= where < DONE_BY_OTHERS and where != DONE + seat
        view.expedition[card] = where + DONE_BY_OTHERS - DONE if theirs else where
    for card in range(ADVENTURES):
        where = int(state.adventure[card])
        theirs = FINISHED <= where < REMOVED and where != FINISHED + seat
        view.adventure[card] = where + FINISHED_BY_OTHERS - FINISHED if theirs else where


@kernel
def determinize(view: State, seat: int, word: Word) -> None:
    """Deal pile and other hands from what the seat has not seen; recall scores that are not shown."""
    if not trace_spent(view, seat, word, 0):
        trace_spent(view, seat, word, 1)
    word = next_word(below(word, 1 << 62))  # elsewhere, so that dealing does not repeat the words of tracing
    word = deal_kept(view, seat, word)
    deal_drawn(view, seat, word)
    for colour in range(KINDS):
        view.pile[colour] = undrawn_of(view, seat, colour)
        for other in range(int(view.africana)):
            if other != seat:
                had = int(view.kept[other, colour]) + int(view.hand[other, colour])
                view.hand[other, colour] = had - int(view.spent[other, colour])
    if int(view.hidden_scores) == 1 and int(view.decision) != OVER:
        recall_scores(view)


@kernel
def untraced(view: State, other: int, colour: int) -> int:
    """Spent cards that were not yet traced back."""
    return int(view.spent[other, colour]) - int(view.kept[other, colour]) - int(view.hand[other, colour])


@kernel
def unkept_of(view: State, colour: int) -> int:
    """Cards of a colour that were in hands at the last shuffle, not yet said in whose."""
    count = int(TRAVEL[colour]) - int(view.fresh[colour])
    for seat in range(int(view.africana)):
        count -= int(view.kept[seat, colour])
    return count


@kernel
def undrawn_of(view: State, seat: int, colour: int) -> int:
    """Cards of a colour that the pile held at the last shuffle, less those drawn since as far as said."""
    count = int(view.fresh[colour])
    for other in range(int(view.africana)):
        count -= int(view.hand[other, colour])
    if seat >= 0:  # its hand is its hand
        count -= int(view.spent[seat, colour]) - int(view.kept[seat, colour])
    return count


@kernel
def kept_due(view: State, other: int) -> int:
    """How many cards of a seat's hand at the last shuffle are not yet said."""
    due = int(view.kept_count[other])
    for colour in range(KINDS):
        due -= int(view.kept[other, colour])
    return due


@kernel
def drawn_due(view: State, other: int) -> int:
    """How many cards that a seat drew since the last shuffle are not yet said."""
    due = int(view.hand_count[other]) - int(view.kept_count[other])
    for colour in range(KINDS):
        due += int(view.spent[other, colour]) - int(view.hand[other, colour])
    return due


@kernel
def trace_spent(view: State, seat: int, word: Word, looks_ahead: int) -> bool:
    """Say of each card that others spent whether it was held at the last shuffle or drawn since.

    Hastily it can come to a card that can be neither, and returns False; looking ahead it never does, at a price.
    """
    for other in range(int(view.africana)):
        for colour in range(KINDS):
            if other != seat:
                view.kept[other, colour] = 0
                view.hand[other, colour] = 0
    for other in range(int(view.africana)):
        for colour in range(KINDS):
            if other != seat and kept_due(view, other) == 0:  # all that is left was drawn
                view.hand[other, colour] += untraced(view, other, colour)
                if undrawn_of(view, seat, colour) < 0:
                    return False
            while other != seat and untraced(view, other, colour) > 0:
                word = next_word(word)
                kept = weight_of_kept(view, seat, other, colour)
                drawn = weight_of_drawn(view, seat, other, colour)
                if kept + drawn == 0:
                    return False
                if below(word, kept + drawn) < kept:
                    view.kept[other, colour] += 1
                    if looks_ahead == 1 and drawn > 0 and not can_be_traced(view, seat):
                        view.kept[other, colour] -= 1
                        view.hand[other, colour] += 1
                else:
                    view.hand[other, colour] += 1
                    if looks_ahead == 1 and kept > 0 and not can_be_traced(view, seat):
                        view.hand[other, colour] -= 1
                        view.kept[other, colour] += 1
    return True


@kernel
def weight_of_kept(view: State, seat: int, other: int, colour: int) -> int:
    """How likely a spent card was held at the shuffle: cards to be said, times how many of them are of this colour."""
    total = 0
    for any_colour in range(KINDS):
        total += undrawn_of(view, seat, any_colour)
    return kept_due(view, other) * unkept_of(view, colour) * max(total, 1)


@kernel
def weight_of_drawn(view: State, seat: int, other: int, colour: int) -> int:
    """The same for a card drawn since, on the same scale."""
    total = 0
    for any_colour in range(KINDS):
        total += unkept_of(view, any_colour)
    return drawn_due(view, other) * undrawn_of(view, seat, colour) * max(total, 1)


@kernel
def can_be_traced(view: State, seat: int) -> bool:
    """Whether all spent cards still find a source: no group of seats and no group of colours asks for too much."""
    for group in range(1, 1 << int(view.africana)):
        if (seat < 0 or (group >> seat) & 1 == 0) and kept_asked_by_seats(view, group) > kept_for_seats(view, group):
            return False
    for group in range(1, 1 << KINDS):
        if kept_asked_by_colours(view, seat, group) > kept_for_colours(view, seat, group):
            return False
    return True


@kernel
def kept_asked_by_seats(view: State, group: int) -> int:
    """Spent cards of these seats that they cannot have drawn."""
    asked = 0
    for other in range(int(view.africana)):
        if (group >> other) & 1:
            spent = 0
            for colour in range(KINDS):
                spent += untraced(view, other, colour)
            asked += max(0, spent - drawn_due(view, other))
    return asked


@kernel
def kept_for_seats(view: State, group: int) -> int:
    """Cards held at the shuffle that these seats can have spent."""
    given = 0
    for colour in range(KINDS):
        spent = 0
        for other in range(int(view.africana)):
            if (group >> other) & 1:
                spent += untraced(view, other, colour)
        given += min(spent, unkept_of(view, colour))
    return given


@kernel
def kept_asked_by_colours(view: State, seat: int, group: int) -> int:
    """Spent cards of these colours that nobody can have drawn."""
    asked = 0
    for colour in range(KINDS):
        if (group >> colour) & 1:
            spent = 0
            for other in range(int(view.africana)):
                if other != seat:
                    spent += untraced(view, other, colour)
            asked += max(0, spent - undrawn_of(view, seat, colour))
    return asked


@kernel
def kept_for_colours(view: State, seat: int, group: int) -> int:
    """Cards of these colours that others can have held at the shuffle and spent."""
    given = 0
    for other in range(int(view.africana)):
        if other == seat:
            continue
        spent = 0
        for colour in range(KINDS):
            if (group >> colour) & 1:
                spent += untraced(view, other, colour)
        given += min(spent, kept_due(view, other))
    return given


@kernel
def deal_kept(view: State, seat: int, word: Word) -> Word:
    """The rest of what other hands held at the shuffle, at random; the word to go on with."""
    for other in range(int(view.africana)):
        while other != seat and kept_due(view, other) > 0:
            total = 0
            for colour in range(KINDS):
                total += unkept_of(view, colour)
            word = next_word(word)
            nth = below(word, total)
            colour = 0
            while nth >= unkept_of(view, colour):
                nth -= unkept_of(view, colour)
                colour += 1
            view.kept[other, colour] += 1
    return word


@kernel
def deal_drawn(view: State, seat: int, word: Word) -> None:
    """The rest of what others drew since the shuffle, at random."""
    for other in range(int(view.africana)):
        while other != seat and drawn_due(view, other) > 0:
            total = 0
            for colour in range(KINDS):
                total += undrawn_of(view, seat, colour)
            word = next_word(word)
            nth = below(word, total)
            colour = 0
            while nth >= undrawn_of(view, seat, colour):
                nth -= undrawn_of(view, seat, colour)
                colour += 1
            view.hand[other, colour] += 1


@kernel
def recall_scores(view: State) -> None:
    """Silver and finished cards of the others, which everybody saw though they are not shown (§11.3)."""
    for seat in range(int(view.africana)):
        if int(view.silver[seat]) <= HIDDEN:
            view.silver[seat] = HIDDEN - int(view.silver[seat])
    for card in range(EXPEDITIONS):
        if int(view.expedition[card]) >= DONE_BY_OTHERS:
            view.expedition[card] -= DONE_BY_OTHERS - DONE
    for card in range(ADVENTURES):
        if int(view.adventure[card]) >= FINISHED_BY_OTHERS:
            view.adventure[card] -= FINISHED_BY_OTHERS - FINISHED
