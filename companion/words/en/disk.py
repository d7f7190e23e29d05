"""What is said where the disk fails, and of what is kept beside the sessions."""

SENTENCES = {
    "full": "the disk is full",
    "read-only": "the disk is read-only",
    "free-space": "free some space",
    "make-writable": "see that the file and its folder can be written",
    "no-backup": "no backup could be made in {folder}: {reason}; what you enter is saved all the same",
    "was-empty": "it was empty",
    "recovered": (
        "The file of this session was broken: {reason}. It lies untouched in {aside}. Opened is the last good state: "
        "{count:entry|entries}, the last one made {when}. Compare it with the table and enter again what is missing."
    ),
    "recovered-untimed": (
        "The file of this session was broken: {reason}. It lies untouched in {aside}. Opened is the last good state: "
        "{count:entry|entries}. Compare it with the table and enter again what is missing."
    ),
    "not-recovered": "{fault}; and the last good state cannot be put in its place: {reason}",
    "not-saved": "Not saved: {reason}. The entry is still here: {cure}, then press Enter again.",
    "not-done": "Not saved: {reason}. Nothing is lost: {cure}, then press {key} again.",
}
