"""HTTP: handlers, pages, and what a page brings along."""
