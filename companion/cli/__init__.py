"""The commands, one module each. None of them imports textual itself."""
