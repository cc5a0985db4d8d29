"""Bots: the processes in which they think, hints, negotiation, workers on other machines."""
