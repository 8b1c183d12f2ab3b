"""The texts that people see, for translators, and their translations for the app.

`python -m tools.translate de` writes or renews resources/translations/de/LC_MESSAGES/rig-advisor.po: texts that changed
are asked anew, the rest stays. Then, and without a language only that, every .po becomes the .mo beside it, which the
app loads. Ends with 1 where a translation names other gaps than its text. What is read stands in pyproject.toml.
"""

import ast
import contextlib
import re
import sys
import tempfile
import tomllib
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:  # who builds without a language needs no Babel
    from babel.messages.catalog import Catalog, Message

REPOSITORY = Path(__file__).resolve().parents[1]
LANGUAGES = REPOSITORY / "resources" / "translations"
DOMAIN = "rig-advisor"

Found = Iterator[tuple[int, str | None, str | tuple[Any, ...], list[str]]]
"""What Babel takes from a file: line, keyword, text or the two of a number, comments."""


def extract_said(file: BinaryIO, keywords: Container[str], *_: object, options: object = None) -> Found:
    """What is said in Python, also inside another saying or an f-string, where Babel's own method does not look."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            texts = tuple(one.value if isinstance(one, ast.Constant) else None for one in node.args)
            if texts and texts[0]:
                yield node.lineno, node.func.id, texts, []


def extract_reasons(file: BinaryIO, *_: object, options: object = None) -> Found:
    """The words of each code in a table of reasons: a text, the two of a number, or several."""
    for table in ast.walk(ast.parse(file.read())):
        for value in table.values if isinstance(table, ast.Dict) else ():
            match value:
                case ast.Tuple(elts=parts) | ast.Call(args=parts):
                    pass
                case _:
                    parts = [value]
            texts = tuple(one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str))
            if len(texts) == 2:
                yield value.lineno, "ngettext", texts, []
            else:
                yield from ((value.lineno, None, text, []) for text in texts if text)


def extract_cards(file: BinaryIO, *_: object, options: Mapping[str, Any]) -> Found:
    """What of a card is shown as words: the values of the keys in `shown`, at any depth."""
    for key, value in leaves(tomllib.load(file)):
        if key in options["shown"] and isinstance(value, str) and _is_text(value):
            yield 1, None, value, []


def _is_text(value: str) -> bool:
    """Whether there is something to translate: not in a figure, an id, an address (no blank, a slash or underscore)."""
    return any(map(str.isalpha, value)) and re.fullmatch(r"\S*[/_]\S*", value) is None


def leaves(value: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Each single value of a card with its key."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, key)
    else:
        yield key, value


def write_template(file: Path) -> None:
    """Every text as a .pot file."""
    with contextlib.chdir(REPOSITORY):
        _babel("extract", "-F", "pyproject.toml", "--add-location", "file", "--project", DOMAIN, "-o", file, ".")


def renew(language: str, folder: Path = LANGUAGES) -> None:
    """The .po of a language with every text of now."""
    with tempfile.TemporaryDirectory() as made:
        template = Path(made) / f"{DOMAIN}.pot"
        write_template(template)
        is_there = po_file(language, folder).exists()
        _babel("update" if is_there else "init", "-D", DOMAIN, "-i", template, "-d", folder, "-l", language)


def compile_languages(folder: Path = LANGUAGES) -> list[str]:
    """Each .po as .mo; where translations name other gaps than their texts."""
    return [fault for file in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")) for fault in _compile(file)]


def _compile(file: Path) -> list[str]:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with file.open("rb") as opened:
        catalog = read_po(opened, file.parts[-3])
    with file.with_suffix(".mo").open("wb") as made:
        write_mo(made, catalog)
    return [f"{file.parts[-3]}: {fault}" for fault in faults(catalog)]


def po_file(language: str, folder: Path = LANGUAGES) -> Path:
    """Where a language lies."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def faults(catalog: "Catalog") -> list[str]:
    """Translations whose gaps are not those of their text; the text for one may have fewer than that for many."""
    return [
        f"{text!r}" for message in catalog if message.id for text in _texts(message.string) if _differs(message, text)
    ]


def unsaid(catalog: "Catalog", now: "Catalog") -> Iterator[str]:
    """What changed since a translation: texts of now that it lacks or only guesses (fuzzy), and texts that are gone."""
    for message in now:
        said = catalog.get(message.id) if message.id else None
        if message.id and (said is None or not all(_texts(said.string))):
            yield f"missing: {_texts(message.id)[0]}"
        elif said is not None and said.fuzzy:
            yield f"fuzzy: {_texts(message.id)[0]}"
    yield from (f"obsolete: {_texts(one.id)[0]}" for one in catalog if one.id and now.get(one.id) is None)


def _differs(message: "Message", translation: str) -> bool:
    gaps = [_gaps(text) for text in _texts(message.id)]
    return bool(translation) and not set.intersection(*gaps) <= _gaps(translation) <= set.union(*gaps)


def _texts(one_or_more: Any) -> tuple[str, ...]:
    return (one_or_more,) if isinstance(one_or_more, str) else tuple(one_or_more)


def _gaps(text: str) -> set[str | None]:
    try:
        return {name for _, name, *_ in Formatter().parse(text) if name is not None}
    except ValueError:  # a brace that nothing closes
        return {None}


def _babel(*arguments: str | Path) -> None:
    from babel.messages.frontend import CommandLineInterface

    CommandLineInterface().run(["pybabel", "-q", *map(str, arguments)])


def main(languages: list[str]) -> int:
    """Renew the languages, then make all ready for the app."""
    for language in languages:
        renew(language)
    found = compile_languages()
    sys.stderr.write("".join(f"other gaps: {fault}\n" for fault in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
