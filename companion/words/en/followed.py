"""What is said of a session in which other programs enter too, or whose file somebody changes."""

SENTENCES = {
    "entry": "entered in another program: {line}",
    "more": "entries made in another program: {count}",
    "other": "the file was changed by another program or by hand; this is what it says now, with {count:entry|entries} in all",
    "whose": "it is another player's turn now, so your line says an entry of {player}; add by and a name if it is somebody else's",
    "waits": "your own entry is not booked yet; look at what it does now",
    "look": "another entry came in just before that key, so nothing was booked; look, then press it once more",
    "left": "your correction was left: what it was made for was taken back or changed in another program or by hand",
    "not-yours": "this concerns an entry made in another program: Enter books it, Esc leaves it",
    "gone": "that entry does not stand any more: another program took it back or changed the list",
    "unreadable": "the file of this session was changed and cannot be followed: {reason}; the table stays as it was, and nothing is booked until the file is mended",
    "back": "the file of this session is in order again; entering goes on",
    "writable": "this session can be entered into here from now on",
}
