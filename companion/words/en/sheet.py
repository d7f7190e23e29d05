"""What the final sheet and the run sheet say, whatever the game."""

SENTENCES = {
    "title": "Score sheet",
    "start": "at the start",
    "before": "before the end",
    "adjust": "adjusted",
    "counted": "counted anew",
    "total": "total",
    # Who won
    "wins": "{players:list} wins",
    "share": "{players:list} share the win",
    "would-lead": "The game is not over. If it ended now, {players:list} would have most:",
    "with": "with {score:money}",
    "tie": "{players:list} have {score:money} each, and no rule breaks the tie.",
    "hours": "{hours} h {minutes} min",
    "minutes": "{minutes} min",
    "hidden": "Money is hidden until the end of the game, and so is the score sheet. It opens by itself when the game is over.",
    "at-left": "Left shows {players:list}",
    "at-right": "Right shows {players:list}",
    # What is behind a figure
    "behind": "{player}, {line}: {amount:money}",
    "entry": "Entry {number}",
    "set-up": "Start",
    "ahead": "At the end",
    "why-start": "what {player} had when this session began",
    "why-counted": "what the count of the table changed",
    "in-all": "in all",
    "nothing-behind": "Nothing was paid for this.",
    # The run sheet
    "run-sheet": "Run sheet",
    "no-run-sheet": "This game keeps no run sheet.",
}
