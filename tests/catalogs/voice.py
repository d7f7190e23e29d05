"""Messages that nobody would say at the table: words to avoid, long sentences, labels in title case."""

import re
from collections.abc import Iterator, Mapping

from companion.games.models import Model
from companion.games.ruleset import Translated

MOST_WORDS = 20

AVOIDED = {
    "en": {
        r"(?<!-)stands?(?! for|-)|stood|lies?|lay(?= in)": "is, shows",
        r"(?:is|are|was|were) (?:said|told|asked)|(?:told|asked) is|says so": "the question, the answer",
        r"(?<!there )is no (?!longer)|none of ours": "isn't a",
        r"whoever|that which": "anyone who, the one that",
        r"otherwise|on its way|behind": "differently, unfinished, after",
        r"sound|mend\w*|cure\w*|at hand": "valid, fix, available",
        r"the table (?:says|decides)|ruling of the table|overrul\w*": "the players decided, house ruling",
        r"evenings?": "session",
        r"copy ?book|book(?:s|ed|ing)?": "board notes, save",
        r"(?:take|takes|taken|bring|brings|brought)(?: \w+)? back": "undo, redo",
        r"amend\w*|repair\w*|corrects?|corrected|corrections?": "edit",
        r"strikes?|struck|takes? (?:it |them )?out": "delete",
        r"puts? (?:\w+ )?in before": "insert",
        r"thr[eo]w(?:s|n)? (?:\w+ )?away": "discard",
        r"puts? (?:\w+ )?away": "archive",
        r"reconcil\w*": "count",
        r"attempts?|thoughts?": "what if",
        r"fame": "points",
        r"someone|everybody(?!'s own)": "somebody, everyone",
        r"cash|usually|anew": "money, default, again",
    },
    "de": {
        r"buch(?:en|t)|(?:ge|ver)bucht?": "speichern",
        r"der tisch sagt|sagt der tisch": "so wurde am Tisch entschieden",
        r"(?:spiel)?abende?s?": "Partie",
        r"drücke|tippe|prüfe": "drück, tipp, prüf",
        r"bargeld|daheim|heimbringen|(?:zahlen)?reihe darüber": "Geld, im Ziel, Zeile",
        r"bekommene\w*|zurückgen\.|wiederherst\.|rückwärts reihum": "erhaltene, Verworfen, wieder",
    },
    "hu": {
        r"\w*könyvel\w*": "rögzít",
        r"mindent úgy hagy": "minden marad, ahogy volt",
        r"egyedüli részvény\w*": "páratlan részvény",
        r"hátravan|kontra|mieink\w*": "hiányzik, szemben, Companion",
        r"hírn[eé]v\w*": "győzelmi pont",
        r"részére|(?:\w*)szemek|lépés vége|újrafelállítás\w*|tippek": "turn it around, kockapont, kör, licit",
    },
    "it": {
        r"carboni": "gettoni carbone",
        r"lo dice il tavolo": "per decisione dei giocatori",
        r"forza": "registra comunque",
        r"incassi|piazza libera|dei nostri": "paga, ricolloca, di Companion",
        r"ripon[ei]|ripost[ae]": "archivia",
        r"fama|serat[ae]": "punti vittoria, partita",
        r"chi ospita|ripreparare?|possessi|al comando": "organizzatore, rimettere in tavola, pezzi, in testa",
    },
}
"""Patterns, and what to say instead."""
UNTOUCHED = ("keyboard.", "serve.word.", "shelf.days")
"""Single words: what is typed, printed on keys, or a name."""
LABELS = ("web.", "screen.label.")
"""What begins with a capital."""
NAMES = (
    r"Companion|Enter|Esc|Tab|Backspace|Delete|Shift|Left|Right|Up|Down|Home|End|Rocket|Stop|Dampfross|Stats"
)
"""What has a capital within a label."""
KEPT = {
    "form.also-corrections-only": "amend and strike are typed",
    "stats.behind": "a distance, as people say it",
}
"""Messages that stay as they are, and why."""


def ruleset_texts(value: object, language: str, path: str) -> Iterator[tuple[str, str]]:
    """Yield the names and explanations of a ruleset, or of a part of it, with their keys."""
    if isinstance(value, Translated):
        said = value.of(language)
        yield path, said if isinstance(said, str) else said.long
    elif isinstance(value, Model | dict):
        for key, part in (value if isinstance(value, dict) else vars(value)).items():
            yield from ruleset_texts(part, language, f"{path}.{key}")


def voice_faults(language: str, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each message to be worded differently, with its key and the reason."""
    avoided = {re.compile(rf"\b(?:{one})\b", re.I): better for one, better in AVOIDED[language].items()}
    for key, text in texts.items():
        if key.startswith(UNTOUCHED) or key in KEPT:
            continue
        plain = re.sub(r"\{[^}]*\}", "X", text)
        faults = [
            f"“{one[0]}”: {better}" for pattern, better in avoided.items() if (one := pattern.search(plain))
        ]
        if language == "en":
            faults += [*_long(plain), *_odd_case(key, plain)]
        yield from (f"{language} {key}: {fault}: {text}" for fault in faults)


def _long(text: str) -> Iterator[str]:
    longest = max(len(one.split()) for one in re.split(r"(?<=[.!?]) |\n", text))
    if longest > MOST_WORDS:
        yield f"a sentence of {longest} words"


def _odd_case(key: str, text: str) -> Iterator[str]:
    has_sentence = re.search(r"[.!?:](\s|$)", text)
    has_capital = re.search(rf" (?!(?:{NAMES})\b)[A-Z][a-z]", text)
    if (has_capital and not has_sentence) or (key.startswith(LABELS) and text[:1].islower()):
        yield "not in sentence case"
