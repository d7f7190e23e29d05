"""What is said where the disk fails, and of what is kept beside the sessions."""

SENTENCES = {
    "full": "the disk is full",
    "read-only": "the disk is read-only",
    "free-space": "free some space",
    "make-writable": "see that the file and its folder can be written",
    "not-saved": "Not saved: {reason}. The entry is still here: {cure}, then press Enter again.",
    "not-done": "Not saved: {reason}. Nothing is lost: {cure}, then press {key} again.",
}
