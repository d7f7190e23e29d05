"""Where things lie: saves, rulesets and settings, in a checkout and elsewhere."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def checkout() -> Path | None:
    """The project's folder, when the program runs from one."""
    root = _PACKAGE.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "rulesets").is_dir()
    return root if is_checkout else None


def data_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path:
    """The user's own folder for this program."""
    return _user_folder(environment, platform, "XDG_DATA_HOME", Path(".local") / "share")


def config_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The file named by COMPANION_CONFIG, or the one in the user's folder for settings."""
    named = environment.get("COMPANION_CONFIG")
    if named:
        return Path(named)
    return _user_folder(environment, platform, "XDG_CONFIG_HOME", Path(".config")) / "config.toml"


def _user_folder(environment: Mapping[str, str], platform: str, variable: str, usual: Path) -> Path:
    """As the platform has it: one folder for all of a program's files, or one for each kind of them."""
    if platform == "win32" and environment.get("APPDATA"):
        return Path(environment["APPDATA"]) / "companion"
    home = Path(environment.get("HOME") or Path.home())
    if platform == "darwin":
        return home / "Library" / "Application Support" / "companion"
    return Path(environment.get(variable) or home / usual) / "companion"


def saves_folder(chosen: str | None, environment: Mapping[str, str] = os.environ) -> Path:
    """As chosen on the command line, by COMPANION_SAVES, in the checkout, or in the user's data folder."""
    named = chosen or environment.get("COMPANION_SAVES")
    if named:
        return Path(named)
    root = checkout()
    return (root if root is not None else data_folder(environment)) / "saves"


def ruleset_folders(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The shipped rulesets, then the user's own."""
    inside = _PACKAGE / "rulesets"
    shipped = inside if inside.is_dir() else _PACKAGE.parent / "rulesets"
    own = environment.get("COMPANION_RULESETS")
    return shipped, Path(own) if own else data_folder(environment) / "rulesets"
