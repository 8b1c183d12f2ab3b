"""Whether a rig is set up well: the one line above its findings, on pages Overview and My rig."""

from collections.abc import Sequence

from advisor.present.words.view import FindingPanel, ToCheck
from advisor.present.words.words import joined, say, sentence, uncapital


def health(findings: Sequence[FindingPanel], *, check: ToCheck | None = None) -> FindingPanel:
    """What slows the rig down, the worst by its name; the text is the finding behind it.

    `check` is what is said in place of that all is well where its system was not read, or nothing measured.
    """
    slow = [one for one in findings if one.short]
    doubt = next((one for one in findings if one.tone == "warning"), None)
    if not slow and check is not None and doubt is not None:
        return FindingPanel("warning", doubt.word, doubt.title, joined((sentence(check.title), check.text)))
    if not slow and check is not None:
        return FindingPanel("note", say("Good to know"), check.title, check.text)
    if not slow:
        text = say("Nothing was found that slows this rig down.")
        if doubt is not None:
            title = say("Set up well, but {doubt}", doubt=uncapital(doubt.title))
            return FindingPanel("warning", doubt.word, title, text)
        return FindingPanel("good", say("Good"), say("Set up well"), text)
    worst, title = slow[0], say("1 thing slows this rig: {short}", short=slow[0].short)
    if len(slow) > 1:
        title = say("{count} things slow it, mainly {short}", count=len(slow), short=worst.short)
    return FindingPanel("warning", worst.word, title, worst.title, worst.evidence, remedy=worst.remedy)
