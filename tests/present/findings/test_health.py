"""One line says whether a rig is set up well, and does not say so of figures that something disturbed."""

from advisor.present.findings.health import health
from advisor.present.words.view import FindingPanel, ToCheck

DISTURBED = FindingPanel("warning", "Less sure", "The measurement was disturbed", "Other programs took turns.")


def test_a_disturbed_measurement_comes_before_what_is_not_wrong() -> None:
    """ "Nothing wrong found in this virtual machine" stood above the warning."""
    check = ToCheck("Nothing wrong found in this virtual machine", "It shows a part of the hardware only.")
    assert health([], check=check).title == check.title
    found = health([DISTURBED], check=check)
    assert (found.tone, found.title) == ("warning", DISTURBED.title)
    assert found.text.startswith(f"{check.title}.")


def test_what_slows_the_rig_comes_before_both() -> None:
    slow = FindingPanel("warning", "Slower", "One stick of memory", "Half the speed.", short="one memory stick")
    assert health([DISTURBED, slow]).title == "1 thing slows this rig: one memory stick"
