"""State of the screens: models handle keys, and screens draw the models."""
