"""Dealing what a seat cannot know, consistently with everything it saw and could remember.

Only travel cards are unknown (and with hidden scores silver and finished cards): unseen pages and expeditions
are in no field. A shuffle tells more than it seems: the new pile is the old discard pile, so everybody knows what
it holds, and by what is missing, what all other hands hold together.
"""

from caravane.chance import below, next_word
from caravane.games.africana.board import ADVENTURE_ASSISTANT, ADVENTURES, EXPEDITIONS, KINDS, TRAVEL
from caravane.games.africana.state import DONE, DONE_BY_OTHERS, FINISHED, FINISHED_BY_OTHERS, OVER, State, Word
from caravane.kernel import kernel

HIDDEN_SILVER = 10  # others' silver is dealt as 0..9 when scores are hidden
TRIES = 64  # deals of hands until one agrees with what was held at the last shuffle


@kernel
def determinize(view: State, seat: int, word: Word) -> None:
    """Deal pile and other hands from what the seat has not seen; with hidden scores also silver and finished cards."""
    word = deal_pile(view, seat, word)
    for _ in range(TRIES):
        word = deal_hands(view, seat, word)
        if kept_is_possible(view, seat):
            break
    word = deal_kept(view, seat, word)
    if int(view.hidden_scores) == 1 and int(view.decision) != OVER:
        deal_scores(view, seat, word)


@kernel
def unseen_of(view: State, seat: int, colour: int) -> int:
    """The cards of a colour that are in the pile or in other hands, as the seat counts them."""
    count = int(TRAVEL[colour])
    if seat >= 0:
        count -= int(view.hand[seat, colour])
    for other in range(int(view.africana)):
        count -= int(view.spent[other, colour])
    return count


@kernel
def most_in_pile(view: State, seat: int, colour: int) -> int:
    """How many cards of a colour the pile can hold: unseen, and in it when it was last shuffled."""
    unseen = unseen_of(view, seat, colour)
    fresh = int(view.fresh[colour])
    if seat >= 0:  # without those that the seat drew since
        drawn = int(view.hand[seat, colour]) + int(view.spent[seat, colour]) - int(view.kept[seat, colour])
        fresh -= drawn
    return min(unseen, fresh)


@kernel
def deal_pile(view: State, seat: int, word: Word) -> Word:
    """Any cards that can be in the pile, as many as it has; the word to go on with."""
    left = int(view.pile_count)
    total = 0
    for colour in range(KINDS):
        view.pile[colour] = 0
        total += most_in_pile(view, seat, colour)
    while left > 0:
        word = next_word(word)
        nth = below(word, total)
        colour = 0
        while nth >= most_in_pile(view, seat, colour) - int(view.pile[colour]):
            nth -= most_in_pile(view, seat, colour) - int(view.pile[colour])
            colour += 1
        view.pile[colour] += 1
        total -= 1
        left -= 1
    return word


@kernel
def deal_hands(view: State, seat: int, word: Word) -> Word:
    """What is neither seen nor in the pile, at random to the other hands."""
    total = 0
    for other in range(int(view.africana)):
        if other != seat:
            total += int(view.hand_count[other])
            for colour in range(KINDS):
                view.hand[other, colour] = 0
    for other in range(int(view.africana)):
        if other == seat:
            continue
        for _ in range(int(view.hand_count[other])):
            word = next_word(word)
            nth = below(word, total)
            colour = 0
            while nth >= undealt_of(view, seat, colour):
                nth -= undealt_of(view, seat, colour)
                colour += 1
            view.hand[other, colour] += 1
            total -= 1
    return word


@kernel
def undealt_of(view: State, seat: int, colour: int) -> int:
    """The cards of a colour that no pile and no hand has got yet."""
    count = unseen_of(view, seat, colour) - int(view.pile[colour])
    for other in range(int(view.africana)):
        if other != seat:
            count -= int(view.hand[other, colour])
    return count


@kernel
def kept_is_possible(view: State, seat: int) -> bool:
    """Whether the cards not yet accounted for in `kept` can come from these hands.

    At the last shuffle everybody learnt which cards all hands held together. A card held then was since spent
    or is still held; so for each group of seats, their cards must be able to cover what the group held.
    """
    seats = int(view.africana)
    for group in range(1, 1 << seats):
        due = 0
        for other in range(seats):
            if other != seat and (group >> other) & 1:
                due += kept_due(view, other)
        cover = 0
        for colour in range(KINDS):
            held = 0
            for other in range(seats):
                if other != seat and (group >> other) & 1:
                    held += held_since(view, other, colour)
            cover += min(held, unplaced_kept(view, colour))
        if due > cover:
            return False
    return True


@kernel
def kept_due(view: State, other: int) -> int:
    """How many cards of a seat's hand at the last shuffle are not yet dealt."""
    due = int(view.kept_count[other])
    for colour in range(KINDS):
        due -= int(view.kept[other, colour])
    return due


@kernel
def held_since(view: State, other: int, colour: int) -> int:
    """Cards of a colour that a seat held or spent since the last shuffle, less those dealt to `kept`."""
    return int(view.hand[other, colour]) + int(view.spent[other, colour]) - int(view.kept[other, colour])


@kernel
def unplaced_kept(view: State, colour: int) -> int:
    """Cards of a colour that were in hands at the last shuffle and not yet dealt to `kept`."""
    count = int(TRAVEL[colour]) - int(view.fresh[colour])
    for seat in range(int(view.africana)):
        count -= int(view.kept[seat, colour])
    return count


@kernel
def deal_kept(view: State, seat: int, word: Word) -> Word:
    """Say what the other hands held at the last shuffle, card by card, so that the rest stays possible."""
    for other in range(int(view.africana)):
        while other != seat and kept_due(view, other) > 0:
            word = next_word(word)
            first = below(word, KINDS)
            fallback = first
            placed = False
            for turn in range(KINDS):
                colour = (first + turn) % KINDS
                if placed or unplaced_kept(view, colour) == 0:
                    continue
                fallback = colour
                if held_since(view, other, colour) > 0:
                    view.kept[other, colour] += 1
                    placed = kept_is_possible(view, seat)
                    if not placed:
                        view.kept[other, colour] -= 1
            if not placed:  # no deal agreed after all tries: keep the counts right
                view.kept[other, fallback] += 1
    return word


@kernel
def deal_scores(view: State, seat: int, word: Word) -> None:
    """Silver and finished cards of the others, which are not shown (§11.3)."""
    seats = int(view.africana)
    for other in range(seats):
        if other != seat:
            word = next_word(word)
            view.silver[other] = below(word, HIDDEN_SILVER)
    for card in range(EXPEDITIONS):
        if int(view.expedition[card]) == DONE_BY_OTHERS:
            word = next_word(word)
            view.expedition[card] = DONE + another(seat, seats, word)
    for card in range(ADVENTURES):
        if int(view.adventure[card]) == FINISHED_BY_OTHERS:
            word = next_word(word)
            view.adventure[card] = FINISHED + finisher(view, seat, card, another(seat, seats, word))


@kernel
def finisher(view: State, seat: int, card: int, first: int) -> int:
    """Who finished a card: for an assistant somebody who holds more of them than cards that gave them, else `first`."""
    colour = int(ADVENTURE_ASSISTANT[card])
    seats = int(view.africana)
    if colour < 0:
        return first
    for turn in range(seats):
        other = (first + turn) % seats
        gained = 0
        for done in range(ADVENTURES):
            if int(ADVENTURE_ASSISTANT[done]) == colour and int(view.adventure[done]) == FINISHED + other:
                gained += 1
        if other != seat and int(view.assistants[other, colour]) > gained:
            return other
    return first


@kernel
def another(seat: int, seats: int, word: Word) -> int:
    """Any seat but this one."""
    if seat < 0:
        return below(word, seats)
    return (seat + 1 + below(word, seats - 1)) % seats
