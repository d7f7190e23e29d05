"""Blocks of pages as lines of a terminal and as html; no Textual."""
