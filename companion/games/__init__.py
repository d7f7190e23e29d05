"""The games. Each game knows the core, but no other game."""
