"""What is said alike in every game."""

SENTENCES = {
    # Payouts
    "payout.text": "{what}: {how:join}.",
    "payout.nobody": "nobody has any, so nothing is paid",
    "payout.ranking": "{ranking:ranking}",
    "payout.first": "{name} is first and gets {amount:money}",
    "payout.first-rounded": (
        "{name} is first: {money:money} rounded to {amount:money}, {rest:money} stays in the bank"
    ),
    "payout.second": "{name} is second and gets {amount:money}",
    "payout.second-rounded": (
        "{name} is second: {money:money} rounded to {amount:money}, {rest:money} stays in the bank"
    ),
    "payout.no-second": "nobody is second, so the {second:money} is not paid",
    "payout.shared-first": (
        "{names:list} share first and second: ({first:money} + {second:money}) / {number} = {amount:money} each"
    ),
    "payout.shared-first-rounded": (
        "{names:list} share first and second: ({first:money} + {second:money}) / {number}, "
        "rounded to {amount:money} each, {rest:money} stays in the bank"
    ),
    "payout.shared-second": "{names:list} share second: {second:money} / {number} = {amount:money} each",
    "payout.shared-second-rounded": (
        "{names:list} share second: {second:money} / {number}, rounded to {amount:money} each, "
        "{rest:money} stays in the bank"
    ),
    "words.list": "{most} and {last}",
    "words.either": "{most} or {last}",
    "words.numbers": "zero one two three four five six seven eight nine ten eleven twelve",
    "words.nothing": "nothing",
    "words.yes": "yes",
    "words.no": "no",
    "words.no-bids": "no other bid",
    "payout.split": "First {first:money}, second {second:money}",
    # The journal
    "journal.nothing-to-undo": "there is nothing left to undo",
    "journal.nothing-to-undo-after": "nothing stands after entry {to}, so there is nothing to undo",
    "journal.undo-to-later": "undo goes back to an earlier entry, and {to} is not earlier",
    "journal.nothing-to-redo": "there is nothing to redo: redo only follows an undo",
    "journal.no-such-entry": (
        "there is no action {entry} to correct; name one that stands, not an undo or a correction"
    ),
    "journal.several-inserted": (
        "entry {entry} inserted several actions at once; undo it and insert them one by one"
    ),
    "journal.breaks": "with this change entry {entry} does not play any more: {reason}",
    # The table
    "table.not-up": "it is the turn of {up}, not of {player}",
    "table.unknown-player": 'nobody at this table is called "{name}"; here sit {known:list}',
    "table.same-name": "two players would be called {name}; give each a name of their own",
    "table.player-count": "{game} takes {least} to {most} players, not {count}",
    "table.over": "the game is over; undo, correct, adjust or recount, but nothing more is played",
    "table.adjusted": "{player} {amount:signed}: {reason}.",
    "table.adjust-below-zero": "{amount:signed} would leave {player} less than nothing; adjust by less",
    "table.below-zero": (
        "there are not enough {family:name}: {wanted} wanted from {holder}, {held} there; check the numbers"
    ),
    "table.nothing-to-roll": "there is nothing to roll in this game",
    "table.no-such-roll": "that cannot be rolled now; what can: {known:list}",
    "table.setup": "the header was corrected",
    "table.position": "the session starts from a position",
    "table.recounted": "the table was recounted",
    "table.option-fixed": "{option} stays as it is once something was played; begin a new session",
    "table.unknown-option": "this game has no option {key}; it has {known:list}",
    "table.no-options": "this game has no options, and so no option {key}",
    # A new session
    "plan.no-ruleset": "there is no sound ruleset at hand, so no session can be made",
    "plan.same-colour": "{names:list} have the same colour, {colour}; that is allowed, but hard to tell apart",
    "plan.option": "{key}",
    # Places where pieces lie
    "place.supply": "the supply",
    "place.box": "the box",
    "place.bank": "the bank",
    # The form of a block
    "form.unknown-key": "unknown key {key}; check its spelling or take it out",
    "form.missing": "{key} is missing",
    "form.whole-number": "{key} must be a whole number",
    "form.text": "{key} must be a text in quotes",
    "form.true-or-false": "{key} must be true or false",
    "form.date-and-time": "{key} must be a date with a time, like 2026-11-14T19:30:00Z",
    "form.list": "{key} must be a list in square brackets",
    "form.table": "{key} must be a table of keys and values",
    "form.at-least": "{key} must be at least {wanted}",
    "form.at-most": "{key} must be at most {wanted}",
    "form.at-least-items": "{key} needs at least {wanted}",
    "form.at-most-items": "{key} takes at most {wanted}",
    "form.one-of": "{key} must be one of {choices:list}",
    "form.choice": "{key} must be {wanted}",
    "form.empty": "{key} must not be empty",
    "form.name-twice": "{key} names {name} twice; name it once",
    "form.too-long": "{key} must not be longer than {most} characters",
    "form.unprintable": "{key} must not hold control characters, line breaks or invisible characters",
    "form.unfit": "{key} does not fit",
    "form.unknown-action": 'there is no action "{verb}"',
    "form.unknown-action-close": 'there is no action "{verb}"; "{close}" is one',
    "form.game-action-only": '"{verb}" cannot stand inside a correction; only an action of the game can',
    "form.first-actions-only": "{verb} cannot be booked together with other actions, or before them; enter it by itself",
    "form.also-corrections-only": 'also takes amend, strike and insert, without an also of their own, not "{verb}"',
    # Lines of the notation
    "entry.ambiguous": '"{word}" can mean {names:or}; type more of it',
    "entry.twice": "{word} is given twice; give it once",
    "entry.missing": "still to say: {what}",
    "entry.missing-choice": "still to say: {what} ({names:or})",
    "entry.too-much": '"{word}" is one answer too many; take it out, or put a name with spaces in quotes',
    "entry.row-full": '"{word}" is one answer too many for {row}; another one begins with the word {lead}',
    "entry.number": '{what} is a whole number, not "{word}"',
    "entry.which-kind": '"{word}" is not known yet; say what it is: {words:or}',
    "entry.yes-or-no": '{what} is yes or no, not "{word}"',
    "entry.no-answer": '"{word}" is no answer here; asked is: {what}',
    "entry.first-question": "this is the first question; Esc throws the entry away",
    "entry.which-is": "choose what {name} is",
    "entry.misfit": '"{word}" does not fit for {what}',
    "entry.too-long": "the line is longer than {most} characters; make it shorter",
    "entry.unclosed": 'a quote (") is opened and not closed; close it',
    "entry.unknown-verb": 'there is no action "{verb}"; there are {known:list}',
    "entry.no-verb": "still to say: what was done",
    "entry.text-to-the-end": "a text, to the end of the line",
    "entry.asks": "next: {what}",
    "entry.asks-between": "next: {what}, from {low} to {high}",
    "entry.asks-verb": "next: what was done",
    "entry.asks-nothing": "complete; Enter books it",
    "grid.row-filled": "there is more in the row of {row}; empty that first",
    # What is asked in every game
    "ask.by": "who did it",
    "ask.note": "a note",
    "ask.ruling": "the reason of a ruling",
    "ask.reason": "the reason",
    "ask.player": "a player",
    "ask.amount": "the amount",
    "ask.position": "what was counted",
    "ask.title": "the title",
    "ask.starts": "who starts",
    "ask.option": "an option",
    "ask.option-value": "its value",
    "ask.name": "the new name",
    "ask.colour": "the colour",
    "ask.to": "the last entry that stays",
    "ask.entry": "the number of an entry",
    # Files
    "save.missing": "there is no such file",
    "save.folder": "that is a folder, not a file",
    "save.unreadable": "the file cannot be read: {reason}",
    "save.folder-unreadable": "the folder of the sessions cannot be looked into: {reason}",
    "save.unwritable": "the file cannot be written: {reason}; nothing was booked",
    "save.too-large": "the file is larger than {most} MB, so it is none of ours",
    "save.full": "the session would become larger than {most} MB; nothing was booked",
    "save.empty": "the file is empty; a new session is made with: companion new",
    "save.not-text": "this is not a text file",
    "save.not-toml": "this is not a sound TOML file: {reason}",
    "save.too-deep": "the file is nested deeper than any of ours",
    "save.long-number": "a number in the file is longer than any number can be",
    "save.actions-form": "actions must be written as blocks that begin with [[actions]]",
    "save.no-format": "the header has no format, so this is not a session of the companion",
    "save.newer-format": (
        "it was written by a newer companion (format {found}, this one reads {known}); update the companion"
    ),
    "save.unknown-format": "no session was ever written in format {found}",
    "save.exists": "there is such a file already; choose another name",
    "save.torn": (
        "the last entry was cut off while it was written, from line {line} on; it is left out, all before it stands"
    ),
    "save.changed": "another program changed the file; open the session again before entering more",
    "save.read-only": "another program has this session open; here it can be read, not written",
    "save.not-writable": "this file may not be written; the session can be read, not continued",
    "save.moved-on": "another entry was booked meanwhile; look at what this one does now",
    "save.read-only-entry": "this session is open for reading only, so nothing can be entered here",
    "save.broken-entry": "nothing can be entered before entry {entry} is corrected: {reason}",
    # Files kept between sessions
    "editable-file.busy": "other programs keep changing the file",
    "editable-file.full": "the file would become larger than {most} MB",
    "editable-file.unwritable": "the file cannot be written: {reason}",
    "people.unread": "the remembered players in {file} are not used and left as they are: {reason}",
    "people.unwritten": "{file} could not be brought up to date with the players: {reason}",
    # Settings
    "config.unread": "the settings in {file} are not used: {reason}",
    "config.ignored": "{file}: {reason}; the rest of it holds",
    "config.key-form": '{key} must be a key, or several with commas between them, like "f2,ctrl+n"',
    "config.unknown-binding": "keys.{id} is no key that can be set",
    "config.no-key": "keys.{id}: there is no key {key}",
    "config.key-fixed": "keys.{id}: {key} cannot be given away there",
    "config.key-taken": "keys.{id}: {key} is taken by {other}",
    # The copy book
    "copybook.unknown": 'the copy book has no "{name}" here',
    "copybook.taken": '"{name}" is in the copy book already; merge {old} into it or choose another name',
    "copybook.merged-with-itself": "{name} cannot be merged with itself; choose two names",
    "copybook.fact": (
        "{key} must be true or false, a whole number, a text, a list of texts, or a table of numbers and texts"
    ),
    "copybook.unread": "the copy book {file} is not used and left as it is: {reason}",
    "copybook.unwritten": "the entry is booked, but the copy book {file} could not learn from it: {reason}",
    # The session as text
    "show.entries": "{count:entry|entries}",
    "show.up": "{player} is up",
    "show.going-on": "the game goes on",
    "show.won": "{winners:list} wins",
    "show.shared-win": "{winners:list} share the win",
    "show.hidden": "Money is hidden until the end.",
    "show.log": "Log",
    "show.rank": "rank",
    "show.player": "player",
    "show.now": "now",
    "show.if-over": "if over now",
    "show.turn": "{player}: {left} of {of} {what} left",
    "show.turn-done": "{turn}, done: {done}",
    "show.left": "Left: {gauge}",
    "show.gauge": "{what} {left}/{of}",
    "show.gauge-ends": "{what} {left}/{of}, end at {ends_at}",
    "show.marks": "{majority} alone with the most, {tie} tied for the most",
    "show.left-out": "no room for {what:list}",
    "show.ruling": "ruling of the table: {reason}",
    "show.overruled": "overruled: {violation}",
    "show.note": "note: {note}",
    "show.warning": "! {warning}",
    # The session as a report
    "export.game": "game: {game} ({id})",
    "export.begun": "begun: {moment}",
    "export.starts": "start player: {player}",
    "export.option": "{name}: {value}",
    "export.players": "Players",
    "export.standing": "How it stands",
    "export.result": "Result",
    "export.set-up": "Set-up",
    "export.seat": "seat",
    "export.player": "player",
    "export.colour": "colour",
    "export.count": "count",
    "export.place": "place",
    "export.amount": "amount",
    "export.total": "total",
    "show.nothing-paid": "{kind:kind} {subjects:names}: {how:join}.",
    "export.hidden": "hidden",
    "export.corrected": "What was corrected",
    "export.entry": "entry",
    "export.as-written": "as it was written",
    "export.fate": "what became of it",
    "export.takes-back": "takes back {entries:list}",
    "export.brings-back": "brings back {entries:list}",
    "export.undone": "undone by {by}",
    "export.brought-back": "brought back by {by}",
    "export.amended": "amended by {by}",
    "export.struck": "struck by {by}",
    "export.inserted": "inserted before {before}",
    "export.unwritable": "the report cannot be written: {reason}",
    "export.no-plain-file": "there is something that is no plain file; choose another name",
    "export.over-session": "there is a session, and no report is written over one; choose another name",
    # What an entry would do
    "preview.gone": "taken back: {count:entry|entries}, {numbers:list}",
    "preview.back": "restored: {count:entry|entries}, {numbers:list}",
    "preview.changed": "paid otherwise now: {count:entry|entries}, {numbers:list}",
    "preview.new": "NEW: {name}, a {kind:name} that was never entered before",
    "preview.new-or-slip": "NEW: {name}, a {kind:name} that was never entered before; or is it {close}?",
    "preview.balance": "{player} {score:money} ({change:signed})",
    "preview.balances": "after it: {balances}",
    "preview.can-be-ruled": "if the table decides otherwise, add: ruling and the reason",
    # The plain prompt
    "prompt.welcome": "Enter what happened. Tab completes, ? helps, ? and a line shows what it would do, quit leaves.",
    "prompt.nothing-booked": "nothing was booked",
    "prompt.confirm": "Book it? [Y/n]",
    "prompt.up": "{player}",
    "prompt.proposed": "Enter alone books this: {line}",
    "prompt.roll-what": "say what to roll: {known:or}",
    "prompt.rolled": "the line begins: {line}",
    "prompt.turn": "{player}, {left} of {of} {what} left",
    "prompt.over": "over",
    "prompt.table": "table",
    "prompt.help": (
        "A line is the action and its answers; any unique beginning of a word will do. "
        "show tells how it stands, roll throws dice where the game has any, quit leaves."
    ),
    "prompt.help-any": (
        "On any action: by NAME if not the player who is up, note TEXT, ruling TEXT where the table decides otherwise. "
        "amend and insert go on with an action's line; also adds a further correction."
    ),
    # Commands
    "cli.line-fault": "line {number}: {reason}",
    "cli.sound": "sound, {count:entry|entries}",
    "cli.sound-ruleset": "sound: {id}",
    "split.player": "player",
    "split.count": "count",
    "split.place": "place",
    "split.amount": "amount",
    "cli.action-fault": "action {number}: {reason}",
    "cli.no-terminal": (
        "The app needs a terminal; from a program or a pipe use companion enter, show or export (companion --help)."
    ),
    "cli.one-file": 'one session at a time: "{word}" is one too many',
    "cli.unknown-command": '"{word}" is neither a command nor a session file',
    "cli.counts-form": 'counts are written like A=3,B=1, not "{text}"',
    "cli.counts-twice": "{name} is counted twice",
    "cli.negative": "{what} must not be negative",
    "cli.unit": "the unit must be at least 1",
    "cli.option-form": 'an option is written like key=value, not "{text}"',
    "cli.wrong-call": "{reason}; {program} --help shows how",
    "cli.unwritable": "companion: the output cannot be written: {reason}",
    # Rulesets
    "ruleset.unknown": 'there is no ruleset "{id}"; at hand: {known:list}',
    "ruleset.unknown-engine": 'engine "{engine}" is not one of {known:list}',
    "ruleset.same-id": 'there is a ruleset "{id}" already; give this one an id of its own',
    "ruleset.extends-unknown": 'it extends "{id}", and there is no such ruleset',
    "ruleset.extends-chain": "it extends one that extends one, more than {most} deep",
    "ruleset.extends-circle": 'it extends "{id}", which leads back to itself',
    "ruleset.unfit-default": "{key}: default {default} does not fit its own choices and bounds",
    "ruleset.least-over-most": "{key}: least is more than most",
    "ruleset.kept-missing": (
        "the session was played with another version of its ruleset, which was not kept; "
        "it is counted with the present one"
    ),
    "ruleset.kept-used": (
        "the ruleset has changed since this session began; it is counted with the one it was played with"
    ),
    "ruleset.kept-only": (
        "the ruleset of this session is not at hand any more; it is counted with the copy that was kept"
    ),
    "ruleset.kept-damaged": (
        "the kept ruleset of this session was altered or damaged; it is counted with the present one"
    ),
}
