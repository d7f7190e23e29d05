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
_shtab_companion_commands() { _companion_commands || _companion_sessions }
