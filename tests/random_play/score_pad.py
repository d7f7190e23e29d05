WAYS_OF_ENDING = ("rounds", "target", "stopped")
