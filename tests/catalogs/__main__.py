"""Brings every translation in line with the English sentences, and writes what the program reads.

    python -m tests.catalogs

New messages are empty in the translations, and those whose English changed are marked as fuzzy, until somebody has
looked at them. English is shown in their place. Then it lists what nobody would say at the table.
"""

from companion.words import FALLBACK, LANGUAGES
from tests.catalogs.files import FOLDER, mo_bytes, po_text, read, texts, updated
from tests.catalogs.voice import voice_faults


def main() -> None:
    english = read(FOLDER / f"{FALLBACK}.po")
    for language in LANGUAGES:
        path = FOLDER / f"{language}.po"
        sentences = updated(english, read(path) if path.exists() else {}) if language != FALLBACK else english
        path.write_text(po_text(language, sentences), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(mo_bytes(language, sentences))
        missing = [key for key, one in sentences.items() if not one.text or one.is_doubtful]
        print(f"{path.name}: {len(sentences)} sentences", f"{len(missing)} to do: {', '.join(missing)[:500]}")
        print(*voice_faults(language, texts(language)), sep="\n", end="")


if __name__ == "__main__":
    main()
