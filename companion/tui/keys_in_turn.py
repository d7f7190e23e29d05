"""Handle keys in the order they are typed: each is finished before the next is taken.

Textual runs a binding only after its key has gone to the end of the app's queue, behind the keys that wait there:
`ue5` would begin the extension before the undo.
"""

from textual import events
from textual.app import App


class Key(events.Key, bubble=False):
    """A key handed from widget to widget. Textual finds its handlers (`on_key`) by the class name."""

    is_stopped = False

    def stop(self, stop: bool = True) -> "Key":
        self.is_stopped = stop
        super().stop(stop)
        return self


async def give_key(app: App[str | None], event: events.Key) -> None:
    """Give a key to the focused widget, then to its ancestors, then to the first active binding."""
    is_alt = event.key.startswith("alt+")  # terminals send it for Esc and a letter at once: it types nothing
    key, screen = Key(event.key, None if is_alt else event.character), app.screen
    for node in (screen.focused or screen).ancestors_with_self:
        if node is not app and not key.is_stopped:
            await node.on_event(key)
    if not key.is_stopped and (active := screen.active_bindings.get(key.key)):
        is_done = await app.run_action(active.binding.action, active.node)
        if not is_done and key.key == "ctrl+c":  # nothing is marked that could be copied
            app.action_help_quit()
