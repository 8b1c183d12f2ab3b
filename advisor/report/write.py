"""The PDF: one or two pages a person would post or take to a shop, with the machine profile attached."""

import datetime
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QUuid
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter, QPicture

from advisor.present.palette import color
from advisor.present.view import MyRigView, WillItRunView
from advisor.present.worth_view import WorthView
from advisor.report.application import ensure_application, report_font
from advisor.report.content import write_my_rig, write_will_it_run, write_worth
from advisor.report.document import SMALL_POINTS, ReportDocument
from advisor.report.error import ReportError
from advisor.store.atomic_file import StoreError, write_bytes

PROFILE_NAME = "machine-profile.json"
PRODUCT = "Rig Advisor"
_SIDE_MM, _END_MM = 15.0, 18.0
_EDGE = 0.5
"""What is not drawn at the end of a page, in pixels: the first line of the next page touches it, and would be text
here that nobody sees."""
_MOST_PAGES = 2
Views = tuple[MyRigView, WillItRunView | None, WorthView | None]
"""What the report shows, in its order."""
_WAYS: tuple[tuple[float, int | None], ...] = (
    *((1.0, None), (0.85, None), (0.7, None)),
    *((0.85, 20), (0.85, 10), (0.7, 10), (0.85, 7), (0.65, 10), (0.65, 7), (0.65, 5)),
)
"""Heights of charts and most entries of a list, tried in turn until the report has no more than these pages."""


def write_report(
    path: Path,
    *,
    my_rig: MyRigView,
    will_it_run: WillItRunView | None,
    worth: WorthView | None = None,
    profile_json: str,
    date: datetime.date,
    version: str,
    letter: bool = False,
) -> None:
    """Write the report; an existing file is replaced only when the new one is complete.

    Raises:
        ReportError: it could not be written; the text says why in one plain sentence.
    """
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(buffer, title=my_rig.title, version=version, letter=letter)
    writer.addFileAttachment(PROFILE_NAME, QByteArray(profile_json.encode()), "application/json")
    report = _fitting_document(writer, (my_rig, will_it_run, worth))
    try:
        _paint(writer, report, footer=f"{PRODUCT} {version}, {date.isoformat()}")
    finally:
        report.discard()
    try:
        write_bytes(path, bytes(buffer.data().data()))
    except StoreError as error:
        raise ReportError(str(error)) from error


def _fitting_document(writer: QPdfWriter, views: Views) -> ReportDocument:
    *larger, (smallest, fewest) = _WAYS
    for scale, most_entries in larger:
        report = _document(writer, views, scale=scale, most_entries=most_entries)
        if report.document.pageCount() <= _MOST_PAGES:
            return report
        report.discard()
    return _document(writer, views, scale=smallest, most_entries=fewest)


def _document(writer: QPdfWriter, views: Views, *, scale: float, most_entries: int | None) -> ReportDocument:
    my_rig, will_it_run, worth = views
    report = ReportDocument(writer)
    write_my_rig(report, my_rig, most_entries=most_entries)
    if worth is not None:
        write_worth(report, worth)
    if will_it_run is not None:
        if report.page_of(report.here()) == 0:
            report.start_page()
        write_will_it_run(report, will_it_run, scale=scale, with_candidates=worth is None)
    report.keep_groups_together()
    return report


def _writer(buffer: QBuffer, *, title: str, version: str, letter: bool) -> QPdfWriter:
    """A PDF writer at the resolution of the screen: chart axes and fonts are laid out for it."""
    writer = QPdfWriter(buffer)
    writer.setResolution(QPicture().logicalDpiX())
    size = QPageSize(QPageSize.PageSizeId.Letter if letter else QPageSize.PageSizeId.A4)
    margins = QMarginsF(_SIDE_MM, _END_MM, _SIDE_MM, _END_MM)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter))
    writer.setTitle(f"{PRODUCT}: {title}")
    writer.setCreator(f"{PRODUCT} {version}")
    if hasattr(writer, "setAuthor"):
        writer.setAuthor(PRODUCT)
    writer.setDocumentId(QUuid.createUuid())
    return writer


def _paint(writer: QPdfWriter, report: ReportDocument, *, footer: str) -> None:
    document = report.document
    width, height = document.pageSize().width(), document.pageSize().height()
    pages = document.pageCount()
    painter = QPainter()
    if not painter.begin(writer):
        raise ReportError("The report could not be drawn.")
    try:
        for page in range(pages):
            if page:
                writer.newPage()
            painter.save()
            painter.setClipRect(QRectF(0, 0, width, height))
            painter.translate(0, -page * height)
            document.drawContents(painter, QRectF(0, page * height, width, height - _EDGE))
            painter.restore()
            painter.setFont(report_font(SMALL_POINTS))
            painter.setPen(QColor.fromString(color("soft_ink", "light")))
            painter.drawText(QRectF(0, height + 8, width, 20), 0, f"{footer}, page {page + 1} of {pages}")
    finally:
        painter.end()
