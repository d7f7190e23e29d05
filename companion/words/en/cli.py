"""What the command line says of a call, of a file and of its own output."""

SENTENCES = {
    "line-fault": "line {number}: {reason}",
    "not-utf-8": "this is not text in UTF-8; write it with an editor or a shell that is set to UTF-8",
    "sound": "sound, {count:entry|entries}",
    "sound-ruleset": "sound: {id}",
    "action-fault": "action {number}: {reason}",
    "no-terminal": (
        "The app needs a terminal; from a program or a pipe use companion enter, show or export (companion --help)."
    ),
    "one-file": 'one session at a time: "{word}" is one too many',
    "unknown-command": '"{word}" is neither a command nor a session file',
    "unknown-flag": "there is no option {word}",
    "one-word": '"{word}" is one word too many',
    "not-one-of": '{what} must be {choices:or}, not "{word}"',
    "counts-form": 'counts are written like A=3,B=1, not "{text}"',
    "counts-twice": "{name} is counted twice",
    "negative": "{what} must not be negative",
    "unit": "the unit must be at least 1",
    "option-switch": 'the option {key} is yes or no, not "{text}"',
    "option-form": 'an option is written like key=value, not "{text}"',
    "wrong-call": "{reason}; {program} --help shows how",
    "near": "{reason}; did you mean {close}?",
    "unwritable": "companion: the output cannot be written: {reason}",
}
