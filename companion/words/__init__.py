"""Every sentence a player reads, by language: one module for what all games say, one for each game."""

LANGUAGES = ("en", "de", "hu", "it")
"""Those of the rulesets' names; a language without sentences of its own speaks English."""
