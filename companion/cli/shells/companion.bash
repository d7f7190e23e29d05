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
_shtab_companion_pos_0_COMPGEN=_companion_first_file
