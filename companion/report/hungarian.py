"""Hungarian articles and endings, as spoken: rules of thumb, for names that no dictionary holds."""

import re

ENDINGS = (
    *("t", "nak", "ban", "ba", "ból", "n", "ra", "ról", "nál", "hoz", "tól", "val"),
    *("szor", "ig", "ért", "é", "ként", "i", "."),
)
"""Endings as they follow a back vowel; the full stop makes an ordinal of a number."""
_FRONT = str.maketrans("aáoó", "eéeő")
_ROUNDED = str.maketrans("aáoó", "eéöő")
_VOWELS = "aáeéiíoóöőuúüű"
_FOREIGN_VOWELS = str.maketrans("äàâåèêëìîïòôøùû", "eaaoeeeiiiooöuu")
_LONG = {"a": "á", "e": "é", "o": "ó", "ö": "ő"}
_SPOKEN_WITH_VOWEL = f"{_VOWELS}flmnrsxy"  # ef, el, em
_LETTER_NAMES = {"h": "há", "k": "ká", "q": "kú", "x": "iksz", "y": "ipszilon"}
_ONES = ("nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc")
_TENS = ("", "tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan", "kilencven")
_LAST_WORD = re.compile(r"(\d[\d\s]*|[^\W\d_]*)([\W_]*)$")
_SILENT_END = re.compile(r"(?:[iu]e|ee|dge|orge|[st]tle|isle|ille|w)$")
_CONSONANT_Y = re.compile(r"[aáeéíoóöőuúüűr][glnt]y$")
"""Y as part of a consonant: György. In Emily and Betty it is a vowel."""
_WITHOUT_LINK = re.compile(rf"(?:^|[{_VOWELS}])(?:nn?|ny|ll?|ly|rr?|j|ss?|sz|zz?|zs|rn|ln|rl|[st]tl|sl)?$")
"""After these, -t needs no vowel: Emilt, but Richardot."""
_FRONT_ENDS = ("ing", "idg", "vér", "émi")  # Reading, Cambridge, Olivér, Noémi
_CONSONANT = re.compile(r"(?:dzs|cs|dz|gy|ly|ny|sz|ty|zs|.)$")


def with_article(name: str, article: str = "a") -> str:
    """Put the article, `a` or `A`, before a name or number: a GWR, az NER, az Oxford, a 3, az 5."""
    first = re.sub(r"[^\w]*(\d+|[^\W\d_]*).*", r"\1", name, flags=re.DOTALL)
    if first.isdigit():
        is_vowel = first[0] == "5" or (first[0] == "1" and len(first) % 3 == 1)
    else:
        is_spelled = first.isupper() or len(first) == 1
        is_vowel = first[:1].lower() in tuple(_SPOKEN_WITH_VOWEL if is_spelled else _VOWELS)
    return f"{article}{'z' if is_vowel else ''} {name}"


def with_ending(name: str, ending: str) -> str:
    """Put one of ENDINGS after a name or number: Annát, Györggyel, Oxfordban, LNWR-nek, 5-öt."""
    if ending == ".":
        return f"{name}."
    word, rest = _LAST_WORD.findall(name)[0]
    spoken, is_plain = _spoken(word)
    suffix = _harmony(spoken, ending, word[:1].isdigit())
    is_double = ending == "val" and name[-1:] == name[-2:-1]  # Mariann-nal
    if rest or is_double or not is_plain:
        return f"{name}-{suffix}"
    if ending == "i":
        return name[:1].lower() + name[1:] + ("" if name.endswith("i") else "i")
    if name[-1] in _LONG and ending != "ként":
        return f"{name[:-1]}{_LONG[name[-1]]}{suffix}"
    if len(consonant := suffix[: -len("al")]) > 1 and ending == "val" and spoken.endswith(consonant):
        return f"{name[: -len(consonant)]}{consonant[0]}{suffix}"  # Györggyel
    return f"{name}{suffix}"


def _spoken(word: str) -> tuple[str, bool]:
    """Return the sounds at the end of a word, and whether an ending follows them without a hyphen."""
    sounds = word.lower().translate(_FOREIGN_VOWELS)
    if word[:1].isdigit():
        return _last_number_word("".join(word.split())), False
    if len(word) == 1 or (word.isupper() and not {*sounds} & {*_VOWELS}):
        name = last if (last := sounds[-1]) in _VOWELS else f"e{last}" if last in "flmnrs" else f"{last}é"
        return _LETTER_NAMES.get(last, name), False
    if sounds.endswith("we"):  # Crewe, like crew
        sounds = sounds[:-1]
    if _SILENT_END.search(sounds) and word[0].isupper():
        return sounds[:-1], False
    if sounds.endswith("y") and not _CONSONANT_Y.search(sounds):
        sounds = f"{sounds[:-1]}i"
    return sounds, bool(word) and not word.isupper()


def _harmony(spoken: str, ending: str, is_number: bool) -> str:
    sounds = re.sub("e$", "é", spoken.replace("síp", "sáp"))
    vowels = [sound for sound in sounds if sound in _VOWELS]
    deciding = "".join(vowel for vowel in vowels if vowel not in "iíé")[-1:]
    is_back = deciding in tuple("aáoóuú") and not spoken.endswith(_FRONT_ENDS)
    if spoken[-1:] not in _VOWELS:
        if ending == "n" or (ending == "t" and (is_number or not _WITHOUT_LINK.search(spoken))):
            is_low = ending == "t" and spoken != "hat" and (is_number or spoken.endswith(("ak", "ok")))
            ending = f"{'a' if is_low and is_back else 'o'}{ending}"
        if ending == "val":
            ending = f"{_CONSONANT.findall(re.sub('th$', 't', spoken.replace('x', 'sz')))[0]}al"
    if is_back:
        return ending
    return ending.translate(_ROUNDED if vowels[-1:] and vowels[-1] in "öőüű" else _FRONT)


def _last_number_word(digits: str) -> str:
    figures = digits.rstrip("0")
    zeros = len(digits) - len(figures)
    if not figures or zeros < 2:
        return (_TENS if figures and zeros else _ONES)[int(figures[-1:] or 0)]
    return "száz" if zeros == 2 else "ezer" if zeros < 6 else "millió"
