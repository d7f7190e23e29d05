"""Writing settings into the config file: what is written is read again, and people's own lines stay as they are."""

from pathlib import Path

import pytest

from companion.report.words import Speaker
from companion.storage.config import Changes, Config, read_config, write_config
from companion.storage.errors import FileError
from tests.memory_disk import MemoryDisk

PATH = Path("/home/anton/.config/companion/config.toml")
BY_HAND = """\
# Anton's own
theme = "light"   # or "dark"
colour = 3        # nobody knows this one

# keys that I like
[keys] # mine
table.undo = 'ctrl+z' # as everywhere

[window]
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
        'theme = "dark"\r\n\r\n[keys]\r\napp.help = "f3"\r\n',
        'keys.table.redo = "f3"\n[more]\nkeys = 1\n',
        'note = """\n[keys]\ntheme = "dark"\n"""\n',
        "\ufefftheme = 'dark'\n",
    ],
)
def test_what_is_written_is_read_again_whatever_the_file_looks_like(text: str) -> None:
    disk = MemoryDisk({PATH: text.encode()})
    before = read_config(PATH, disk)[0]
    write_config(PATH, {"theme": "light", "language": "de"}, disk)
    assert read_config(PATH, disk)[0] == Config(before.keys, "light", before.palette, "de")
    after = disk.files[PATH].decode()
    assert after.count("\n") == (after.count("\r\n") if "\r\n" in text else after.count("\n")), after
    write_config(PATH, {"theme": None, "language": None}, disk)
    assert read_config(PATH, disk)[0] == Config(before.keys, palette=before.palette)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"theme = light\n", "isn't a valid TOML file"),
        (b'"th\\u0065me" = "light"\n', "theme can only be changed in the settings file"),
    ],
)
def test_a_file_that_cannot_be_changed_safely_stays_as_it_is(content: bytes, told: str) -> None:
    disk = MemoryDisk({PATH: content})
    with pytest.raises(FileError) as fault:
        write_config(PATH, {"theme": "dark"}, disk)
    assert told in Speaker().say(fault.value.message)
    assert disk.files == {PATH: content}
