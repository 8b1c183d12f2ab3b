"""specs/README.md lists every key of a card that is checked, with what it may say."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from advisor.catalog.cards.folder import data_folder
from tests.catalog.card_kinds import KINDS

README = data_folder("specs") / "README.md"
PART = re.compile(r"(?<=<!-- keys )([\w/ -]+?)( -->\n)(.*?)(?=<!-- end -->)", re.DOTALL)
WHAT_IS_NAMED = {
    "architectures": "a card in [architectures](architectures)",
    "designs": "a card in [architectures](architectures), or a design of CPU cores (`architecture` of `cpus`)",
    "gpus": "a card in `gpus` or `socs`, by its whole path",
    "cpus": "a card in `cpus`, by its whole path",
    "hardware": "a card in `gpus`, `socs` or `cpus`, by its whole path",
    "links": "`generation` of a card in [links](links)",
    "memory": "a name of a card in [memory](memory)",
    "blocks": "a block type in [quants/blocks.toml](quants/blocks.toml)",
    "rates": "a block type in [quants/blocks.toml](quants/blocks.toml), or `other`",
    "quants": "an id or a name of a card in [quants](quants)",
    "model architectures": "a name in [model_architecture.py](../advisor/facts/cards/model_architecture.py)",
    "models": "an id or a name of a card in [models](models)",
    "model cards": "the id of a card in [models](models)",
    "priced": "a card in `gpus`, `socs` or `computers` by its whole path, a kit of memory, or the id of a model",
    "cards": "any card, by its whole path",
}


def rules(schema: dict[str, Any], place: dict[str, Any], key: str) -> Iterator[tuple[str, str]]:
    """Each checked key below a place of a schema, and what it may say."""
    if "$ref" in place:
        place = schema["$defs"][place["$ref"].rpartition("/")[2]]
    if "names" in place:
        yield key, WHAT_IS_NAMED[place["names"]]
    elif "enum" in place or "const" in place:
        yield key, ", ".join(f"`{value}`" for value in place.get("enum", [place.get("const")]))
    for inner in (*place.get("anyOf", ()), *([place["items"]] if "items" in place else ())):
        yield from rules(schema, inner, key)
    for name, inner in place.get("properties", {}).items():
        yield from rules(schema, inner, f"{key}.{name}" if key else name)
    yield from rules(schema, place["propertyNames"], f"{key}.<key>") if "propertyNames" in place else ()
    if isinstance(place.get("additionalProperties"), dict):
        yield from rules(schema, place["additionalProperties"], f"{key}.<key>")


def table(folder: str) -> str:
    schema = KINDS[folder].model_json_schema()
    found = dict.fromkeys(rules(schema, schema, ""))
    if not found:
        return "\nNone of their keys is a choice.\n\n"
    return "\n".join(("", "| key | says |", "|---|---|", *(f"| `{key}` | {what} |" for key, what in found), "", ""))


def test_the_readme_of_the_cards_lists_every_checked_key(request: pytest.FixtureRequest) -> None:
    text = README.read_text(encoding="utf-8")
    made = PART.sub(lambda part: f"{part[1]}{part[2]}{table(part[1].split()[0])}", text)
    if request.config.getoption("--update-golden"):
        README.write_text(made, encoding="utf-8")
    assert made == README.read_text(encoding="utf-8"), "write it with --update-golden and look at it"
    assert {folder for part in PART.finditer(text) for folder in part[1].split()} == set(KINDS)
