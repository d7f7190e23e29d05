"""The app, the only package that imports Textual. `draw` prepares what the screens show, without Textual."""
