"""Questions asked and answered: lines of the notation read, written and completed, and keys pressed. Pure."""
