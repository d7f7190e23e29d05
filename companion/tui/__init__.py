"""The app, the only package that imports Textual. `draw` prepares what it shows, without Textual."""
