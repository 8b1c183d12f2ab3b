"""`rig-advisor schema NAME`: the JSON schema of a document the app reads or writes."""

import argparse
import json
import sys

from advisor.facts.answers.answer import Answer, Comparison
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.fleet import Fleet
from advisor.facts.answers.local_model import LocalModelList
from advisor.facts.answers.model_file import ModelDescription
from advisor.facts.answers.network_answers import ItemsAnswer, PictureAnswer, SpeechAnswer
from advisor.facts.answers.ranking import Ranking
from advisor.facts.answers.report_file import ReportFile
from advisor.facts.answers.serving import ServeAnswer, ServeRequest
from advisor.facts.answers.sweep import SweepRow
from advisor.facts.answers.training_answers import FinetuneAnswer, PretrainAnswer
from advisor.facts.answers.tried import Tried
from advisor.facts.answers.worth import Worth
from advisor.facts.asked.pipeline_request import ItemsRequest, PictureRequest, SpeechRequest
from advisor.facts.asked.request import PredictRequest
from advisor.facts.asked.training_request import FinetuneRequest, PretrainRequest
from advisor.facts.kept.card_pack import CardList
from advisor.facts.kept.profile import Profile
from advisor.facts.kept.proof import Proof
from advisor.facts.kept.shared_result import SharedResult
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.facts.values.record import Record

SCHEMAS: dict[str, type[Record]] = {
    "probe": Machine,
    "bench": Measurements,
    "machine": Profile,
    "model": ModelDescription,
    "models": LocalModelList,
    "predict-request": PredictRequest,
    "predict-answer": Answer,
    "serve-request": ServeRequest,
    "serve-answer": ServeAnswer,
    "picture-request": PictureRequest,
    "picture-answer": PictureAnswer,
    "items-request": ItemsRequest,
    "items-answer": ItemsAnswer,
    "speech-request": SpeechRequest,
    "speech-answer": SpeechAnswer,
    "finetune-request": FinetuneRequest,
    "finetune-answer": FinetuneAnswer,
    "pretrain-request": PretrainRequest,
    "pretrain-answer": PretrainAnswer,
    "ask": AskAnswer,
    "rank": Ranking,
    "worth": Worth,
    "sweep": SweepRow,
    "try": Tried,
    "compare": Comparison,
    "fleet": Fleet,
    "proof": Proof,
    "report": ReportFile,
    "cards": CardList,
    "share": SharedResult,
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("name", choices=sorted(SCHEMAS))


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    json.dump(SCHEMAS[arguments.name].model_json_schema(), sys.stdout, indent=2)
    sys.stdout.write("\n")
    return 0
