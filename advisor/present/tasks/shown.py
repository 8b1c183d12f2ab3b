"""Every task as people are told of it, and the verdict on one answer without its charts."""

from collections.abc import Mapping

from advisor.facts.answers.model_file import ModelFile
from advisor.facts.answers.task_answer import TaskAnswer
from advisor.facts.cards.workload import TRAINING, TaskCard, WorkloadCard
from advisor.facts.rig.rig import Rig
from advisor.facts.values.brought import Brought
from advisor.present.run_it.comfy import runs_in_comfy
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.tasks.verdict import verdict
from advisor.present.words.verdict import Verdict


def _writing() -> Mapping[str, ShownTask]:
    from advisor.present.tasks.writing import WritingTask

    return {"generate": WritingTask()}


def _serving() -> Mapping[str, ShownTask]:
    from advisor.present.tasks.serving import ServingTask

    return {"serve": ServingTask()}


def _pictures() -> Mapping[str, ShownTask]:
    from advisor.present.tasks.pictures import FilmTask, PictureTask

    return {"image": PictureTask(), "video": FilmTask()}


def _networks() -> Mapping[str, ShownTask]:
    from advisor.present.tasks.networks import ClassifyTask, EmbedTask, SpeechTask

    return {"embed": EmbedTask(), "classify": ClassifyTask(), "speech": SpeechTask()}


def _training() -> Mapping[str, ShownTask]:
    from advisor.present.tasks.training import FinetuneTask, PretrainTask

    return {"finetune": FinetuneTask(), "pretrain": PretrainTask()}


SHOWN: Mapping[str, ShownTask] = Brought(
    {
        "generate": _writing,
        "serve": _serving,
        **dict.fromkeys(("image", "video"), _pictures),
        **dict.fromkeys(("embed", "classify", "speech"), _networks),
        **dict.fromkeys(TRAINING, _training),
    }
)


def answer_verdict(
    answer: TaskAnswer,
    workload: WorkloadCard | TaskCard,
    *,
    file: ModelFile | None = None,
    rig: Rig | None = None,
) -> Verdict:
    """The verdict alone: the same light, title and figures."""
    can_run = bool(launch_line(answer, file)) or runs_in_comfy(answer)
    return verdict(SHOWN[answer.task], answer, workload, rig=rig, can_run=can_run)


def launch_line(answer: TaskAnswer, file: ModelFile | None) -> str:
    """The command that starts the engine as the answer assumes; empty where there is none."""
    return SHOWN[answer.task].launch(answer, file)
