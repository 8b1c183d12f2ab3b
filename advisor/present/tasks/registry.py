"""Every task by its name, as it is shown."""

from collections.abc import Mapping

from advisor.present.tasks.items import ClassifyTask, EmbedTask
from advisor.present.tasks.pictures import FilmTask, PictureTask
from advisor.present.tasks.serving import ServingTask
from advisor.present.tasks.shown_task import ShownTask
from advisor.present.tasks.speech import SpeechTask
from advisor.present.tasks.training import FinetuneTask, PretrainTask
from advisor.present.tasks.writing import WritingTask

SHOWN: Mapping[str, ShownTask] = {
    "generate": WritingTask(),
    "serve": ServingTask(),
    "image": PictureTask(),
    "video": FilmTask(),
    "embed": EmbedTask(),
    "classify": ClassifyTask(),
    "speech": SpeechTask(),
    "finetune": FinetuneTask(),
    "pretrain": PretrainTask(),
}
