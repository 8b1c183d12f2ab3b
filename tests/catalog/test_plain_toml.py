"""The quick reader of cards never disagrees with a reader of all of TOML."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.catalog.folder import data_folder
from advisor.catalog.plain_toml import plain_table

FILES = sorted(data_folder("specs").rglob("*.toml"))

PIECES = st.sampled_from(
    [
        *(
            "a",
            "b-c",
            "1",
            "_",
            " = ",
            "=",
            "\n",
            "\n\n",
            " ",
            "\t",
            "\r\n",
            "\f",
            ",",
            "[",
            "]",
            "[a]",
            "[a.b]",
            "[[b]]",
            "[[a.b]]",
            "[a]\n",
        ),
        *('"', "'", '"text"', "'lit\\eral'", '"\\n"', '"""', '"\x7f"', '"\x00"', "# note", "true", "false", "nan"),
        *("0", "00", "-0", "+1", "1_000", "1__0", "1_", "3.5", "-2.50", ".5", "5.", "1e3", "2026-11-20", "2026-02-30"),
        *(
            '["x", "y"]',
            '["x",]',
            "[,]",
            "[1, 2]",
            "[1, 'x']",
            "[ 'x'\n, 'y' ]",
            "[\f1]",
            "{ a = 1 }",
            "{ a = 'x', b = 1.5 }",
            "{ a = 1, a = 2 }",
            "{}",
            "é",
            "\uff19",
        ),
    ]
)
LINES = st.lists(st.tuples(st.sampled_from(["a", "b", "c-1"]), PIECES), max_size=4).map(
    lambda pairs: "".join(f"{key} = {value}\n" for key, value in pairs)
)
HEADINGS = st.lists(
    st.sampled_from(
        ["[a]", "[a.b]", "[b]", "[[a]]", "[[a.b]]", "[[b]]", "a = 1", "b = []", "b = { a = 1 }", "c = 'd'"]
    ),
    max_size=8,
).map(lambda lines: "".join(f"{line}\n" for line in lines))
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map("".join), st.tuples(LINES, PIECES, LINES).map("".join), HEADINGS, st.text()
)


def complete(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return "no TOML"


@given(TEXTS)
def test_what_it_reads_it_reads_alike(text: str) -> None:
    quick = plain_table(text)
    assert quick is None or repr(quick) == repr(complete(text))


def test_every_card_reads_alike() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    quick = {path: plain_table(text) for path, text in texts.items()}
    assert sum(table is not None for table in quick.values()) > 0.9 * len(FILES)
    for path, table in quick.items():
        assert table is None or repr(table) == repr(tomllib.loads(texts[path])), path


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("", {}),
        ("a = 1\n\nb = 'x' # why\n[c]\nd = [\n  \"e\",\n]\n", {"a": 1, "b": "x", "c": {"d": ["e"]}}),
        ("a = 1\na = 2\n", None),
        ("[a]\n[a]\n", None),
        ("a = 2026-02-30\n", None),
        ("a = 1", None),
        ("a = [1, [2]]\n", None),
        ("\"a b\" = { c = 1, 'd' = 2.5 }\n", {"a b": {"c": 1, "d": 2.5}}),
        ("a = { c = 1, c = 2 }\n", None),
        ("[a]\n[a.b]\nc = 1\n[[a.d]]\ne = 1\n[[a.d]]\n", {"a": {"b": {"c": 1}, "d": [{"e": 1}, {}]}}),
        ("a = {b = 1}\n[a.c]\n", None),
        ("a = { b = 1 }\n[a.c]\n", None),
        ("a = []\n[[a]]\n", None),
    ],
)
def test_what_it_leaves_to_others(text: str, table: dict[str, Any] | None) -> None:
    assert plain_table(text) == table


def test_long_texts_end() -> None:
    assert plain_table("a = [" + '"x", ' * 20_000 + "\n") is None
    assert plain_table("a = " + "1" * 100_000 + "x\n") is None
