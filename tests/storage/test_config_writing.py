"""Settings written into the file: what they say is read again, and what somebody wrote by hand stays as it is."""

from pathlib import Path

import pytest

from companion.report.words import Speaker
from companion.storage.config import Config, read_config
from companion.storage.config_writing import Changes, write_config
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
"table.redo" = "f9"

[window]
theme = "light"
"""


def written(text: str, changes: Changes) -> str:
    disk = MemoryDisk({PATH: text.encode()})
    assert write_config(PATH, changes, disk) is None, "no copy was needed"
    return disk.files[PATH].decode()


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ({"theme": "dark"}, 'theme = "light"   #', 'theme = "dark"   #'),
        ({"theme": None}, 'theme = "light"   # or "dark"\n', '# or "dark"\n'),
        ({"palette": "safe"}, "nobody knows this one\n", 'nobody knows this one\npalette = "safe"\n'),
        ({"keys.table.undo": "f2,u"}, "'ctrl+z'", '"f2,u"'),
        ({"keys.table.undo": None}, "table.undo = 'ctrl+z' # as", "# as"),
        ({"keys.table.redo": "Z"}, '"table.redo" = "f9"', '"table.redo" = "Z"'),
        ({"keys.table.redo": None}, '"table.redo" = "f9"\n', ""),
        (
            {"keys.whistle-stop.end-turn": "$"},
            "[keys] # mine\n",
            '[keys] # mine\nwhistle-stop.end-turn = "$"\n',
        ),
        ({"language": None, "keys.table.leave": None}, "", ""),
    ],
    ids=str,
)
def test_only_the_line_concerned_changes(changes: Changes, old: str, new: str) -> None:
    assert old in BY_HAND
    assert written(BY_HAND, changes) == BY_HAND.replace(old, new, 1)


def test_a_new_key_stands_behind_what_the_file_begins_with() -> None:
    assert written("# mine\n", {"theme": "dark"}) == '# mine\ntheme = "dark"\n'
    assert written("# mine\n\n# of keys\n[keys]\n", {"theme": "dark"}) == (
        '# mine\n\ntheme = "dark"\n# of keys\n[keys]\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing yet",
        'palette = "plain"',
        'theme = "dark"\r\n\r\n[keys]\r\napp.help = "f3"\r\n',
        '[keys.table]\nredo = "f3"\n[more]\nx = 1\n',
        'keys.table.redo = "f3"\n[more]\nkeys = 1\n',
        'note = """\n[keys]\ntheme = "dark"\n"""\n',
        "\ufefftheme = 'dark'\n",
    ],
)
def test_what_is_written_is_read_again_whatever_the_file_looks_like(text: str) -> None:
    disk = MemoryDisk({PATH: text.encode()})
    before = read_config(PATH, disk)[0]
    changes = {"theme": "light", "language": "de", "keys.table.undo": "f2", "keys.start.new": "%"}
    assert write_config(PATH, changes, disk) is None
    config, _ = read_config(PATH, disk)
    keys = {**before.keys, "table.undo": "f2", "start.new": "%"}
    assert config == Config(keys, "light", before.palette, "de")
    after = disk.files[PATH].decode()
    assert ("\r\n" in text) == ("\r\n" in after)
    assert "\n" not in after.replace("\r\n", "") or "\r\n" not in text, "one kind of line ends"
    taken_out = dict.fromkeys(changes)
    write_config(PATH, {**taken_out, "keys.app.help": None, "keys.table.redo": None}, disk)
    assert read_config(PATH, disk)[0] == Config(palette=before.palette)


def test_where_no_line_can_be_changed_a_copy_of_the_file_is_kept() -> None:
    text = '# in braces\nkeys = { "table.undo" = "f2", "table.redo" = "f3" }\nmore = [\n 1 ]\n'
    disk = MemoryDisk({PATH: text.encode()})
    copy = write_config(PATH, {"keys.table.undo": "f4"}, disk)
    assert copy == PATH.with_name("config.toml.edited")
    assert disk.files[copy].decode() == text
    assert read_config(PATH, disk)[0].keys == {"table.undo": "f4", "table.redo": "f3"}
    assert "more = [" in disk.files[PATH].decode()


def test_what_is_no_toml_stays_as_it_is() -> None:
    disk = MemoryDisk({PATH: b"theme = light\n"})
    with pytest.raises(FileError) as fault:
        write_config(PATH, {"theme": "dark"}, disk)
    assert "not a sound TOML file" in Speaker().say(fault.value.message)
    assert disk.files == {PATH: b"theme = light\n"}


def test_a_file_that_cannot_be_written_is_as_it_was() -> None:
    disk = MemoryDisk({PATH: BY_HAND.encode()})
    disk.full_at = 1
    with pytest.raises(FileError):
        write_config(PATH, {"theme": "dark"}, disk)
    assert disk.files == {PATH: BY_HAND.encode()}
