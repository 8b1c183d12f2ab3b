"""What the documents name is there: links, files, commands with their options, modules, recipes of the justfile."""

import argparse
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from advisor.cli.frame.command import add_options
from advisor.cli.frame.command_names import COMMANDS, joined_words
from tests.each import each
from tools.rooms import layers, room_list, sub_rooms, words_of

REPOSITORY = Path(__file__).parents[2]
FORMS = sorted((REPOSITORY / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
DOCUMENTS = sorted(
    [
        *REPOSITORY.glob("*.md"),
        *(file for folder in ("data", "docs", "specs") for file in (REPOSITORY / folder).rglob("*.md")),
        *FORMS,
    ]
)
NAMES = [document.relative_to(REPOSITORY).as_posix() for document in DOCUMENTS]
TOLD_ONCE = ("CHANGELOG.md",)
"""What is told of a version stays as it was told."""
LONGEST_README_BYTES = 10_000

FENCE = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
TOP_FOLDERS = "advisor|specs|tests|docs|tools|data|requirements|resources|.ci|.github"
PLACE = re.compile(rf"^(?:{TOP_FOLDERS.replace('.', '[.]')})(?:/[\w.*-]+)*/?$")
MODULE = re.compile(r"python -m ((?:advisor|tests|tools)[\w.]*)")
RECIPE = re.compile(r"^([a-z][\w-]*)[^:=\n]*:(?!=)", re.MULTILINE)
ANY_NAME = re.compile(r"[A-Z_]{3,}|\*")
"""Stands for a name of one's own, `specs/gpus/MAKER/NAME.toml`."""
MADE = ("resources/translations", "resources/native/built")
"""Folders that a command makes."""


def text_of(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def codes(text: str) -> Iterator[str]:
    """Each line of a block of code, and what stands in backticks."""
    for block in FENCE.findall(text):
        yield from block.splitlines()
    yield from CODE.findall(FENCE.sub("", text))


def anchors(document: Path) -> set[str]:
    """The addresses of a document's headings, as GitHub makes them."""
    headings = HEADING.findall(FENCE.sub("", document.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@functools.cache
def options(command: str) -> frozenset[str]:
    """Every option of a command and of the actions below it."""
    parser = argparse.ArgumentParser()
    add_options(parser.add_subparsers().add_parser(command), command)

    def of(one: argparse.ArgumentParser) -> Iterator[str]:
        for action in one._actions:
            yield from action.option_strings
            if isinstance(action, argparse._SubParsersAction):
                for name, below in action.choices.items():
                    yield name
                    yield from of(below)

    return frozenset(of(parser))


def missing_links(document: Path) -> Iterator[str]:
    for link in LINK.findall(FENCE.sub("", document.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        place, _, anchor = link.partition("#")
        target = (document.parent / place).resolve() if place else document
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            yield link


def missing_places(code: str) -> Iterator[str]:
    for word in code.split():
        place = word.strip("\"'(),;").partition("::")[0].rstrip(".")
        if PLACE.match(place):
            known = re.split(r"/(?=[^/]*(?:[A-Z_]{3,}|\*))", place)[0] if ANY_NAME.search(place) else place
            if not (REPOSITORY / known).exists() and not known.startswith(MADE):
                yield place


def unknown_commands(code: str) -> Iterator[str]:
    found = re.match(r"(?:\S*/)?rig-advisor ([a-z][\w-]*)(.*)", code)
    if not found:
        return
    name = joined_words([found[1], *found[2].split()])[0]
    if name not in COMMANDS:
        yield f"rig-advisor {name}"
        return
    given = re.findall(r"(?<!\S)--[a-z][\w-]*", found[2])
    yield from (f"{name} {one}" for one in given if one not in options(name))


def unknown_modules(code: str) -> Iterator[str]:
    for module in MODULE.findall(code):
        place = REPOSITORY / module.rstrip(".").replace(".", "/")
        if not (place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()):
            yield f"python -m {module}"


def unknown_recipes(code: str) -> Iterator[str]:
    yield from (one for one in re.findall(r"^just ([a-z][\w-]*)", code) if one not in recipes())


@functools.cache
def recipes() -> frozenset[str]:
    return frozenset(RECIPE.findall(text_of("justfile")))


@each("name", NAMES)
def test_links_of_a_document_lead_somewhere(name: str) -> None:
    assert list(missing_links(REPOSITORY / name)) == []


@each("name", [name for name in NAMES if name not in TOLD_ONCE])
def test_files_and_commands_that_a_document_names_exist(name: str) -> None:
    checks = (missing_places, unknown_commands, unknown_modules, unknown_recipes)
    assert [fault for code in codes(text_of(name)) for check in checks for fault in check(code)] == []


@pytest.mark.parametrize(
    ("check", "code"),
    [
        (missing_places, "advisor/no_such_room/file.py"),
        (missing_places, "specs/no-such-kind/NAME.toml"),
        (unknown_commands, "rig-advisor rnak"),
        (unknown_commands, "rig-advisor rank --no-such-option"),
        (unknown_modules, "python -m tools.no_such_tool"),
        (unknown_recipes, "just no-such-recipe"),
    ],
)
def test_what_does_not_exist_is_found(check: object, code: str) -> None:
    assert callable(check)
    assert list(check(code))


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").encode()) < LONGEST_README_BYTES


def test_the_readme_begins_run_and_test_with_a_command() -> None:
    for heading in ("## Run it", "## Test it"):
        assert "python3 -m venv .venv" in FENCE.findall(text_of("README.md").split(f"\n{heading}\n")[1])[0], heading


def test_each_command_and_each_recipe_is_told() -> None:
    using, contributing = text_of("docs/using.md"), text_of("CONTRIBUTING.md")
    told = (
        (using + contributing).replace("`rig-advisor fleet ", "`rig-advisor fleet-").replace("fleet-PROF", "fleet PROF")
    )
    assert [name for name in COMMANDS if f"`rig-advisor {name}" not in told] == []
    assert [name for name in recipes() if f"`just {name}" not in contributing] == []
    checked = re.search(r'^without_screen := "(.+)"$', text_of("justfile"), re.MULTILINE)
    assert checked
    assert f'-m "not broad" {checked[1]}`' in contributing


def test_each_sub_room_says_what_is_in_it_and_names_a_door_that_is_there() -> None:
    rooms = [file.parent for file in (REPOSITORY / "advisor").glob("*/__init__.py")]
    for folder in (inside for room in rooms for inside in sub_rooms(room)):
        what, doors = words_of(folder)
        assert what, folder
        assert [door for door in doors if not (folder / door).is_file()] == [], folder


def test_each_decision_is_listed() -> None:
    listed = text_of("docs/adr/README.md")
    for file in (REPOSITORY / "docs" / "adr").glob("0*.md"):
        title = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f"[{title}]({file.name})" in listed


def test_forms_of_issues_can_be_read() -> None:
    for form in FORMS:
        if form.stem != "config":
            parts = yaml.safe_load(form.read_text(encoding="utf-8"))
            assert {"name", "description", "body"} <= set(parts)
            assert all(part["attributes"]["label"] and part["id"] for part in parts["body"])


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_direction_of_imports_is_that_of_the_contract(name: str) -> None:
    assert f"`{' > '.join(' | '.join(line) for line in layers())}`" in " ".join(text_of(name).split())


def test_each_folder_of_cards_is_explained() -> None:
    told = set(re.findall(r"^\| `([\w-]+)/` \|", text_of("specs/README.md"), re.MULTILINE))
    assert told == {folder.name for folder in (REPOSITORY / "specs").iterdir() if folder.is_dir()}


def test_the_list_of_rooms_is_that_of_the_folders() -> None:
    assert f"-->\n{room_list()}<!--" in text_of("docs/architecture.md"), "run: python -m tools.rooms --write"
