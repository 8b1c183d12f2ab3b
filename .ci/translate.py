"""Collects every text a person sees, and makes languages of them for the window.

`translate.py de` writes or renews resources/translations/rig-advisor_de.ts, in which Qt Linguist (pyside6-linguist)
translates; `translate.py --compile` makes the file beside each that the app loads. Texts that changed are asked anew.
"""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import PySide6

REPOSITORY = Path(__file__).resolve().parents[1]
LANGUAGES = REPOSITORY / "resources" / "translations"
CONTEXT = STEM = "rig-advisor"
TEMPLATES = "sentences.json"
SAYING = ("say", "to_say")
SPOKEN_ROOMS = ("present", "advice", "ui", "charts", "report")
ROOMS_BELOW = ("facts", "catalog", "predict", "answer", "run", "store", "probe", "bench")
"""Their sentences arrive in the window filled in; they are known again by their templates."""
SPEC_TEXTS: Mapping[str, tuple[str, ...]] = {
    "workloads": ("name", "sentence"),
    "models": ("quality",),
    "quants": ("quality",),
    "backends": ("install",),
    "engines": ("evidence", "prefill_evidence"),
    "serving": ("name", "evidence"),
    "training": ("name", "evidence"),
    "networks": ("name", "evidence"),
    "learn": ("name", "idea", "terms", "source", "title", "text", "only_if", "turns", "reason", "on_rig", "label"),
}
"""What of specs/ is shown as words; names of models and products, units and sources stay as they are."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_TELLING = 6
"""Letters of a word that tells a sentence alone."""
_CODE = re.compile(r"\\[bdswS]|\(\?|^[\w./*-]+$|^/")
"""Patterns, paths and keys are no sentences."""


def has_words(text: str) -> bool:
    """Whether there is something to translate in it, its placeholders aside."""
    return any(letter.isalpha() for literal, *_ in Formatter().parse(text) for letter in literal)


def texts() -> dict[str, str]:
    """Every text with the place where it was found first: said ones, those of specs/, sentences of the rooms below."""
    return {**dict(_sentences()), **dict(_of_specs()), **dict(_said()), **dict(_of_reasons())}


def templates() -> list[str]:
    """The sentences of the rooms below."""
    return sorted({text for text, _ in _sentences()})


def _said() -> Iterator[tuple[str, str]]:
    for place, tree in _trees(SPOKEN_ROOMS):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING and node.args:
                text = node.args[0]
                if isinstance(text, ast.Constant) and isinstance(text.value, str) and has_words(text.value):
                    yield text.value, f"{place}:{node.lineno}"


def _of_reasons() -> Iterator[tuple[str, str]]:
    """What stands in the tables of reasons."""
    for place, tree in _trees(("present/words/reasons",)):
        for table in (node for node in ast.walk(tree) if isinstance(node, ast.Dict)):
            for text in (part for value in table.values for part in ast.walk(value)):
                if isinstance(text, ast.Constant) and isinstance(text.value, str) and has_words(text.value):
                    yield text.value, f"{place}:{text.lineno}"


def _of_specs() -> Iterator[tuple[str, str]]:
    for kind, keys in SPEC_TEXTS.items():
        for file in sorted((REPOSITORY / "specs" / kind).rglob("*.toml")):
            for key, value in _leaves(tomllib.loads(file.read_text("utf-8"))):
                if key in keys and isinstance(value, str):
                    yield value, file.relative_to(REPOSITORY).as_posix()


def _leaves(value: object, key: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, key)
    else:
        yield key, value


def _sentences() -> Iterator[tuple[str, str]]:
    for place, tree in _trees(ROOMS_BELOW):
        skipped = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                skipped |= {id(part) for part in node.values}
            elif isinstance(node, ast.Expr):
                skipped.add(id(node.value))
            text = None if id(node) in skipped else _template(node)
            if text is not None and not _CODE.search(text):
                yield text, f"{place}:{node.lineno}"  # type: ignore[attr-defined]


def _template(node: ast.AST) -> str | None:
    """A string with its gaps numbered; None where it holds too little to be known again by."""
    if isinstance(node, ast.JoinedStr):
        parts, gaps = [], 0
        for part in node.values:
            parts.append(part.value if isinstance(part, ast.Constant) else f"{{part{gaps}}}")
            gaps += not isinstance(part, ast.Constant)
        text = "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    else:
        return None
    words = _WORD.findall(re.sub(r"\{\w*\}", " ", text))
    is_telling = len(words) > 1 or (len(words) == 1 and len(words[0]) >= _TELLING)
    return text if is_telling and " " in text.strip() else None


def _trees(rooms: tuple[str, ...]) -> Iterator[tuple[str, ast.Module]]:
    for room in rooms:
        for file in sorted((REPOSITORY / "advisor" / room).rglob("*.py")):
            yield file.relative_to(REPOSITORY).as_posix(), ast.parse(file.read_text("utf-8"))


def write(file: Path, found: Mapping[str, str], language: str, known: Mapping[str, str] | None = None) -> None:
    """A file for Qt Linguist with all texts; what is `known` is translated already."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text, place in sorted(found.items(), key=lambda item: (item[1], item[0])):
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "location", filename=place.partition(":")[0], line=place.partition(":")[2] or "1")
        ET.SubElement(message, "source").text = text
        translation = ET.SubElement(message, "translation")
        translation.text = (known or {}).get(text, "")
        if not translation.text:
            translation.set("type", "unfinished")
    ET.indent(root)
    file.parent.mkdir(parents=True, exist_ok=True)
    ET.ElementTree(root).write(file, "utf-8", xml_declaration=True)


def translated(file: Path) -> dict[str, str]:
    """What a file for Qt Linguist holds translated."""
    if not file.exists():
        return {}
    found = ((one.findtext("source"), one.findtext("translation")) for one in ET.parse(file).iter("message"))
    return {source: words for source, words in found if source and words}


def faults(known: Mapping[str, str]) -> list[str]:
    """Translations that name other placeholders than their texts."""
    return [f"{text!r}: {words!r}" for text, words in known.items() if _gaps(text) != _gaps(words)]


def _gaps(text: str) -> set[str | None]:
    try:
        return {name for _, name, *_ in Formatter().parse(text) if name}
    except ValueError:
        return {None}


def build(folder: Path = LANGUAGES) -> None:
    """The file that the app loads, beside each language, with Qt's own words; and the sentences of the rooms below."""
    qt = Path(PySide6.__file__).parent
    release = next(path for path in qt.glob("lrelease*"))
    for file in sorted(folder.glob(f"{STEM}_*.ts")):
        made = file.with_suffix(".qm")
        subprocess.run([str(release), "-silent", str(file), "-qm", str(made)], check=True)
        for own in qt.glob(f"Qt/translations/{file.stem.replace(STEM, 'qtbase')}.qm"):
            shutil.copyfile(own, folder / own.name)
    (folder / TEMPLATES).write_text(json.dumps(templates(), ensure_ascii=False, indent=0) + "\n", "utf-8")


def main(arguments: list[str]) -> int:
    """Renew the languages named, or build all."""
    if not arguments:
        sys.stdout.write(__doc__ or "")
        return 2
    if arguments == ["--compile"]:
        wrong = [fault for file in LANGUAGES.glob("*.ts") for fault in faults(translated(file))]
        sys.stderr.write("".join(f"other placeholders: {fault}\n" for fault in wrong))
        build()
        return 1 if wrong else 0
    for code in arguments:
        file = LANGUAGES / f"{STEM}_{code}.ts"
        write(file, texts(), code, translated(file))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
