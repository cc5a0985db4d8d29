"""Tables that are live, durable and secret: HTTP, sockets, the log, clocks and bots."""
