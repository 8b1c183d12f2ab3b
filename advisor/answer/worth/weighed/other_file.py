"""What another file of the model does here, where the one that was named does not run well: it costs nothing."""

from dataclasses import replace

from advisor.answer.worth.compared import Compared
from advisor.answer.worth.speed import reached, usual_question
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.facts.rig.rig import Rig


def with_other_file(answer: WorthAnswer, rig: Rig) -> WorthAnswer:
    """The answer with the model in the file that suits the rig, where that does the work well and the named does not.

    Raises:
        ProblemError: the question cannot be answered on any rig.
    """
    question = answer.question
    if question.quant is None or not question.is_interactive or answer.counted.now.light.is_useful:
        return answer
    found = reached(rig, usual_question(rig, replace(question, quant=None, usual_quant=None)))
    if not found.light.is_useful:
        return answer
    return replace(answer, other_file=Compared("now", "nothing", "", found))
