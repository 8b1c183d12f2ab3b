"""The steps for ComfyUI, where pictures and films are predicted for it.

Templates and what they fetch: docs.comfy.org/interface/features/template. Files in GGUF are read by a node of others:
github.com/city96/ComfyUI-GGUF.
"""

from advisor.facts.answers.task_answer import TaskAnswer, TaskOption
from advisor.facts.asked.pipeline_request import PictureRequest
from advisor.present.run_it.view import RunGuide, RunStep, RunView
from advisor.present.words.quantity import count
from advisor.present.words.series import Table
from advisor.present.words.words import say

_PROGRAM = "ComfyUI"
_SITE, _GGUF_NODE = "https://www.comfy.org/download", "https://github.com/city96/ComfyUI-GGUF"
_FORMS = {None: "bf16", "fp8": "FP8", "nf4": "NF4"}
_IN_GGUF = "Q"


def runs_in_comfy(answer: TaskAnswer) -> bool:
    """Whether the way that was chosen runs, and its speed is that of ComfyUI."""
    option = answer.chosen
    if not isinstance(option, TaskOption) or not isinstance(option.request, PictureRequest) or not option.runs:
        return False
    return any(note.parameters.get("program") == _PROGRAM for note in option.answer.notes)


def comfy_view(answer: TaskAnswer) -> RunView | None:
    """The steps; None where another program makes the pictures, or none does."""
    if not runs_in_comfy(answer):
        return None
    request: PictureRequest = answer.chosen.request
    form = _FORMS.get(request.precision) or request.precision or ""
    rows = [(say("Model"), answer.model_name), (say("Precision"), form)]
    if request.width and request.height:
        rows.append((say("Size"), f"{request.width} x {request.height}"))
    rows += [(say("Frames"), count(request.frames))] if request.frames else []
    rows += [(say("Steps"), count(request.steps))] if request.steps else []
    return RunView(
        title=say("Run {model} as predicted", model=answer.model_name),
        sentence=say("Predicted for ComfyUI with these settings."),
        settings=Table((say("Setting"), say("As predicted")), tuple(rows)),
        guides=(RunGuide(program=_PROGRAM, steps=_steps(answer.model_name, form)),),
    )


def _steps(model: str, form: str) -> tuple[RunStep, ...]:
    """What to do, one after the other."""
    is_gguf = form.startswith(_IN_GGUF)
    node = (RunStep(say("Add the node that reads GGUF files."), _GGUF_NODE),) if is_gguf else ()
    return (
        RunStep(say("Install ComfyUI."), _SITE),
        *node,
        RunStep(say("Open Templates and search for {model}. ComfyUI offers to fetch its files.", model=model)),
        RunStep(say("Take the main file in this form: {form}.", form=form)),
        RunStep(say("Set size and steps as above, then press Run. The first run also loads the files.")),
    )
