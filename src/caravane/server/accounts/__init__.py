"""Accounts: names, sessions, tokens, passwords, ways back in, and limits on guessing."""
