"""Companion: keeps score beside a real board game."""

__version__ = "1.0.0"
