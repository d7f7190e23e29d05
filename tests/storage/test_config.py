"""Settings of a machine: an unknown setting is reported in one sentence, and people's own lines stay."""

import sys
from pathlib import Path

import pytest
from platformdirs import user_config_path, user_data_path

from companion.report.words import Speaker
from companion.storage.config import Changes, Config, read_config, write_config
from companion.storage.errors import FileError
from companion.storage.places import config_file, ruleset_folders, saves_folder
from tests.memory_disk import MemoryDisk

PATH = Path("/home/anton/.config/companion/config.toml")


def read(text: str) -> tuple[Config, list[str]]:
    config, notices = read_config(PATH, MemoryDisk({PATH: text.encode()}))
    return config, [Speaker().say(notice) for notice in notices]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colour = 1", "colour isn't a known key. Check the spelling or remove it"),
        ('theme = "pink"', "theme must be dark or light"),
        ('language = "fr"', "language must be en, de, hu or it"),
        ('"\\u001b[31m" = 1', "'\\x1b[31m' isn't a known key. Check the spelling or remove it"),
        (f"{'x' * 60} = 1", f"{'x' * 40} isn't a known key. Check the spelling or remove it"),
    ],
)
def test_what_does_not_fit_is_one_sentence_and_the_rest_holds(text: str, sentence: str) -> None:
    own = 'palette = "safe"\n' if "theme" in text else 'theme = "light"\n'
    config, notices = read(own + text)
    assert notices == [f"{PATH}: {sentence}. Companion uses all other settings."]
    assert config == (Config(palette="safe") if "theme" in text else Config("light"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            b"theme =",
            "Companion can't read this file. Line 1: A value must be a number, text in quotes, true or false.",
        ),
        (b"\xff\xfe", "This isn't a UTF-8 text file"),
        (b"#" * 1_000_001, "The file is over 1 MB"),
    ],
    ids=["no toml", "no text", "too large"],
)
def test_a_file_that_cannot_be_read_is_a_notice(content: bytes, reason: str) -> None:
    config, (notice,) = read_config(PATH, MemoryDisk({PATH: content}))
    assert config == Config()
    assert Speaker().say(notice).startswith(f"Companion can't use the settings in {PATH}: {reason}")


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


BY_HAND = """\
# Anton's own
theme = "light"   # or "dark"
colour = 3        # nobody knows this one

# places that I like
[window] # mine
theme = "light"
palette = "plain"
"""


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ({"theme": "dark"}, 'theme = "light"   #', 'theme = "dark"   #'),
        ({"theme": None}, 'theme = "light"   # or "dark"\n', '# or "dark"\n'),
        ({"palette": "safe"}, "# Anton's own\n", 'palette = "safe"\n# Anton\'s own\n'),
        ({"language": None}, "", ""),
    ],
    ids=str,
)
def test_only_the_line_concerned_changes(changes: Changes, old: str, new: str) -> None:
    disk = MemoryDisk({PATH: BY_HAND.encode()})
    write_config(PATH, changes, disk)
    assert old in BY_HAND
    assert disk.files[PATH].decode() == BY_HAND.replace(old, new, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing yet",
        'palette = "plain"',
        "'theme' = 'dark'",
        'theme = "dark"\r\n\r\n[window]\r\nwidth = 80\r\n',
        'note = """\n[window]\ntheme = "dark"\n"""\n',
        "\ufefftheme = 'dark'\n",
    ],
)
def test_what_is_written_is_read_again_whatever_the_file_looks_like(text: str) -> None:
    disk = MemoryDisk({PATH: text.encode()})
    before = read_config(PATH, disk)[0]
    write_config(PATH, {"theme": "light", "language": "de"}, disk)
    assert read_config(PATH, disk)[0] == Config("light", before.palette, "de")
    after = disk.files[PATH].decode()
    assert after.count("\n") == (after.count("\r\n") if "\r\n" in text else after.count("\n")), after
    write_config(PATH, {"theme": None, "language": None}, disk)
    assert read_config(PATH, disk)[0] == Config(palette=before.palette)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"theme = light\n", "Companion can't read this file"),
        (b'"th\\u0065me" = "light"\n', "theme can only be changed in the settings file"),
    ],
)
def test_a_file_that_cannot_be_changed_safely_stays_as_it_is(content: bytes, told: str) -> None:
    disk = MemoryDisk({PATH: content})
    with pytest.raises(FileError) as fault:
        write_config(PATH, {"theme": "dark"}, disk)
    assert told in Speaker().say(fault.value.message)
    assert disk.files == {PATH: content}
