"""Grounds and accents of the app, for what Textual itself draws."""

from textual.theme import Theme

from companion.tui import palette

_TERMINAL = "ansi_default"


def _theme(name: str, background: str = _TERMINAL, surface: str = _TERMINAL) -> Theme:
    styles = (palette.LOOKS[look][palette.THEMES.index(name)] for look in ("good", "rule", ""))
    primary, panel, text = (style or _TERMINAL for style in styles)
    return Theme(
        f"companion-{name}",
        primary,
        background=background,
        surface=surface,
        panel=panel,
        foreground=text,
        dark=name != "light",
    )


THEMES = (_theme("dark", "#14161a", "#1c1f26"), _theme("light", "#f7f7f5", "#ecece8"))
COLOURLESS = _theme("colourless")
