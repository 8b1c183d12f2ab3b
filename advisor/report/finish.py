"""What Qt cannot write into a PDF: contents, structure, subject, keywords, language, its title as the window's."""

import io
from typing import NamedTuple

from pypdf import PdfWriter
from pypdf.generic import BooleanObject, Fit, NameObject, TextStringObject

from advisor.present.report.parts import Report
from advisor.present.report.report import PRODUCT
from advisor.present.words.words import language
from advisor.report.marks import Part
from advisor.report.structure import add_structure


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
