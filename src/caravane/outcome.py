"""How a result becomes returns, the same in every game."""

from typing import Any

from caravane.kernel import kernel


@kernel
def share_returns(best: Any, seats: int, winners: int, out: Any) -> None:
    """Write zero-sum returns: `best` has bit s set for each winner s; without a winner all get 0.

    A single winner gets 1, the others share -1; several winners share what one would have got.
    """
    for seat in range(seats):
        if winners == 0:
            out[seat] = 0.0
        else:
            share = 1.0 / winners if (best >> seat) & 1 else 0.0
            out[seat] = (share * seats - 1.0) / (seats - 1.0)
