"""Companion: keeps score beside a real railway board game."""

__version__ = "0.1.0"
