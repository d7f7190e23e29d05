"""Completion in real shells; where one of them is missing its test is skipped with a word."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import SHELLS, parser
from tests.commands import write
from tests.support import PATIENCE

FOUND = {
    "companion exp": ["export"],
    "companion expl": ["explained.toml"],
    "companion export thursday.toml --to js": ["json"],
    "companion --lang h": ["hu"],
    "companion new wh": ["whistle-stop"],
    "companion new roc": ["stephensons-rocket"],
    "companion thu": ["thursday.toml"],
    "companion new rocket --pl": ["--players"],
    "companion show thu": ["thursday.toml"],
    "companion --saves other show fri": ["other/friday.toml"],
    "companion --saves oth": ["other/"],
    "companion completion f": ["fish"],
    "companion split 2 ": [],
}
"""What is typed before Tab, and what is offered."""


@pytest.fixture
def script(companion: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes the script of a shell into a folder with a session, another one among other saves."""
    Path("other").mkdir()
    write((), "thursday.toml")
    write((), "explained.toml")
    write((), "other/friday.toml")
    program = Path("bin/companion")
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(tmp_path))

    def made(shell: str) -> str:
        if shutil.which(shell) is None:
            pytest.skip(f"{shell} is not on this machine")
        Path("script").write_text(companion("completion", shell).out, encoding="utf-8")
        return "./script"

    return made


def lines_of(*command: str) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_holds_every_word_of_the_parser_and_no_other_command(companion: Any, shell: str) -> None:
    done = companion("completion", shell)
    assert (done.code, done.err) == (0, "")
    whole, words = parser(), set(re.findall(r"[\w-]+", done.out))
    for name, one in {"companion": whole, **whole.commands}.items():
        assert name in words
        for action in (action for action in one.asked if action.help != argparse.SUPPRESS):
            flags = [flag.lstrip("-") if shell == "fish" else flag for flag in action.option_strings]
            missing = {*flags, *map(str, action.choices or ())} - words
            assert not missing, f"{name}: {missing}"


def test_bash_completes(script: Any) -> None:
    file = script("bash")
    for typed, found in FOUND.items():
        words = typed.split(" ")
        call = f"COMP_WORDS=({' '.join(word or repr('') for word in words)}); COMP_CWORD={len(words) - 1}"
        show = 'printf "%s\\n" "${COMPREPLY[@]}"'
        lines = lines_of("bash", "-c", f"source {file}; {call}; _shtab_companion companion; {show}")
        assert [line for line in lines if line] == [word.rstrip("/") for word in found], (
            typed
        )  # readline adds it


def test_fish_completes(script: Any) -> None:
    file = script("fish")
    for typed, found in FOUND.items():
        lines = lines_of("fish", "--no-config", "-c", f"source {file}; complete -C '{typed}'")
        assert [line.partition("\t")[0] for line in lines] == found, typed


ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= TERM=dumb; autoload -Uz compinit && compinit -u -D; source $1
finish() { zle complete-word; print -r -- \"<<\$BUFFER>>\"; BUFFER= }; zle -N finish; bindkey ^X finish; print rea''dy"
zpty -r shell found '*ready*'
for typed in "${@:2}"; do
    zpty -w -n shell "$typed"$'\C-x'
    zpty -r shell found '*<<*>>*'
    print -r -- "${${found##*<<}%>>*}"
done
zpty -d shell
"""
"""Types each line into an interactive shell, presses Tab, and prints what the line is then."""


def test_zsh_completes(script: Any) -> None:
    file = script("zsh")
    Path("zsh").write_text(ZSH, encoding="utf-8")
    lines = lines_of("zsh", "-f", "zsh", file, *FOUND)
    for typed, found, line in zip(FOUND, FOUND.values(), lines, strict=True):
        *before, last = typed.split(" ")
        assert line.rstrip() == " ".join([*before, *(found or [last])]).rstrip(), typed
