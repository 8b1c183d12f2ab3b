"""The size, the length and the steps of pictures and films that a plain question tells."""

import re
from collections.abc import Mapping
from dataclasses import field

from advisor.cli.asking.sentence.amounts import NUMBER, number_of
from advisor.cli.asking.sentence.sentence import Sentence
from advisor.facts.values.frozen import frozen

_OF_FILMS = re.compile(
    r"\b(?:videos?|clips?|films?|movies?|footage|animations?|[it]2v|ti2v|text to video|image to video)\b", re.IGNORECASE
)
_OF_PICTURES = re.compile(
    r"\b(?:images?|pictures?|pics?|photos?|wallpapers?|art|artwork|renders?|portraits?|resolution|upscal\w+)\b",
    re.IGNORECASE,
)
_FILM = re.compile(
    rf"(?<!in )(?<!under )(?<!within )(?<!every )\b{NUMBER}[ -]?(?:seconds?|secs?|s)\b(?: long)?", re.IGNORECASE
)
_SIZE = re.compile(
    r"\b(\d{3,4}) ?(?:x|by|\*) ?(\d{3,4})\b(?: ?p(?:x|ixels?))?"
    r"|\b(?P<lines>360|480|540|576|720|768|1080|1440|2160)p\b|\b(?P<named>full ?hd|uhd)\b",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"(?<![\w.$€£-])([248])k\b(?! ?(?:context|ctx|tokens?|budget|prompts?))", re.IGNORECASE)
"""Beside pictures or films it is their width in thousands."""
_LINES = {"full hd": 1080, "fullhd": 1080, "uhd": 2160}
_OF_THOUSANDS = {2: (2048, 2048), 4: (3840, 2160), 8: (7680, 4320)}
_WIDTHS = {360: 640, 480: 832, 540: 960, 576: 1024, 720: 1280, 768: 1344, 1080: 1920, 1440: 2560, 2160: 3840}
"""By the lines: 480p is 832 wide in the models that make films."""
_STEPS = re.compile(r"\b(\d{1,3})(?: sampling| inference|-)? ?steps?\b", re.IGNORECASE)
_FRAMES = re.compile(r"\b(\d{2,4}) frames\b(?! (?:per|a) second)", re.IGNORECASE)
_PER_S = re.compile(r"\b(\d{1,3}) ?(?:fps|frames (?:per|a|each) second)\b", re.IGNORECASE)


@frozen
class Shown:
    """Fields of a request, and the length of a film with its frames a second; None where nothing was told."""

    fields: Mapping[str, int] = field(default_factory=dict)
    film_s: float | None = None
    frames_per_s: float | None = None


def shown_among(sentence: Sentence) -> Shown:
    """All of it."""
    is_film = _OF_FILMS.search(sentence.text) is not None
    is_picture = _OF_PICTURES.search(sentence.text) is not None
    fields, film_s, frames_per_s = dict[str, int](), None, None
    for one in sentence.take(_SIZE):
        lines = int(one["lines"]) if one["lines"] else _LINES.get((one["named"] or "").lower(), 0)
        width, height = (_WIDTHS[lines], lines) if lines else (int(one[1]), int(one[2]))
        fields |= {"width": width, "height": height}
    for one in sentence.take(_THOUSANDS) if is_film or is_picture else ():
        width, height = _OF_THOUSANDS[int(one[1])]
        fields |= {"width": width, "height": height}
    for one in sentence.take(_STEPS):
        fields["steps"] = int(one[1])
    for one in sentence.take(_PER_S):
        frames_per_s = float(one[1])
    for one in sentence.take(_FRAMES):
        fields["frames"] = int(one[1])
    for one in sentence.take(_FILM) if is_film else ():
        film_s = number_of(one[1])
    return Shown(fields, film_s, frames_per_s)
