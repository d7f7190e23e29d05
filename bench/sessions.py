"""Long sessions on a real disk, made once and kept for the run."""

from functools import lru_cache
from pathlib import Path

from bench.long_sessions import long_text

GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")


@lru_cache
def text(game: str, entries: int, stands: bool = True) -> str:
    """All entries stand, or a quarter of them among slips, undos and amendments: a game that is not near its end."""
    return long_text(game, entries, stands)


def written(folder: Path, game: str, entries: int, stands: bool = True) -> Path:
    path = folder / f"{game}-{entries}-{stands}.toml"
    path.write_text(text(game, entries, stands), encoding="utf-8")
    return path
