"""What is said of the rulesets at hand."""

SENTENCES = {
    "title": "Rulesets: the games that can be played",
    "shipped": "comes with the companion",
    "own": "your own, played by the rules of {engine}",
    "extends": "your own, made from {base}",
    "players": "{least} to {most} players",
    "file": "id {id}, {origin}; its file is {path}",
    "faulty": "cannot be played: {reason}",
    "mend": "Mend {path} with any editor; it is read again when this page is opened. companion rulesets --check {path} says the same on the command line.",
    "where": "Rulesets of your own lie in {folder}; the environment variable COMPANION_RULESETS names another folder.",
    "options": "What can be agreed on before a game",
    "no-options": "Nothing is to be agreed on before a game.",
    "option": "{name} ({key}), usually {default}: {help}",
    "numbers": "Its numbers, by the names under which another ruleset changes them",
    "table": "{table}: {numbers}",
    "make": "How to make one of your own",
    "make-how": "Save these lines in {path}, and change the number; every other number stays that of {base}:",
    "make-kept": "A session that was begun keeps the rules it began with.",
}
