"""What is said of the rulesets at hand."""

SENTENCES = {
    "title": "Rulesets: the games that can be played",
    "where": "Rulesets of your own lie in {folder}; the environment variable COMPANION_RULESETS names another folder. {key} on a game shows its options and numbers, and how to make your own from it.",
    "players": "{least} to {most} players",
    "file": "{id}: {origin}; {path}",
    "shipped": "comes with the companion",
    "own": "your own, played by the rules of {engine}",
    "extends": "your own, made from {base}",
    "faulty": "{path} cannot be played: {reason}.",
    "mend": "Mend it with any editor: it is read again when this page is opened. On the command line companion rulesets --check with the name of the file says whether it is sound.",
    "options": "What can be agreed on before a game",
    "option": "{name} ({key}), usually {default}: {help}",
    "numbers": "Its numbers, by the names under which another ruleset changes them",
    "table": "{table}: {numbers}",
    "make": "How to make your own from it",
    "make-how": "Save these lines in {path} and change the number; all others stay as they are. A session that was begun keeps the rules it began with.",
}
