"""The games, and what they share. No game imports another."""
