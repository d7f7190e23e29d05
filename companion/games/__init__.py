"""The games: each knows the core and itself, never a sibling."""
