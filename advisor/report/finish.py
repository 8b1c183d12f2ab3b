"""What Qt cannot write into a PDF: contents, structure, subject, keywords, language, its title as the window's."""

import io
from collections.abc import Sequence
from typing import NamedTuple

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    EncodedStreamObject,
    Fit,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from advisor.present.report.parts import Report
from advisor.present.report.report import PRODUCT
from advisor.present.words.words import language
from advisor.report.marks import NO_PART, Part, marked_page


class Bookmark(NamedTuple):
    """A line of the contents: its text and depth, its page from 0, and its height above the lower edge in points."""

    text: str
    depth: int
    page: int
    top: float


def finished(drawn: bytes, report: Report, *, bookmarks: tuple[Bookmark, ...], parts: tuple[Part, ...]) -> bytes:
    """The same document with all of that."""
    writer = PdfWriter(clone_from=io.BytesIO(drawn))
    writer.pdf_header = drawn[: drawn.index(b"\n")].decode().strip()
    writer.add_metadata({"/Author": PRODUCT, "/Subject": report.subject, "/Keywords": ", ".join(report.keywords)})
    _tell_again(writer, report)
    writer.root_object[NameObject("/Lang")] = TextStringObject(language().code)
    writer.create_viewer_preferences()[NameObject("/DisplayDocTitle")] = BooleanObject(True)
    writer.page_mode = "/UseOutlines"
    _add_bookmarks(writer, bookmarks)
    add_structure(writer, parts)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _tell_again(writer: PdfWriter, report: Report) -> None:
    """The same as XMP, which some readers believe rather than the older form; Qt has begun it."""
    told = writer.xmp_metadata
    if told is None:
        return
    told.dc_creator = [PRODUCT]
    told.dc_description = {"x-default": report.subject}
    told.dc_subject = list(report.keywords)
    told.dc_language = [language().code]
    told.pdf_keywords = ", ".join(report.keywords)
    writer.xmp_metadata = told


def _add_bookmarks(writer: PdfWriter, bookmarks: tuple[Bookmark, ...]) -> None:
    """Each below the last one that is less deep."""
    above: list[object] = []
    for mark in bookmarks:
        del above[mark.depth :]
        parent = above[-1] if above else None
        fit = Fit.xyz(left=0, top=mark.top)
        item = writer.add_outline_item(title=mark.text, page_number=mark.page, parent=parent, fit=fit)  # type: ignore[arg-type]
        above.append(item)


def add_structure(writer: PdfWriter, parts: Sequence[Part]) -> None:
    """Turn the marks of all pages into marked content, and hang its pieces into a tree of the parts."""
    root = _kept(writer, _dictionary("/StructTreeRoot"))
    whole = _kept(writer, _element("/Document", root))
    elements = _elements(writer, parts, whole)
    places, before = ArrayObject(), NO_PART
    for index, page in enumerate(writer.pages):
        contents = page["/Contents"].get_object()
        assert isinstance(contents, EncodedStreamObject)
        marked = marked_page(contents.get_data(), parts, before=before)
        before = marked.last
        contents.set_data(marked.drawing)
        page[NameObject("/StructParents")] = NumberObject(index)
        page[NameObject("/Tabs")] = NameObject("/S")
        for place, number in enumerate(marked.numbers):
            piece = _dictionary("/MCR", **{"/Pg": page.indirect_reference, "/MCID": NumberObject(place)})
            _children(elements[number - 1]).append(piece)
        owners = ArrayObject([elements[number - 1] for number in marked.numbers])
        places.extend((NumberObject(index), _kept(writer, owners)))
    tree = root.get_object()
    assert isinstance(tree, DictionaryObject)
    tree[NameObject("/K")] = whole
    tree[NameObject("/ParentTree")] = _kept(writer, DictionaryObject({NameObject("/Nums"): places}))
    writer.root_object[NameObject("/StructTreeRoot")] = root
    writer.root_object[NameObject("/MarkInfo")] = DictionaryObject({NameObject("/Marked"): BooleanObject(True)})


def _elements(writer: PdfWriter, parts: Sequence[Part], whole: IndirectObject) -> list[IndirectObject]:
    """An element for each part, in the one it lies in."""
    found: list[IndirectObject] = []
    for part in parts:
        above = whole if part.inside == NO_PART else found[part.inside - 1]
        element = _element(f"/{part.role}", above)
        if part.alt:
            element[NameObject("/Alt")] = TextStringObject(part.alt)
        if part.role == "TH":
            scope = {NameObject("/O"): NameObject("/Table"), NameObject("/Scope"): NameObject("/Column")}
            element[NameObject("/A")] = DictionaryObject(scope)
        found.append(_kept(writer, element))
        _children(above).append(found[-1])
    return found


def _element(role: str, above: IndirectObject) -> DictionaryObject:
    return _dictionary("/StructElem", **{"/S": NameObject(role), "/P": above, "/K": ArrayObject()})


def _dictionary(kind: str, **entries: PdfObject | None) -> DictionaryObject:
    filled = {NameObject(name): entry for name, entry in entries.items() if entry is not None}
    return DictionaryObject({NameObject("/Type"): NameObject(kind), **filled})


def _children(element: IndirectObject) -> ArrayObject:
    children = element.get_object()["/K"]  # type: ignore[index]
    assert isinstance(children, ArrayObject)
    return children


def _kept(writer: PdfWriter, thing: PdfObject) -> IndirectObject:
    """A thing of its own in the file, to which others can refer."""
    return writer._add_object(thing)  # noqa: SLF001 - pypdf has no other way to add an object
