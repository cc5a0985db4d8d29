"""One folder a game; nothing here imports bots, server, lab or adapters."""
