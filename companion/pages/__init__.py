"""Pages that a person can open, as data: no Textual, no HTML."""
