"""The only room that touches the disk: places, rulesets, saves."""
