"""The structure of the PDF, for screen readers: headings, paragraphs, tables, figures in words."""

from collections import Counter
from typing import Any

import pypdf
import pytest

from advisor.report.application import ensure_application
from advisor.report.marks import NO_PART, Part, marked_page
from tests.report.test_report import RIGS, read, views


@pytest.fixture(autouse=True)
def application() -> None:
    ensure_application()


def elements(element: Any) -> list[Any]:
    """An element and all below it, in the order in which they are read."""
    children = [child.get_object() for child in element["/K"]]
    return [element, *(one for child in children if "/S" in child for one in elements(child))]


def document(reader: pypdf.PdfReader) -> list[Any]:
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    return elements(root["/StructTreeRoot"]["/K"])


def test_the_order_of_parts() -> None:
    parts = document(read("card"))
    roles = [part["/S"] for part in parts]
    assert roles[:6] == ["/Document", "/H1", "/P", "/P", "/P", "/H2"]
    assert roles.index("/Figure") > roles.index("/P")
    assert roles.count("/H1") == 1
    assert {"/H2", "/H3", "/Table", "/TR", "/TH", "/TD"} <= set(roles)


def test_every_drawing_says_in_words_what_it_shows() -> None:
    parts = document(read("card"))
    said = [part["/Alt"] for part in parts if part["/S"] == "/Figure"]
    my_rig, will_it_run = views("card")
    assert will_it_run is not None
    assert said[0] == my_rig.picture.description
    for chart in map(will_it_run.charts.__getitem__, ("fit", "speed", "roofline", "token_time")):
        assert chart is not None
        assert any(words.startswith(chart.title) and words.endswith(chart.sentence) for words in said)


@pytest.mark.broad
@pytest.mark.parametrize("name", RIGS)
def test_all_that_is_drawn_belongs_to_one_part_or_to_none(name: str) -> None:
    reader = read(name)
    pieces = Counter[tuple[int, int]]()
    for part in document(reader):
        for child in part["/K"]:
            piece = child.get_object()
            if "/MCID" in piece:
                pieces[reader.get_page_number(piece["/Pg"]) or 0, piece["/MCID"]] += 1
    assert set(pieces.values()) == {1}
    places: Any = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]  # type: ignore[index]
    for number, page in enumerate(reader.pages):
        contents: Any = page["/Contents"]
        drawing = contents.get_object().get_data()
        begun, ended = drawing.count(b" BDC\n") + drawing.count(b" BMC\n"), drawing.count(b"EMC\n")
        assert begun == ended
        assert b"-7777" not in drawing
        assert page["/StructParents"] == number
        assert len(places[2 * number + 1].get_object()) == sum(1 for at, _ in pieces if at == number)


def test_a_paragraph_goes_on_on_the_next_page() -> None:
    parts = (Part("P"), Part("P"))
    mark = b"%d -7777 0 0 re\nf\n"
    first = marked_page(
        b"q\n" + mark % 1 + b"(a) Tj\n" + mark % 2 + b"(b) Tj\n" + mark % NO_PART + b"(foot) Tj\n", parts, before=0
    )
    assert (first.numbers, first.last) == ((1, 2), 2)
    assert first.drawing.startswith(b"/Artifact BMC\nq\nEMC\n/P <</MCID 0>> BDC\n(a) Tj\nEMC\n")
    assert first.drawing.endswith(b"/Artifact BMC\n(foot) Tj\nEMC\n")
    second = marked_page(b"(more of b) Tj\n" + mark % NO_PART, parts, before=first.last)
    assert second.numbers == (2,)
    third = marked_page(b"q\n" + mark % 1 + b"(c) Tj\n", parts, before=second.last)
    assert third.numbers == (1,)
