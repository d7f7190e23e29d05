"""What the pages of the help say, beside the keys and the rules of each game."""

SENTENCES = {
    "page.here": "This screen",
    "page.entering": "Entering",
    "page.rules": "Rules",
    "page.keys": "All keys",
    "now": "What you are entering",
    "rules": "The rules of {game} in brief",
    "rules-note": "The rulebook on your table decides; numbers are those of this ruleset.",
    "every-game": "In every game",
    "keys-note": "Any of them can have another key: the settings, {key} on the table and on the start page.",
    "entering": "How an entry is made",
    "entering.begin": "A letter begins an entry; those that can be used now stand in the last lines of the screen. The entry asks one question after the other, and below stands what it would do. Nothing is booked before Enter; only an end of turn that asks nothing is booked by its letter alone.",
    "entering.then": "And then",
    "entering.booked": "After booking, the first line says who gets what. {undo} takes the last entry back, {redo} brings it back again.",
    "entering.change": "{change} opens the last entry again, filled in. {history} lists all of them: change or strike one, or put one in before it. What that changes is shown before Enter books it.",
    "entering.refused": "What the rules refuse is said at once, and why. Enter goes to the question that would cure it; ! asks for the table's reason and books it as a ruling.",
    "entering.others": "Tab on the table says that the next entry is somebody else's. What was forgotten in between is filled in, and one Enter books it all.",
    "entering.names": "A new name is asked about on the spot, once, and offered from then on; {book} opens the copy book that keeps it.",
    "entering.line": "{line} takes a whole entry as one line of text. Every entry shows its line.",
    "entering.what-if": "{what_if} opens a table beside the game: enter what you like, nothing is saved.",
    # Actions of every game
    "brief.adjust": "Adjust\nAdds to what somebody has, or takes from it, with a reason: for a house rule or a slip at the table.\nOf this companion, not of a rulebook",
    "brief.recount": "Recount\nSets what was counted on the table as it is now, with a reason; all that is not said stays.\nOf this companion, not of a rulebook",
    "brief.setup": "Setup\nMends what was wrong from the start: title, seats, names, colours, options. Everything is then counted again, as if it had been so at first.\nOf this companion, not of a rulebook",
    "brief.remark": "Remark\nA note among the entries; it changes nothing.\nOf this companion, not of a rulebook",
}
