"""Every task by the name that requests and workloads give it."""

from typing import Any

from advisor.answer.asked.problem import ProblemError, shortened
from advisor.answer.networks.items import answer_items
from advisor.answer.networks.pictures import answer_picture
from advisor.answer.networks.speech import answer_speech
from advisor.answer.serve.serve import answer_serve
from advisor.answer.tasks.device_options import answer_on_devices
from advisor.answer.tasks.forms import denoising_forms, parted_forms, serving_forms
from advisor.answer.tasks.task import Task
from advisor.answer.tasks.writing import answer_writing, printed_estimate
from advisor.answer.text.generate import answer_generate
from advisor.answer.training.finetune import answer_finetune, answer_pretrain
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.asked.pipeline_request import ItemsRequest, PictureRequest, SpeechRequest
from advisor.facts.asked.request import PredictRequest, plain_task
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest

TEXT = "generate"
_MANY = (1, 2, 4, 8, 16, 32, 64, 128, 256)

TASKS: dict[str, Task[Any]] = {
    TEXT: Task(PredictRequest, answer_generate, answer_writing, rate_unit="tokens", printed=printed_estimate),
    "serve": Task(
        ServeRequest,
        answer_serve,
        answer_on_devices,
        varied=("concurrency", _MANY),
        shares_cards=True,
        forms=serving_forms,
        last_forms=parted_forms,
        rate_unit="tokens",
    ),
    "image": Task(
        PictureRequest,
        answer_picture,
        answer_on_devices,
        kind="image",
        varied=("batch", (1, 2, 4, 8, 16)),
        forms=denoising_forms,
    ),
    "video": Task(
        PictureRequest,
        answer_picture,
        answer_on_devices,
        kind="video",
        varied=("frames", (17, 33, 49, 81, 121)),
        forms=denoising_forms,
    ),
    "embed": Task(
        ItemsRequest, answer_items, answer_on_devices, kind="embedding", varied=("batch", _MANY), shares_cards=True
    ),
    "classify": Task(
        ItemsRequest, answer_items, answer_on_devices, kind="vision", varied=("batch", _MANY), shares_cards=True
    ),
    "speech": Task(SpeechRequest, answer_speech, answer_on_devices, kind="speech", rate_unit="sound_s"),
    "finetune": Task(
        FinetuneRequest,
        answer_finetune,
        answer_on_devices,
        varied=("batch", (1, 2, 4, 8, 16, 32)),
        shares_cards=True,
        less={"batch": 1},
        rate_unit="tokens",
    ),
    "pretrain": Task(
        PretrainRequest, answer_pretrain, answer_on_devices, shares_cards=True, less={"batch": 1}, rate_unit="tokens"
    ),
}


def find_task(name: object) -> Task[Any]:
    """The task that a request names; writing text where it names none.

    Raises:
        ProblemError: there is no such task.
    """
    if not isinstance(name, str):
        return TASKS[TEXT]
    word = plain_task(name)
    if word not in TASKS:
        raise ProblemError("task_unknown", name=shortened(name), known=tuple(TASKS))
    return TASKS[word]
