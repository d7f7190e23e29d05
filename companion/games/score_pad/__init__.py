"""Score pads: any game without Python."""
