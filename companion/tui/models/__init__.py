"""What the screens hold, without a screen: they take keys, and whoever draws them looks at what they hold."""
