"""The tree of the document's parts, by which a screen reader walks through the PDF."""

from collections.abc import Sequence

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    EncodedStreamObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    TextStringObject,
)

from advisor.report.marks import NO_PART, Part, marked_page


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
