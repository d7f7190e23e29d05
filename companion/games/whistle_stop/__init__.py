"""Whistle Stop."""
