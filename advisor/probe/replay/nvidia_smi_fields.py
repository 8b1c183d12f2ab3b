"""The three forms that `nvidia-smi` prints (XML, indented text, CSV) as fields by path, one dictionary per card."""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Fields = dict[str, str]
_MOST_LINES = 200_000


@dataclass
class CardFields:
    """Fields of one card by path (`fb memory usage/total`), and of each of its MIG slices."""

    card: Fields
    slices: list[Fields] = field(default_factory=list)


@dataclass
class Imported:
    """What was printed: fields that hold for the driver as a whole, and the cards."""

    driver: Fields
    cards: list[CardFields]


def read_imported(text: str) -> Imported | None:
    """The fields of whichever form it is; None for any other text."""
    text = text.strip()
    if text.startswith("<"):
        return _read_xml(text)
    if "NVSMI LOG" in text:
        return _read_text(text)
    return _read_csv(text)


def _read_xml(text: str) -> Imported | None:
    from xml.etree import ElementTree  # loaded for captured machines only

    try:
        top = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return None
    cards = []
    for gpu in top.iter("gpu"):
        slices = [dict(_leaves(part)) for part in gpu.iterfind("mig_devices/mig_device")]
        fields = {"id": gpu.get("id") or ""}
        for path, value in _leaves(gpu):
            if not path.startswith("mig_devices/"):
                fields.setdefault(path, value)
        cards.append(CardFields(fields, slices))
    return Imported({child.tag: child.text or "" for child in top if not len(child)}, cards)


def _leaves(element: "Element", above: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for child in element if depth < 16 else ():
        if len(child):
            yield from _leaves(child, f"{above}{child.tag}/", depth + 1)
        else:
            yield above + child.tag, (child.text or "").strip()


def _read_text(text: str) -> Imported:
    """Indentation makes the path; `MIG Device` and `GPU 0000...` start a new set of fields."""
    imported = Imported({}, [])
    fields, above = imported.driver, list[tuple[int, str]]()
    for line in text.splitlines()[:_MOST_LINES]:
        name, mark, value = line.partition(" : ")
        depth = len(line) - len(line.lstrip())
        key = _slug(name)
        if not key:
            continue
        if depth == 0 and re.match(r"GPU [0-9A-Fa-f]+:", line):
            imported.cards.append(CardFields({"id": line[4:].strip()}))
            fields, above = imported.cards[-1].card, []
            continue
        if depth <= 4 and imported.cards and key == "mig_device" and not mark:
            imported.cards[-1].slices.append({})
            fields, above = imported.cards[-1].slices[-1], [(depth, "")]
            continue
        if depth <= 4 and imported.cards and above and above[0] == (depth, ""):
            fields, above = imported.cards[-1].card, []
        above = [one for one in above if one[0] < depth]
        if mark:
            fields.setdefault("/".join([one for _, one in above if one] + [key]), value.strip())
        else:
            above.append((depth, key))
    return imported


def _read_csv(text: str) -> Imported | None:
    try:
        lines = [line for line in text.splitlines()[:_MOST_LINES] if not line.startswith("#")]
        rows = list(csv.reader(lines, skipinitialspace=True))
    except csv.Error:
        return None
    header = [re.sub(r"\s*\[[^]]*\]$", "", name).strip() for name in rows[0]] if rows else []
    if "name" not in header and "pci.bus_id" not in header and "uuid" not in header:
        return None
    cards = [CardFields(dict(zip(header, row, strict=True))) for row in rows[1:] if len(row) == len(header)]
    return Imported(dict(cards[0].card) if cards else {}, cards)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
