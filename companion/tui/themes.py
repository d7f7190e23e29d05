"""Grounds and accents of the app, for what Textual itself draws."""

from textual.theme import Theme

THEMES = (
    Theme(
        "companion-dark",
        primary="#7fe3cb",
        background="#14161a",
        surface="#1c1f26",
        panel="#4a5261",
        foreground="#d5d9e0",
    ),
    Theme(
        "companion-light",
        primary="#00614b",
        background="#f7f7f5",
        surface="#ecece8",
        panel="#a9b0bb",
        foreground="#22262d",
        dark=False,
    ),
)
COLOURLESS = Theme(
    "companion-colourless",
    primary="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    foreground="ansi_default",
)
