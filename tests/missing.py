"""List what a game lacks, by its engine: `python -m tests.missing pebbles`. A shipped game lacks nothing."""

import sys
from collections.abc import Iterable, Iterator

from companion.core.board_notes import BoardNotes
from companion.games.actions import Action
from companion.storage.places import examples_folder
from companion.words import FALLBACK
from tests.catalogs.clashes import missing_translations
from tests.catalogs.files import FOLDER, TRANSLATIONS, read, texts
from tests.support import CROWD, ROOT, all_loaded, sound_session


def missing(engine: str) -> Iterator[str]:
    rulesets = [one for one in all_loaded() if one.ruleset.engine == engine]
    if not rulesets:
        yield f"ruleset with engine = {engine}"
        return
    names = [engine, *(one.ruleset.id for one in rulesets)]
    game, english = rulesets[0].engine.game(rulesets[0].ruleset), texts(FALLBACK)
    for language in TRANSLATIONS:
        own = {
            key: one for key, one in read(FOLDER / f"{language}.po").items() if key.startswith(f"{engine}.")
        }
        yield from _listed(f"translation ({language})", (key for key in own if not own[key].is_ready))
        for one in rulesets:
            yield from _listed(
                f"{one.path.name}, name ({language})", missing_translations(one.ruleset, language)
            )
    plain = [
        rule for rule in game.actions if rule.model.headline.__qualname__ == Action.headline.__qualname__
    ]
    yield from _listed(
        "sentence", (key for rule in plain if (key := f"{engine}.did.{rule.name}") not in english)
    )
    state = sound_session(players=CROWD[: game.ruleset.players.least], game=game.ruleset.id).record.state
    asked = [one for rule in game.actions for one in rule.model.questions(game, state, {}, BoardNotes())]
    words = (one.word or one.field.replace("_", "-") for one in asked)
    labels = dict.fromkeys((*(rule.words[0] for rule in game.actions), *words))
    known = {key.partition("label.")[2] for key in english if key.startswith(("label.", f"{engine}.label."))}
    yield from _listed("label", (f"{engine}.label.{word}" for word in labels if word not in known))
    yield from _listed("rule in brief", (rule.name for rule in game.actions if rule.name not in game.briefs))
    parts = () if game.description else ("set_up", "positions", "final_sheet")
    yield from _listed("part", (part for part in parts if getattr(game, part) is None))
    if not any(path.stem.startswith((*names,)) for path in (ROOT / "tests" / "golden").glob("*.toml")):
        yield "golden session"
    if not any((ROOT / "tests" / "tui" / "screens" / name).is_dir() for name in names):
        yield "recorded screens"
    ends = [
        end
        for end in ("finished", "running")
        if not any((examples_folder() / f"{name}-{end}.toml").is_file() for name in names)
    ]
    yield from _listed("example", ends)


def _listed(what: str, found: Iterable[str]) -> Iterator[str]:
    names = ", ".join(found)
    if names:
        yield f"{what}: {names}"


if __name__ == "__main__":
    print(f"{sys.argv[1]} lacks:", *[*missing(sys.argv[1])] or ["nothing"], sep="\n  ")
