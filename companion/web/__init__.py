"""The table on every phone: pages served by this machine, made of the same models as the app. Knows nothing of it."""
