"""Styled lines for the screens. This package knows neither Textual nor any game."""
