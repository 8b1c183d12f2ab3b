"""Whether a rig is set up well: the one line above its findings, on pages Overview and My rig."""

from collections.abc import Sequence

from advisor.present.words.view import FindingPanel
from advisor.present.words.words import say, uncapital


def health(findings: Sequence[FindingPanel]) -> FindingPanel:
    """What slows the rig down, the worst by its name; the text is the finding behind it."""
    slow = [one for one in findings if one.short]
    if not slow:
        doubts = next((one.title for one in findings if one.tone == "warning"), "")
        text = say("No setting or driver slows this rig down.")
        if doubts:
            text = say("No setting or driver slows this rig down, but: {doubt}.", doubt=uncapital(doubts))
        return FindingPanel("good", say("Good"), say("Set up well"), text)
    worst, title = slow[0], say("1 thing slows this rig: {short}", short=slow[0].short)
    if len(slow) > 1:
        title = say("{count} things slow it, mainly {short}", count=len(slow), short=worst.short)
    return FindingPanel("warning", worst.word, title, worst.title, worst.evidence, remedy=worst.remedy)
