"""Blocks of pages as lines of a terminal, which are plain text without their looks; no Textual."""
