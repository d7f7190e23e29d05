"""What is said when something goes wrong inside the program itself."""

SENTENCES = {
    "table": "Something went wrong inside Companion, and the table was opened again: every entry that was booked is there. {report}",
    "entry": "{said} {key} brings back the entry that was on its way.",
    "line": "{said} {line} and then {key} bring back the line that was being typed.",
    "start": "Something went wrong inside Companion, and it came back to this page: every entry that was booked is in its session. {report}",
    "ended": "Something went wrong inside Companion again and again, so it ended: every entry that was booked is in its session. {report}",
    "command": "Something went wrong inside Companion: every entry that was booked is in its session. {report}",
    "written": "What happened stands in {file}; you may send that file to the makers of Companion.",
    "unwritten": "What happened could not be written to a file: {reason}.",
    "report": "What went wrong inside Companion, for its makers. It holds no entry and nothing that was typed: of the last keys, x is any letter and 9 any digit. Only the error itself, at the end, may name a player, a place or a folder: read it before you send it.",
}
