"""The games in the words of others: PettingZoo, Gymnasium, OpenSpiel, language models.

Only here do foreign words (`agent`, `terminations`, `information_state`) appear. Each module needs its own
library, and the others work without it:

    zoo, vector, gym   the extra `rl`
    openspiel          the extra `openspiel`
    agent              nothing but the base
"""
