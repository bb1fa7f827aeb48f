"""Keys by their place on the keyboard, for people who type in another script than Latin.

A terminal sends characters, not keys: with a Russian layout the key Q sends й. Where no text is
being typed, such a character stands for what the key would send in a Latin layout.
"""

from __future__ import annotations

from typing import Final

_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC: Final = (
    "йцукенгшщзхъфывапролджэячсмитьбю",  # Russian
    "йцукенгшщзхїфівапролджєячсмитьбю",  # Ukrainian
)
# Korean letters in the order of the Latin keys (2-set), then those with shift.
_JAMO: Final = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ"
_JAMO_KEYS: Final = "qwertyuiopasdfghjklzxcvbnm"
_KOREAN: Final = {
    **dict(zip(_JAMO, _JAMO_KEYS, strict=True)),
    **dict(zip("ㅃㅉㄸㄲㅆㅒㅖ", "QWERTOP", strict=True)),
}
_COMPOUND: Final = {
    "ㅘ": "hk", "ㅙ": "ho", "ㅚ": "hl", "ㅝ": "nj", "ㅞ": "np", "ㅟ": "nl", "ㅢ": "ml",
    "ㄳ": "rt", "ㄵ": "sw", "ㄶ": "sg", "ㄺ": "fr", "ㄻ": "fa", "ㄼ": "fq", "ㄽ": "ft", "ㄾ": "fx",
    "ㄿ": "fv", "ㅀ": "fg", "ㅄ": "qt",
}  # fmt: skip
# Syllables are composed of an initial, a medial and a final letter, in these orders (Unicode).
_INITIALS: Final = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_MEDIALS: Final = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS: Final = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_FIRST_SYLLABLE: Final = 0xAC00
_SYLLABLES: Final = 11172


def _by_character() -> dict[str, str]:
    found: dict[str, str] = {}
    for letters in _CYRILLIC:
        for letter, key in zip(letters, _LATIN, strict=True):
            found[letter] = key
            if key.isalpha():
                found[letter.upper()] = key.upper()
    return found | _KOREAN | _COMPOUND


_KEYS: Final = _by_character()


def latin_keys(character: str) -> str:
    """The keys that made ``character`` in a Cyrillic or Korean layout, as a Latin one sends them;
    "" for any other character. A Korean syllable is made by several keys."""
    if character in _KEYS:
        return _KEYS[character]
    number = ord(character) - _FIRST_SYLLABLE if len(character) == 1 else -1
    if not 0 <= number < _SYLLABLES:
        return ""
    parts = (_INITIALS[number // 588], _MEDIALS[number % 588 // 28], _FINALS[number % 28])
    return "".join([_KEYS[part] for part in parts if part])
