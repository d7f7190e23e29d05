"""`companion completion bash|zsh|fish`: a script that completes command lines, made by shtab."""

import argparse
from contextlib import suppress
from shlex import quote

from companion.cli.console import out, saves
from companion.cli.main import parser

_GAMES = {"bash": "_companion_games", "zsh": "_companion_games", "fish": "(__companion_games)"}
_SESSIONS = {
    "bash": "_companion_session_files",
    "zsh": "_companion_sessions",
    "fish": "(__companion_sessions)",
}
"""Names of the functions below, as shtab wants them."""

# What shtab can't know: the games, the sessions among the saves, and that the first word may be a session.
_OWN = {
    "bash": """
_companion_games() {
    local games
    games=$(companion rulesets 2>/dev/null | cut -d ' ' -f 1)
    compgen -W "$games" -- "$1" || grep -e "-$1" <<<"$games"
}
_companion_session_files() {
    local saves=${COMPANION_SAVES:-{saves}} i one
    for ((i = 1; i + 1 < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == --saves ]] && saves=${COMP_WORDS[i + 1]}
    done
    compgen -f -X '!*.toml' -- "$1"
    compgen -d -- "$1"
    for one in "$saves"/*.toml; do
        [[ -e $one ]] && [[ $one == "$1"* || ${one##*/} == "$1"* ]] && echo "$one"
    done
}
_companion_first_file() {
    compgen -W "${_shtab_companion_subparsers[*]}" -- "$1" >/dev/null || _companion_session_files "$1"
}
_shtab_companion_pos_0_COMPGEN=_companion_first_file""",
    "zsh": """
_companion_games() {
    local -a games=(${(f)"$(companion rulesets 2>/dev/null)"})
    compadd -M 'l:|=* r:|=*' -- ${games%% *}
}
_companion_sessions() {
    local saves=${COMPANION_SAVES:-{saves}}
    local -a typed=(${(z)BUFFER})
    local at=${typed[(i)--saves]}
    (( at < $#typed )) && saves=${(Q)typed[at + 1]}
    local -a found=($saves/*.toml(N))
    compadd -U -f -- ${(M)found:#(*/|)$PREFIX*}
    _files -g '*.toml'
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
functions[_companion_commands]=$functions[_shtab_companion_commands]
_shtab_companion_commands() { _companion_commands || _companion_sessions }""",
    "fish": """
function __companion_games
    companion rulesets 2>/dev/null | string split -f 1 ' '
end
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
function __companion_first
    _shtab_companion_using; and test $_shtab_companion_npos -eq 0
    and not string match -q -- (commandline -ct)'*' $_shtab_companion_commands
end""",
}
_LAST = {"fish": "complete -c companion -n __companion_first -a '(__companion_sessions)'"}
"""Text after shtab's script."""


def run(arguments: argparse.Namespace) -> None:
    import shtab

    whole = parser()
    offers = {"GAME": _GAMES, "F": shtab.FILE, "PATH": shtab.FILE, "DIR": shtab.DIRECTORY}
    for action in (action for one in (whole, *whole.commands.values()) for action in one.asked):
        offer = offers.get(str(action.metavar))
        if action.metavar == "FILE":
            offer = shtab.FILE if action.option_strings else _SESSIONS
        if offer is not None:
            action.complete = offer  # type: ignore[attr-defined]
    folder = saves()
    with suppress(OSError):  # the current folder may be gone
        folder = folder.absolute()
    own = _OWN[arguments.shell].replace("{saves}", quote(str(folder)))
    script = shtab.complete(whole, arguments.shell, preamble=own)
    script = script.replace("zsh_eval_context[-1] == eval", "zsh_eval_context[-1] == (eval|file)")
    out(script + _LAST.get(arguments.shell, ""))
