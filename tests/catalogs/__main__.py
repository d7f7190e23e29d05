"""Brings every translation in line with the English sentences, and writes what the program reads.

    python -m tests.catalogs

New messages are empty in the translations, and those whose English changed are marked as fuzzy, until somebody has
looked at them. English is shown in their place. Then it lists what nobody would say at the table, names that rulesets
lack, and keys of actions that clash.
"""

from companion.words import FALLBACK, LANGUAGES
from hatch_build import write_catalogs
from tests.catalogs.files import FOLDER, po_text, read, texts, updated
from tests.catalogs.voice import voice_faults


def main() -> None:
    english = read(FOLDER / f"{FALLBACK}.po")
    for language in LANGUAGES:
        path = FOLDER / f"{language}.po"
        sentences = updated(english, read(path) if path.exists() else {}) if language != FALLBACK else english
        path.write_text(po_text(language, sentences), encoding="utf-8")
        missing = [key for key, one in sentences.items() if not one.is_ready]
        print(f"{path.name}: {len(sentences)} sentences", f"{len(missing)} to do: {', '.join(missing)}")
        for fault in voice_faults(language, texts(language)):
            print(fault)
    write_catalogs(FOLDER)
    # imported late: catalogs are written even while a game can't be imported
    from tests.catalogs.clashes import game_faults

    for fault in (fault for language in LANGUAGES for fault in game_faults(language)):
        print(fault)


if __name__ == "__main__":
    main()
