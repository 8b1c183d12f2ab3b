"""Answers to tasks for tests of sentences and charts: an imagined rig, figures rounded."""

from typing import Any

from advisor.facts.answers.answer import Answer, AnswerMemory
from advisor.facts.answers.estimate import AnswerTerm, Fit, PoolNeed, Verdict
from advisor.facts.answers.network_answers import ItemsAnswer, NetworkBytes, PartsMemory, PictureAnswer, SpeechAnswer
from advisor.facts.answers.serving import ServeAnswer, ServeRequest
from advisor.facts.answers.task_answer import DeviceAnswer, TaskOption, TaskStep
from advisor.facts.answers.training_answers import FinetuneAnswer, TrainingMemory
from advisor.facts.asked.pipeline_request import ItemsRequest, PictureRequest, SpeechRequest
from advisor.facts.asked.request import Request
from advisor.facts.asked.training_request import FinetuneRequest
from advisor.facts.values.range import Range
from advisor.facts.values.reason import reason
from tests.fakes.estimates import gib

NO_TERMS: tuple[AnswerTerm, ...] = ()


def fit(need_gib: float, verdict: Verdict = "fits", *, waiting_gib: float = 0.0) -> Fit:
    pools = [PoolNeed(pool="vram", need_bytes=gib(need_gib), free_bytes=gib(11), total_bytes=gib(12))]
    if waiting_gib:
        pools.append(PoolNeed(pool="ram", need_bytes=gib(waiting_gib), free_bytes=gib(26), total_bytes=gib(32)))
    return Fit(
        verdict=verdict,
        pools=tuple(pools),
        budget_bytes=gib(10),
        spare_bytes=gib(10) - gib(need_gib),
        reserve_bytes=gib(1),
    )


def option(request: Request, answer: Answer, need: Fit, **fields: Any) -> TaskOption:
    known: dict[str, Any] = {
        "processor_id": "gpu0",
        "processor_name": "NVIDIA GeForce RTX 4070 SUPER",
        "is_cpu": False,
        "devices": 1,
        "request": request,
        "answer": answer,
        "fit": need,
        "rate": answer.rate(fields.get("devices", 1)),
    }
    return TaskOption(**{**known, **fields})


def parts(total_gib: float = 8.0) -> PartsMemory:
    return PartsMemory(
        weights_bytes=gib(total_gib - 2.5),
        kv_cache_bytes=0,
        compute_bytes=gib(2),
        output_bytes=0,
        runtime_bytes=gib(0.5),
        total_bytes=gib(total_gib),
        pools=(),
        parts=(NetworkBytes(name="U-Net", weights_bytes=gib(total_gib - 2.5)),),
    )


def picture(each_s: float | None = 12.0, *, need: Fit | None = None, batch: int = 1, **fields: Any) -> TaskOption:
    request = PictureRequest(width=1024, height=1024, steps=30, batch=batch, precision="bf16")
    terms = (AnswerTerm(name="arithmetic", s=11.0), AnswerTerm(name="decoding", s=1.0)) if each_s else NO_TERMS
    known: dict[str, Any] = {
        "s_per_item": each_s,
        "low_s_per_item": each_s and each_s * 0.8,
        "high_s_per_item": each_s and each_s * 1.25,
        "limit": "compute" if each_s else None,
        "terms": terms,
        "memory": parts(),
        "offload": "resident",
        "notes": (reason("no_cost"), reason("card_left_open")),
    }
    return option(request, PictureAnswer(id="", **{**known, **fields}), need or fit(8.0))


def clip(each_s: float = 640.0) -> TaskOption:
    request = PictureRequest(task="video", width=832, height=480, frames=81, steps=50)
    answer = picture(each_s).answer
    return option(request, answer, fit(8.0))


def items(rate: float = 340.0, *, task: str = "embed") -> TaskOption:
    request = ItemsRequest(task=task, sequence_tokens=256, batch=32)
    terms = (AnswerTerm(name="arithmetic", s=0.08), AnswerTerm(name="activations", s=0.01))
    speed = Range(rate * 0.6, rate, rate * 1.6)
    answer = ItemsAnswer(id="", items_per_s=speed, latency_s=0.09, limit="compute", terms=terms, memory=parts(4.0))
    return option(request, answer, fit(4.0))


def transcription() -> TaskOption:
    terms = (AnswerTerm(name="encoder", s=10.0), AnswerTerm(name="decoder", s=170.0))
    answer = SpeechAnswer(
        id="",
        realtime_factor=Range(12.0, 20.0, 32.0),
        limit="launch_overhead",
        terms=terms,
        memory=parts(4.0),
    )
    return option(SpeechRequest(audio_s=3600.0), answer, fit(4.0))


def served(rate: float = 330.0, users: int = 8, **fields: Any) -> TaskOption:
    memory = AnswerMemory(
        weights_bytes=gib(5),
        kv_cache_bytes=gib(1),
        compute_bytes=0,
        output_bytes=0,
        runtime_bytes=gib(2),
        total_bytes=gib(8),
        pools=(),
    )
    known: dict[str, Any] = {
        "output_tokens_per_s": rate,
        "low_output_tokens_per_s": rate / 1.5,
        "high_output_tokens_per_s": rate * 1.5,
        "time_to_first_token_s": 1.3,
        "concurrency": users,
        "max_concurrency": 22,
        "requests_per_s_max": 1.4,
        "limit": "memory_bandwidth",
        "terms": (AnswerTerm(name="weights", s=0.016), AnswerTerm(name="overhead", s=0.008)),
        "memory": memory,
    }
    request = ServeRequest(concurrency=users, precision="AWQ INT4")
    return option(request, ServeAnswer(id="", **{**known, **fields}), fit(8.0))


def training(rate: float | None = 1000.0, *, need: Fit | None = None, batch: int = 2, most: int = 3) -> TaskOption:
    sizes = {"weights": 5.5, "gradients": 0.1, "optimizer": 0.2, "activations": 1.2, "logits": 1.5, "runtime": 0.5}
    memory = TrainingMemory(
        **{f"{name}_bytes": gib(size) for name, size in sizes.items()}, total_bytes=gib(9), pools=()
    )
    answer = FinetuneAnswer(
        id="",
        tokens_per_s=None if rate is None else Range(rate * 0.7, rate, rate * 1.3),
        limit="compute" if rate else None,
        terms=(AnswerTerm(name="matmul", s=3.0), AnswerTerm(name="kept_values", s=1.0)) if rate else NO_TERMS,
        memory=memory,
        largest_batch=most,
    )
    request = FinetuneRequest(method="qlora", batch=batch, data_tokens=10e6)
    return option(request, answer, need or fit(9.0))


def answered(task: str, chosen: TaskOption, **fields: Any) -> DeviceAnswer:
    known: dict[str, Any] = {
        "rig_name": "a rig",
        "task": task,
        "model_id": "a/model",
        "model_name": "A Model",
        "chosen": chosen,
        "options": (chosen,),
        "varied": "batch",
        "steps": (),
        "candidates": (),
    }
    return DeviceAnswer(**{**known, **fields})


def steps(*options: tuple[int, TaskOption]) -> tuple[TaskStep, ...]:
    return tuple(TaskStep(value=value, option=one) for value, one in options)
