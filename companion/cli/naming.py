"""Which ruleset a word on the command line means."""

from companion.cli.console import nearest, wrong_call
from companion.core.errors import Refusal
from companion.forms.matching import ambiguous, skeleton
from companion.session import Library
from companion.storage.rulesets import Loaded


def named_ruleset(library: Library, name: str, program: str) -> Loaded:
    """The ruleset of that id, or the only one whose name in any language has this in it."""
    try:
        return library.shelf.load(name)
    except Refusal as refusal:
        known = [one.ruleset for one in library.shelf.all()[0]]
        names = [(word, one.id) for one in known for word in (one.id, *one.names.spellings())]
        meant = {game for word, game in names if skeleton(name) and skeleton(name) in skeleton(word)}
        if len(meant) == 1:
            return library.shelf.load(meant.pop())
        if meant:
            raise ambiguous(name, sorted(meant)) from None
        close = nearest(name, dict(names))
        raise wrong_call(refusal.message, program, dict(names)[close] if close else None) from None
