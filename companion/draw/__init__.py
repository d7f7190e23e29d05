"""Blocks of pages, drawn as terminal lines and as HTML. This package knows no Textual."""
