"""The report as PDF: one page that stands alone and the details, with the machine profile attached."""

import shiboken6
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QUuid
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter, QPicture

from advisor.facts.kept.settings import Paper
from advisor.present.report.parts import Report
from advisor.present.report.report import PRODUCT
from advisor.present.words.palette import color
from advisor.present.words.words import say
from advisor.report.application import ensure_application, report_font
from advisor.report.document import SMALL_POINTS, Entry, ReportDocument, usual_paper
from advisor.report.finish import Bookmark, finished
from advisor.report.layout import Look, lay_out_details, lay_out_summary
from advisor.report.marks import NO_PART, paint_mark
from advisor.report.write import ReportError
from advisor.store.profile import PROFILE_NAME

_SIDE_MM, _END_MM = 15.0, 14.0
_EDGE = 0.5
"""What is not drawn at the end of a page, in pixels: the first line of the next page touches it, and would be text
here that nobody sees."""
_LOOKS = (
    *(Look(text_scale=text) for text in (1.25, 1.15, 1.08, 1.0)),
    *(Look(picture_scale=picture) for picture in (0.9, 0.8, 0.7)),
    *(Look(picture_scale=picture, text_scale=0.92) for picture in (0.8, 0.7, 0.6)),
    Look(picture_scale=0.6, text_scale=0.84),
)
"""Sizes of picture and text, tried in turn until the first page is one page."""
_LONG = Look(picture_scale=0.86)
"""Where a language takes more room than one page has, nothing is squeezed: the details follow where it ends."""
_DETAIL_LOOKS = (Look(), Look(0.85), Look(0.7), Look(0.7, text_scale=0.95))
_SHORT = 0.5
"""A page filled less than so far has room for more."""


def pdf_bytes(report: Report, *, profile_json: str, paper: Paper | None = None) -> bytes:
    """The whole file; without `paper` on that of the country."""
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(buffer, report, paper or usual_paper())
    writer.addFileAttachment(PROFILE_NAME, QByteArray(profile_json.encode()), "application/json")
    try:
        documents = _documents(writer, report)
        _paint(writer, documents, foot=report.foot)
        bookmarks = _bookmarks(writer, documents)
    finally:
        shiboken6.delete(writer)  # the layouts took it from Python, and never delete it
    parts = tuple(part for document in documents for part in document.parts)
    return finished(bytes(buffer.data().data()), report, bookmarks=bookmarks, parts=parts)


def _documents(writer: QPdfWriter, report: Report) -> tuple[ReportDocument, ...]:
    """The first page and the pages after it; one that is short, or more than one page, goes on with the details."""
    summary = _summary(writer, report)
    filled = summary.height() / summary.document.pageSize().height()
    if filled < _SHORT or summary.document.pageCount() > 1:
        lay_out_details(summary, report, Look())
        return (summary,)
    return (summary, _details(writer, report, parts_before=len(summary.parts)))


def _summary(writer: QPdfWriter, report: Report) -> ReportDocument:
    """The first page with picture and text as large as it holds."""
    for look in (*_LOOKS, _LONG):
        document = ReportDocument(writer, text_scale=look.text_scale)
        lay_out_summary(document, report, look)
        if document.document.pageCount() == 1:
            break
    return document


def _details(writer: QPdfWriter, report: Report, *, parts_before: int) -> ReportDocument:
    """The other pages, a little smaller where that saves one."""
    found: list[ReportDocument] = []
    for look in _DETAIL_LOOKS:
        found.append(ReportDocument(writer, text_scale=look.text_scale, parts_before=parts_before))
        lay_out_details(found[-1], report, look)
    return min(found, key=lambda document: document.document.pageCount())


def _writer(buffer: QBuffer, report: Report, paper: Paper) -> QPdfWriter:
    """A PDF writer at the resolution of the screen: chart axes and fonts are laid out for it."""
    writer = QPdfWriter(buffer)
    writer.setResolution(QPicture().logicalDpiX())
    size = QPageSize(QPageSize.PageSizeId.Letter if paper == "letter" else QPageSize.PageSizeId.A4)
    margins = QMarginsF(_SIDE_MM, _END_MM, _SIDE_MM, _END_MM)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter))
    writer.setTitle(f"{PRODUCT}: {report.title}")
    writer.setCreator(f"{PRODUCT} {report.version}")
    writer.setDocumentId(QUuid.createUuid())
    return writer


def _paint(writer: QPdfWriter, documents: tuple[ReportDocument, ...], *, foot: str) -> None:
    pages = [(one.document, page) for one in documents for page in range(one.document.pageCount()) if one.entries]
    painter = QPainter()
    if not painter.begin(writer):
        raise ReportError(say("The report could not be drawn."))
    try:
        for number, (document, page) in enumerate(pages, start=1):
            if number > 1:
                writer.newPage()
            width, height = document.pageSize().width(), document.pageSize().height()
            painter.save()
            painter.setClipRect(QRectF(0, 0, width, height))
            painter.translate(0, -page * height)
            document.drawContents(painter, QRectF(0, page * height, width, height - _EDGE))
            painter.restore()
            paint_mark(painter, NO_PART)
            painter.setFont(report_font(SMALL_POINTS))
            painter.setPen(QColor.fromString(color("soft_ink", "light")))
            text = say("{foot}, page {number} of {count}", foot=foot, number=number, count=len(pages))
            painter.drawText(QRectF(0, height + 8, width, 20), 0, text)
    finally:
        painter.end()


def _bookmarks(writer: QPdfWriter, documents: tuple[ReportDocument, ...]) -> tuple[Bookmark, ...]:
    """The contents with the place of each entry in points from the lower edge of its page, as PDF counts."""
    points = 72.0 / writer.resolution()
    page_layout = writer.pageLayout()
    top = page_layout.fullRectPoints().height() - page_layout.paintRectPoints().top()
    found: list[Bookmark] = []
    pages_before = 0
    for document in documents:
        found += [_bookmark(document, entry, pages_before, top=top, points=points) for entry in document.entries]
        pages_before += document.document.pageCount()
    return tuple(found)


def _bookmark(document: ReportDocument, entry: Entry, pages_before: int, *, top: float, points: float) -> Bookmark:
    page, y = divmod(document.top_of(entry.position), document.document.pageSize().height())
    return Bookmark(entry.text, entry.depth, pages_before + int(page), top - y * points)
