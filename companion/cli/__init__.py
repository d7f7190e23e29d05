"""The commands: one file each. Nothing here imports textual."""
