"""The app: the only room that imports textual. What it draws is worked out in `draw`, which does not."""
