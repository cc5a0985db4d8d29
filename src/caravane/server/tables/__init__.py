"""A table as its log says: facts, decisions, clocks, talk. Pure: nothing here waits, stores or sends."""
