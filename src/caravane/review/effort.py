"""How much a review looks: fixed numbers, never seconds, so that a record has one review on every machine."""

import msgspec


class Effort(msgspec.Struct, frozen=True):
    """How many playouts and worlds each question gets."""

    iterations: int = 200  # for the chances in a position
    best: int = 3_000  # of the separate search for the best action
    nodes: int = 25_000  # the same, where a search of positions looks for it
    worlds: int = 512  # in which an action is tried to see what it may show
    outcomes: int = 24  # that are valued at most
    deals: int = 32  # of the start, to see what this one was worth
    second: int = 800  # playouts to the end, the second opinion of the costliest decisions
    costliest: int = 10  # decisions that get it


USUAL = Effort()
QUICK = Effort(iterations=24, best=60, nodes=600, worlds=64, outcomes=6, deals=4, second=40, costliest=3)
