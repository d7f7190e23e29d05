"""Settings of a machine: what is not understood is said in a sentence, and the rest holds."""

import sys
from pathlib import Path

import pytest
from platformdirs import user_config_path, user_data_path

from companion.report.words import Speaker
from companion.storage.config import Config, read_config
from companion.storage.places import config_file, ruleset_folders, saves_folder
from tests.memory_disk import MemoryDisk

PATH = Path("/home/anton/.config/companion/config.toml")


def read(text: str) -> tuple[Config, list[str]]:
    config, notices = read_config(PATH, MemoryDisk({PATH: text.encode()}))
    return config, [Speaker().say(notice) for notice in notices]


def test_all_that_can_be_set() -> None:
    text = 'theme = "light"\npalette = "safe"\nlanguage = "hu"\n[keys]\nundo = "ctrl+z"\n"new-session" = "n, f2"\n'
    assert read(text) == (Config({"undo": "ctrl+z", "new-session": "n,f2"}, "light", "safe", "hu"), [])


def test_an_id_with_a_point_may_stand_in_quotes_or_not() -> None:
    text = '[keys]\ntable.undo = "z"\n"table.redo" = "Z"\nstephensons-rocket.take-token = "x"\n'
    keys = {"table.undo": "z", "table.redo": "Z", "stephensons-rocket.take-token": "x"}
    assert read(text) == (Config(keys), [])
    assert read("[keys.table]\nundo = 3\n")[1] == [
        f"{PATH}: keys.table.undo must be text in quotes. All other settings are used."
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colour = 1", "colour isn't a known key. Check the spelling or remove it"),
        ('theme = "pink"', "theme must be dark or light"),
        ("theme = 1", "theme must be dark or light"),
        ('palette = ["safe"]', "palette must be plain or safe"),
        ('language = "fr"', "language must be en, de, hu or it"),
        ("keys = 3", "keys must be a table of keys and values"),
        ("keys.redo = 3", "keys.redo must be text in quotes"),
        ("keys.redo = ''", 'keys.redo must be a key, or several separated by commas, like "f2,ctrl+n"'),
        (
            "keys.redo = 'a,,b'",
            'keys.redo must be a key, or several separated by commas, like "f2,ctrl+n"',
        ),
        (
            'keys.redo = "\\u001b"',
            'keys.redo must be a key, or several separated by commas, like "f2,ctrl+n"',
        ),
        ('"\\u001b[31m" = 1', "'\\x1b[31m' isn't a known key. Check the spelling or remove it"),
        (f"{'x' * 60} = 1", f"{'x' * 40} isn't a known key. Check the spelling or remove it"),
    ],
)
def test_what_does_not_fit_is_one_sentence_and_the_rest_holds(text: str, sentence: str) -> None:
    config, notices = read(f"{text}\nkeys.undo = 'u'\n" if "keys = " not in text else text)
    assert notices == [f"{PATH}: {sentence}. All other settings are used."]
    assert config.keys == ({"undo": "u"} if "keys = " not in text else {})
    assert (config.theme, config.palette) == ("dark", "plain")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"theme =", "This isn't a valid TOML file: "),
        (b"\xff\xfe", "This isn't a UTF-8 text file"),
        (b"#" * 1_000_001, "The file is over 1 MB"),
    ],
    ids=["no toml", "no text", "too large"],
)
def test_a_file_that_cannot_be_read_is_a_notice(content: bytes, reason: str) -> None:
    config, (notice,) = read_config(PATH, MemoryDisk({PATH: content}))
    assert config == Config()
    assert Speaker().say(notice).startswith(f"Companion can't use the settings in {PATH}: {reason}")


def test_a_folder_in_its_place_is_a_notice(tmp_path: Path) -> None:
    config, (notice,) = read_config(tmp_path)
    assert config == Config()
    assert "That's a folder" in Speaker().say(notice)


@pytest.mark.parametrize(
    ("environment", "config", "data"),
    [
        ({"HOME": "/home/a"}, "/home/a/.config", "/home/a/.local/share"),
        ({"HOME": "/home/a", "XDG_CONFIG_HOME": "/x"}, "/x", "/home/a/.local/share"),
        ({"HOME": "/home/a", "XDG_DATA_HOME": "/x"}, "/home/a/.config", "/x"),
        ({"HOME": "/home/a/", "XDG_DATA_HOME": "x"}, "/home/a/.config", "/home/a/.local/share"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folders have other names")
def test_files_lie_where_the_platform_keeps_them(
    environment: dict[str, str], config: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "COMPANION_CONFIG", "COMPANION_RULESETS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert config_file() == Path(config) / "companion" / "config.toml"
    assert [*ruleset_folders()][1] == Path(data) / "companion" / "rulesets"
    assert config_file().parent == user_config_path("companion"), "what everybody else's programs do"
    assert [*ruleset_folders()][1].parent == user_data_path("companion")


def test_files_lie_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "SAVES", "RULESETS"):
        monkeypatch.setenv(f"COMPANION_{name}", f"/{name}")
    assert (config_file(), saves_folder(None)) == (Path("/CONFIG"), Path("/SAVES"))
    assert [*ruleset_folders()][1] == Path("/RULESETS")
    assert saves_folder("/chosen") == Path("/chosen")
