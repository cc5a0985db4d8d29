"""For those who run a server: metrics, health, looking through a database."""
