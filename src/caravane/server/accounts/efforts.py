"""What each address may ask of the processor."""

import asyncio
from functools import partial
from weakref import WeakValueDictionary

from caravane.server.accounts.rates import Allowance
from caravane.server.effort import Effort
from caravane.server.problems import Wait

AT_ONCE = 20.0  # seconds of the processor; then the share


class Efforts:
    """A share of one core for each address."""

    def __init__(self, share: float) -> None:
        self._allowance = Allowance(share * 3600, at_once=AT_ONCE)
        # Forgotten as soon as nobody of the address waits.
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._has_limit = share > 0

    def of(self, address: str) -> Effort | None:
        """What is spent for an address; None where nothing is counted."""
        if not self._has_limit:
            return None
        turn = self._turns.get(address)
        if turn is None:
            turn = self._turns[address] = asyncio.Semaphore(1)
        return Effort(partial(self._allowance.spend, address), partial(self._check, address), turn)

    def _check(self, address: str) -> None:
        if wait := self._allowance.wait(address):
            raise Wait("too-much-work", wait)
