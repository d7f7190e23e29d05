"""The pages that the laptop serves, tapped."""
