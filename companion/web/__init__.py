"""The table on phones: pages served by this machine. Doesn't know the app."""
