"""`companion completion bash|zsh|fish`: a script for the shell, made of the parser's own words."""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import suppress
from shlex import quote
from typing import NamedTuple

from companion.cli.console import GOOD, out, saves_of
from companion.cli.main import parser

_KINDS = {"GAME": "games", "FILE": "files", "F": "files", "PATH": "files", "DIR": "folders"}
"""What is offered for a value, by how the help calls it."""
_OFFERS = {
    "games": ("_companion_games", " -a '(companion rulesets 2>/dev/null | string split -f 1 \" \")'"),
    "sessions": ("_companion_sessions", " -a '(__companion_sessions)'"),
    "files": ("_files", " -F"),
    "folders": ("_files -/", " -a '(__fish_complete_directories)'"),
    "nothing": (" ", ""),
}
"""How zsh and fish are told of it."""


class Asked(NamedTuple):
    """An option, or a word at its place, and what may stand there."""

    flags: tuple[str, ...]
    takes_value: bool
    kind: str
    words: tuple[str, ...]
    name: str
    help: str


Commands = Mapping[str, tuple[str, list[Asked]]]
"""What each does, and what it alone is asked."""


def run(arguments: argparse.Namespace) -> int:
    whole = parser()
    common = [_asked(action) for action in whole.asked]
    commands = {
        name: (one.description or "", [asked for asked in map(_asked, one.asked) if asked not in common])
        for name, one in whole.commands.items()
    }
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[arguments.shell]
    saves = saves_of(arguments)
    with suppress(OSError):  # the current folder may be gone
        saves = saves.absolute()
    out("\n".join(write(common, commands, quote(str(saves)))))
    return GOOD


def _asked(action: argparse.Action) -> Asked:
    flags, words = tuple(action.option_strings), tuple(map(str, action.choices or ()))
    name = str(action.metavar or action.dest)
    kind = "words" if words else _KINDS.get(name, "nothing")
    kind = "sessions" if kind == "files" and not flags else kind
    return Asked(flags, action.nargs != 0, kind, words, name, action.help or "")


def _bash(common: list[Asked], commands: Commands, saves: str) -> Iterator[str]:
    """Works with the bash 3.2 of macOS too."""
    every = [*common, *(one for _, asked in commands.values() for one in asked)]
    takers = sorted({flag for one in every if one.takes_value for flag in one.flags} - {"--saves"})
    yield f"""# Completes calls of companion in bash. Made by: companion completion bash
_companion() {{
    local IFS=$'\\n' line=$'\\n' word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    local saves=${{COMPANION_SAVES:-{saves}}} command= flags= offer=nothing words= i one
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${{COMP_WORDS[i]}} in
            --saves) saves=${{COMP_WORDS[++i]}} ;;
            {" | ".join(takers)}) ((++i)) ;;
            {" | ".join(commands)}) [[ $command ]] || command=${{COMP_WORDS[i]}} ;;
        esac
    done
    case $command in
        '') offer=sessions words={quote(" ".join(commands))} ;;"""
    for name, (_, own) in commands.items():
        flags = " ".join(flag for one in own for flag in one.flags)
        place = next((_bash_offer(one) for one in own if not one.flags), "")
        yield f"        {name}) flags={quote(flags)} {place} ;;"
    yield f"""    esac
    flags="$flags {" ".join(flag for one in common for flag in one.flags)}"
    [[ $word == -* ]] && words=$flags offer=nothing
    case "$command $before" in"""
    for name, asked in {"*": common, **{name: own for name, (_, own) in commands.items()}}.items():
        for one in asked:
            if one.flags and one.takes_value:
                yield f"        {name}' {one.flags[-1]}') {_bash_offer(one)} ;;"
    yield """    esac
    [[ $offer == games ]] && words=$("$1" rulesets 2>/dev/null | cut -d ' ' -f 1)
    COMPREPLY=($(compgen -W "${words// /$line}" -- "$word"))
    [[ $COMPREPLY && -z $command ]] && return
    [[ -z $COMPREPLY && $offer == games ]] && COMPREPLY=($(grep -e "-$word" <<<"$words"))
    COMPREPLY+=($(
        case $offer in
            files) compgen -f -- "$word" ;;
            folders) compgen -d -- "$word" ;;
            sessions)
                compgen -f -X '!*.toml' -- "$word"
                compgen -d -- "$word"
                for one in "$saves"/*.toml; do
                    [[ -e $one ]] && [[ $one == "$word"* || ${one##*/} == "$word"* ]] && echo "$one"
                done
                ;;
        esac
    ))
}
complete -o filenames -F _companion companion"""


def _bash_offer(one: Asked) -> str:
    return f"offer={one.kind} words={quote(' '.join(one.words))}"


def _zsh(common: list[Asked], commands: Commands, saves: str) -> Iterator[str]:
    yield f"""#compdef companion
# Completes calls of companion in zsh. Made by: companion completion zsh
_companion_games() {{
    local -a games=(${{(f)"$(companion rulesets 2>/dev/null)"}})
    compadd -M 'l:|=* r:|=*' -- ${{games%% *}}
}}
_companion_sessions() {{
    local -a found=($saves/*.toml(N))
    compadd -U -f -- ${{(M)found:#(*/|)$PREFIX*}}
    _files -g '*.toml'
}}
_companion() {{
    local saves=${{COMPANION_SAVES:-{saves}}} at=${{words[(i)--saves]}} state
    (( at + 1 < CURRENT )) && saves=${{(Q)words[at + 1]}}
    local -a common=({_zsh_arguments(common)})
    local -a commands=("""
    yield from (f"        {quote(f'{name}:{purpose}')}" for name, (purpose, _) in commands.items())
    yield """    )
    _arguments -C $common '1: :->first' '*:: :->rest' && return
    if [[ $state == first ]]; then
        _describe command commands || _companion_sessions
        return
    fi
    case $words[1] in"""
    for name, (_, own) in commands.items():
        yield f"        {name}) _arguments $common {_zsh_arguments(own)} ;;"
    yield """    esac
}
if [[ $funcstack[1] == _companion ]]; then
    _companion "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
    compdef _companion companion
fi"""


def _zsh_arguments(asked: list[Asked]) -> str:
    return " ".join(text for one in asked for text in _zsh_argument(one))


def _zsh_argument(one: Asked) -> Iterator[str]:
    offer = f"({' '.join(one.words)})" if one.words else _OFFERS[one.kind][0]
    value = f":{one.name}:{offer}" if one.takes_value else ""
    if not one.flags and one.kind != "nothing":
        yield quote(f"*{value}")
    plain = one.help.translate(str.maketrans(":[]", "   "))  # the signs that an argument is made of
    yield from (quote(f"{flag}[{plain}]{value}") for flag in one.flags)


def _fish(common: list[Asked], commands: Commands, saves: str) -> Iterator[str]:
    yield f"""# Completes calls of companion in fish. Made by: companion completion fish
function __companion_sessions
    set -l saves {saves}
    set -q COMPANION_SAVES; and set saves $COMPANION_SAVES
    set -l typed (commandline -opc)
    set -l at (contains -i -- --saves $typed); and set -q typed[(math $at + 1)]; and set saves $typed[(math $at + 1)]
    set -l begun (commandline -ct)
    for one in $begun*.toml $begun*/ $saves/*.toml
        echo $one
    end
end
complete -c companion -f
function __companion_first
    __fish_use_subcommand; and not string match -q -- (commandline -ct)'*' {" ".join(commands)}
end
complete -c companion -n __companion_first -a '(__companion_sessions)'"""
    yield from (f"complete -c companion{_fish_argument(one)}" for one in common)
    for name, (purpose, own) in commands.items():
        yield f"complete -c companion -n __fish_use_subcommand -a {name} -d {quote(purpose)}"
        for one in own:
            if one.flags or one.kind != "nothing":
                yield f"complete -c companion -n '__fish_seen_subcommand_from {name}'{_fish_argument(one)}"


def _fish_argument(one: Asked) -> str:
    offer = f" -a {quote(' '.join(one.words))}" if one.words else _OFFERS[one.kind][1]
    flags = "".join(f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}" for flag in one.flags)
    needs = (" -r" if one.kind == "files" else " -x") if one.flags and one.takes_value else ""
    return f"{flags}{needs}{offer} -d {quote(one.help)}"
