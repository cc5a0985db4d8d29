"""Plain or compiled: a newcomer's first command must not wait for the compiler.

Both modes give the same bytes, so only speed differs.
"""

import os


def use_plain_unless_warm() -> None:
    """Run the rules as plain Python unless they were compiled before (`caravane warm`) or the user decided.

    Must be called before any game is imported.
    """
    if "NUMBA_DISABLE_JIT" in os.environ:
        return
    from caravane.kernel import cache_folder, run_plain

    if not (cache_folder() / WARM).exists():
        run_plain()


def use_plain_for(bot: str) -> None:
    """The same, but only for a bot that does not search: one that does is worth waiting for the compiler."""
    if bot.partition(":")[0] in SIMPLE_BOTS:
        use_plain_unless_warm()


SIMPLE_BOTS = ("random", "greedy", "quick")
WARM = "warm"  # a file in the cache folder: every kernel of these sources has been compiled
