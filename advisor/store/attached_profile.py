"""The machine profile that a report brings along: attached to the PDF, inside of the JSON."""

import io
import logging
from typing import Any

from advisor.store.document import DamagedError, parsed_object

PROFILE_NAME = "machine-profile.json"
"""Name of the attached file."""
_PDF = b"%PDF-"


def profile_document(data: bytes) -> dict[str, Any]:
    """The profile in these bytes: a report's, or the document itself."""
    found = parsed_object(_attached(data) if data.startswith(_PDF) else data)
    inside = found.get("profile") if "sections" in found else None
    return inside if isinstance(inside, dict) else found


def _attached(data: bytes) -> bytes:
    """What is attached to a PDF. Anybody may have made that: nothing in it but this file is read."""
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it finds odd is told by what becomes of it
    try:
        files = PdfReader(io.BytesIO(data)).attachments.get(PROFILE_NAME, [])
    except Exception as error:  # a damaged file ends a reader of PDF in many ways
        raise DamagedError("pdf_damaged") from error
    if not files:
        raise DamagedError("no_machine_attached")
    return files[0]
