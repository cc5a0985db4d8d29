"""What is on disk: the database, the log of each table, snapshots, migrations, backup."""
