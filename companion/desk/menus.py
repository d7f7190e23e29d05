"""A choice between a few things that are no entry."""

from typing import NamedTuple

from companion.core.messages import Message


class Item(NamedTuple):
    key: str
    label: str
    target: str
    """What happens when it is chosen."""
    is_dimmed: bool = False
    """Whether the rules would refuse it."""


class Menu(NamedTuple):
    title: Message
    items: tuple[Item, ...]
    above: tuple[Message, ...] = ()
    """What was decided before."""

    def item(self, key: str) -> Item | None:
        """The item of a key; capitals matter only where both are there."""
        exact = next((one for one in self.items if one.key == key), None)
        return exact or next((one for one in self.items if one.key == key.casefold()), None)
