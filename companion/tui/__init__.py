"""The app: the only room that imports textual. `draw` works out what it shows, without textual."""
