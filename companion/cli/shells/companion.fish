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
end
