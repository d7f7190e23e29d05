"""The row of keys and the scores above it, at moments of the sessions that come with the program."""

from itertools import product
from pathlib import Path

import pytest

from companion.draw.scores import score_lines
from companion.report.spans import plain, span_width
from companion.storage.places import examples_folder
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.words import LANGUAGES
from tests.support import FILE, library, part_of
from tests.tui.desk import model_of

EXAMPLES = sorted(examples_folder().glob("*.toml"))


@pytest.mark.parametrize(
    ("example", "language"),
    part_of([*product(EXAMPLES, LANGUAGES)], 3),
    ids=lambda one: getattr(one, "stem", one),
)
def test_the_keys_keep_their_places_in_one_row_whatever_is_possible(example: Path, language: str) -> None:
    """Actions, then what fixes, then what looks; within a phase only their looks differ."""
    head, *entries = example.read_text().split("[[actions]]")
    rows: dict[tuple[object, ...], set[str]] = {}
    for count in (0, 1, 2, len(entries) // 2, len(entries) - 1, len(entries)):
        text = "[[actions]]".join([head, *entries[:count]])
        model = model_of(library({FILE: text.encode()}).open(FILE), language)
        game, state = model.session.record.game, model.session.record.state
        for width, most in ((80, 1), (116, 1), (40, 3)):
            lines = idle_hints(model, width)
            assert len(lines) <= most
            assert all(span_width(line) <= width for line in lines)
            assert plain(lines[-1]).endswith(f"+ {model.speaker.phrase('screen.label.more')}")
            if game.up(state) is not None:
                phase = (width, *game.usual_verbs(state))
                rows.setdefault(phase, set()).add("\n".join(map(plain, lines)))
        verb = next(one.name for one in model.session.context().verbs)
        model.start(verb)
        if model.is_busy:
            (line,), heading = busy_hints(model, 80), heading_lines(model, None, 80)[0]
            assert max(span_width(line), span_width(heading)) <= 80
            quit_key, quit_ = (model.speaker.key("ctrl+q"), model.speaker.phrase("screen.label.end"))
            assert plain(heading).endswith(f"{quit_key} {quit_}"), "q is a letter now"
            assert plain(line).startswith((model.speaker.key("enter"), model.speaker.key("tab")))
    assert all(len(drawn) == 1 for drawn in rows.values()), rows


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_what_the_end_would_make_is_shown_only_if_it_may_differ_from_the_score(example: Path) -> None:
    """Dampfross pays nothing at the end; a game that is over has one score."""
    model = model_of(library({FILE: example.read_bytes()}).open(FILE))
    is_shown = any("If it ended now" in plain(line) for line in score_lines(model, 120))
    assert is_shown == (example.stem in ("stephensons-rocket-running", "whistle-stop-running"))
