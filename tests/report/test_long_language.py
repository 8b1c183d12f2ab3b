"""A language whose words are longer: one page stands alone as long as that can be read, else the details follow it."""

import io
from collections.abc import Callable, Iterator

import pypdf
import pytest

from advisor.present.report.report import report
from advisor.present.words.words import ENGLISH, Language, speak
from advisor.report.application import ensure_application
from advisor.report.pdf import pdf_bytes
from tests.fakes.pseudo_language import Spoken, pseudo
from tests.report.rig_reports import DATE, rig_views

pytestmark = pytest.mark.broad


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    ensure_application()
    yield
    speak(ENGLISH)


def pages(look_up: Callable[[str], str]) -> list[str]:
    speak(Language(Spoken(look_up)))
    my_rig, will_it_run, worth = rig_views.__wrapped__("desktop")
    content = report(my_rig=my_rig, will_it_run=will_it_run, worth=worth, date=DATE, version="0.1.0")
    reader = pypdf.PdfReader(io.BytesIO(pdf_bytes(content, profile_json="{}", paper="letter")))
    first = [item for item in reader.outline if not isinstance(item, list)]
    details = look_up("Memory and speed")
    (start,) = [reader.get_destination_page_number(item) for item in first if item.title and details in item.title]
    assert all(len(page.extract_text()) > 300 for page in reader.pages)
    return [str(start)] + [page.extract_text() for page in reader.pages]


def test_the_first_page_stands_alone_in_a_language_of_longer_words() -> None:
    start, *texts = pages(pseudo)
    assert (start, len(texts)) == ("1", 5)


def test_what_is_longer_than_a_page_can_hold_is_not_squeezed_and_wastes_no_page() -> None:
    start, *texts = pages(lambda text: pseudo(pseudo(text)).replace("ö", "öö").replace("é", "éé"))
    assert int(start) <= 1
    assert len(texts) <= 6
