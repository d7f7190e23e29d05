"""Hungarian articles and endings, as spoken: rules of thumb, for names that no dictionary holds."""

import re

ENDINGS = (
    *("t", "nak", "ban", "ba", "ból", "n", "ra", "ról", "nál", "hoz", "tól", "val"),
    *("ig", "ért", "é", "ként", "i"),
)
"""Endings as they follow a back vowel."""
_FRONT = str.maketrans("aáoó", "eéeő")
_ROUNDED = str.maketrans("aáoó", "eéöő")
_VOWELS = "aáeéiíoóöőuúüű"
_FOREIGN_VOWELS = str.maketrans("äàâåèêëìîïòôøùû", "eaaoeeeiiiooöuu")
_LONG = {"a": "á", "e": "é", "o": "ó", "ö": "ő"}
_SPOKEN_WITH_VOWEL = frozenset(f"{_VOWELS}flmnrsxy")
"""Letters whose names begin with a vowel."""
_LETTER_NAMES = {"h": "há", "k": "ká", "q": "kú", "x": "iksz", "y": "ipszilon"}
_ONES = ("nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc")
_TENS = ("", "tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan", "kilencven")
_LAST_WORD = re.compile(r"(\d[\d\s]*|[^\W\d_]*)([\W_]*)$")
_SILENT_E = re.compile(r"(?:[iu]e|ee|dge|orge|[st]tle|isle|ille)$")
_ENGLISH_FRONT = re.compile(r"(?:ing|idg)$")
_PALATAL = re.compile(r"[aáeéíoóöőuúüűr][glnt]y$")
"""Gy in György; in Emily and Betty, y is a vowel."""
_WITHOUT_LINK = re.compile(rf"[{_VOWELS}](?:nn?|ny|ll?|ly|rr?|j|ss?|sz|zz?|zs|rn|ln|rl|[st]tl|sl)$")
"""After these, -t needs no vowel: Emilt, but Richardot."""
_CONSONANT = re.compile(r"(?:dzs|cs|dz|gy|ly|ny|sz|ty|zs|.)$")


def with_article(name: str) -> str:
    """Put the article before a name or number: a GWR, az NER, az Oxford, a 3, az 5."""
    first = re.sub(r"[^\w]*(\d+|[^\W\d_]*).*", r"\1", name, flags=re.DOTALL)
    if first.isdigit():
        is_vowel = first[0] == "5" or (first[0] == "1" and len(first) % 3 == 1)
    else:
        is_spelled = first.isupper() or len(first) == 1
        is_vowel = first[:1].lower() in (_SPOKEN_WITH_VOWEL if is_spelled else frozenset(_VOWELS))
    return f"{'az' if is_vowel else 'a'} {name}"


def with_ending(name: str, ending: str) -> str:
    """Put one of ENDINGS after a name or number: Annát, Györggyel, Oxfordban, LNWR-nek, 5-öt."""
    word, rest = _LAST_WORD.search(name).groups()  # type: ignore[union-attr]  # finds an empty one at least
    spoken, is_number = word.lower().translate(_FOREIGN_VOWELS), word[:1].isdigit()
    is_spelled = len(word) == 1 or (word.isupper() and (len(word) < 4 or not {*spoken} & {*_VOWELS}))
    is_silent = bool(_SILENT_E.search(spoken)) or spoken.endswith("w")
    if is_number:
        spoken = _last_number_word(re.sub(r"\s", "", word))
    elif is_spelled and word:
        spoken = _letter_name(spoken[-1])
    elif is_silent:
        spoken = f"{spoken[:-1]}{'u' if spoken.endswith('w') else ''}"
    has_vowel_end = spoken[-1:] in _VOWELS or (spoken.endswith("y") and not _PALATAL.search(spoken))
    said = _harmony(spoken, ending, has_vowel_end, is_number)
    if not word or is_number or is_spelled or is_silent or rest or word.isupper():
        return f"{name}-{said}"
    if ending == "i":
        return name[:1].lower() + name[1:] + ("" if spoken.endswith("i") else "i")
    if name[-1] in _LONG and ending != "ként":
        return f"{name[:-1]}{_LONG[name[-1]]}{said}"
    if ending == "val" and not has_vowel_end:
        if name[-1] == name[-2:-1]:
            return f"{name}-{said}"  # Mariann-nal
        if len(consonant := said[:-2]) > 1 and spoken.endswith(consonant):
            return f"{name[: -len(consonant)]}{consonant[0]}{said}"  # Györggyel
    return f"{name}{said}"


def _harmony(spoken: str, ending: str, has_vowel_end: bool, is_number: bool) -> str:
    """Return the ending with the vowel and the consonant that follow a spoken word."""
    vowels = [one for one in re.sub("e$", "é", spoken) if one in _VOWELS]
    deciding = [one for one in vowels if one not in "iíé"][-1:]
    is_back = bool(deciding) and deciding[0] in "aáoóuú" and not _ENGLISH_FRONT.search(spoken)
    if (
        ending in ("t", "n")
        and not has_vowel_end
        and (is_number or ending == "n" or not _WITHOUT_LINK.search(spoken))
    ):
        is_low = ending == "t" and is_number and spoken != "hat"
        ending = f"{'a' if is_low and is_back else 'o'}{ending}"
    if ending == "val" and not has_vowel_end:
        ending = f"{_CONSONANT.findall(re.sub('th$', 't', spoken.replace('x', 'sz')))[0]}al"
    if is_back:
        return ending
    return ending.translate(_ROUNDED if vowels[-1:] and vowels[-1] in "öőüű" else _FRONT)


def _letter_name(letter: str) -> str:
    if letter in _VOWELS:
        return letter
    return _LETTER_NAMES.get(letter) or (f"e{letter}" if letter in "flmnrs" else f"{letter}é")


def _last_number_word(digits: str) -> str:
    figures = digits.rstrip("0")
    zeros = len(digits) - len(figures)
    if not figures or zeros < 2:
        return (_TENS if figures and zeros else _ONES)[int(figures[-1:] or 0)]
    return "száz" if zeros == 2 else "ezer" if zeros < 6 else "millió"
