"""State of the screens, without a screen: models take keys, and screens draw what the models hold."""
