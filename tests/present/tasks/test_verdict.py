"""The verdict: its words, exact, for answers of every kind and task."""

import pytest

from advisor.advice.assembled import assembled
from advisor.advice.known_models import KnownModels
from advisor.advice.question import judged_answer, page_view
from advisor.answer.tasks.ask import task_fields, usual_question
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.estimate import LaunchPlan
from advisor.facts.answers.task_answer import BetterSetting, Nearest
from advisor.facts.answers.usability import Light
from advisor.facts.asked.question import Question
from advisor.facts.kept.profile import Profile
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.verdict import memory_figure
from advisor.present.tasks.view import answer_view
from advisor.present.words.quantity import wait, wait_span
from advisor.present.words.verdict import MOST_TITLE_WORDS, NO_FIGURE, Verdict, verdict_title
from tests.fakes import rigs
from tests.fakes.estimates import answer, cpu_estimate, estimate, roofline, spilled, text_view, too_big, unified
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure
from tests.fakes.task_answers import answered, fit, picture, steps
from tests.present.tasks.test_task_view import ANSWERS as TASK_ANSWERS
from tests.present.tasks.test_task_view import named as task_named
from tests.present.tasks.test_task_view import view
from tests.present.text.test_will_it_run import ANSWERS

CATALOG = load_catalog()
UNMEASURED = (roofline(estimate(), None, None),)


def text(name: str) -> Verdict:
    return text_view(ANSWERS[name]).verdict


def kinds(found: Verdict) -> list[str]:
    return [one.kind for one in found.actions]


def test_a_model_that_fits_reads_as_light_figures_and_why() -> None:
    assert text("card").lines == (
        "Great: Qwen3 8B",
        "Chat: Q4_K_M, prompt 1,000, context 8,192 tokens, on RTX 4070 SUPER",
        "Speed: 65 tokens/s (52 to 78), 13x reading speed",
        "Whole answer: 4.9 s (4.1 to 6.1 s), first word 0.3 s + writing 4.6 s",
        "Memory: 6.2 GiB (of 12.0 GiB VRAM), 3.4 GiB to spare",
        "A whole answer within 45 s is great, within 1 min 30 s fine.",
    )


@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("slow", "About 0.70 tokens/s; 5 is needed."),
        ("too big", "It needs 3.6 GiB more VRAM."),
        ("tight", "Memory is nearly full: close other programs first."),
        ("no speed", "The memory speed of this GPU is unknown."),
    ],
)
def test_why_the_light_is_what_it_is(name: str, because: str) -> None:
    assert text(name).because == because


def test_a_file_of_few_bits_that_is_fast_enough_to_be_great_is_said_to_be_fine_at_best() -> None:
    held = Light(usability="fine", share=Range(2, 3, 4), answer_s=Range(10, 17, 30), needed_s=90.0, held_by="file")
    because = text_view(answer(light=held)).verdict.because
    assert because.startswith("It is fast enough to be great, but a file of so few bits is fine at best.")


def test_what_does_not_run_has_no_speed_and_no_wait() -> None:
    speed, waiting, memory = text("too big").figures
    assert (speed.value, waiting.value) == (NO_FIGURE, NO_FIGURE)
    assert speed.meaning == ""
    assert waiting.text == ""
    assert memory.text == "Memory: 6.2 GiB (of 4.0 GiB VRAM), 1.4 GiB are for other programs"


@pytest.mark.parametrize(("middle", "rate", "is_named"), [(1.0, 60.0, True), (1.0, 30.0, False), (1.5, 60.0, False)])
def test_what_writes_several_times_as_fast_is_named_beside_what_is_just_fast_enough(
    middle: float, rate: float, is_named: bool
) -> None:
    """70B on a DGX Spark: 5.0 tokens/s are fine, and a mixture writes eleven times as many."""
    base = estimate()
    own = base.decode.tokens_per_s
    assert own is not None
    light = Light(usability="fine", share=Range(0.9 * middle, middle, 1.2 * middle))
    other = Nearest(model_id="a", model_name="A mixture", quant="Q8_0", light=light, rate=own.times(rate / 20.0))
    because = text_view(answer(light=light, nearest=other)).verdict.because
    assert ("Several times as fast here: A mixture as Q8_0" in because) == is_named


def test_where_a_system_keeps_part_of_a_memory_the_figure_is_what_it_gives() -> None:
    one = unified(30.0)
    pools = tuple(pool.changed(total_bytes=24 * GIB, withheld_bytes=8 * GIB) for pool in one.fit.pools)
    memory = text_view(answer(one.changed(fit=one.fit.changed(pools=pools)))).verdict.figures[2]
    assert memory.span == "of 16.0 GiB that the GPU may use"


def test_a_divided_model_tells_both_memories() -> None:
    assert text("spills").figures[2].text == "Memory: 6.2 GiB (2.6 GiB VRAM + 3.6 GiB RAM)"


def test_thinking_is_a_part_of_the_wait_and_said_where_it_is_off() -> None:
    thinks = Light(usability="great", share=Range(2, 3, 4), answer_s=Range(20, 30, 40), needed_s=90.0, thinks=True)
    waiting = text_view(answer(light=thinks)).verdict.figures[1]
    assert waiting.text == "Whole answer: 30 s (20 to 40 s), prompt 0.3 s + thinking 25 s + writing 4.6 s"
    off = text_view(answer(light=thinks.changed(thinks=False))).verdict
    assert off.because == "With thinking off: a whole answer within 45 s is great, within 1 min 30 s fine."
    assert off.title == "Great: Qwen3 8B"
    slow = thinks.changed(usability="slow", held_by="answer", answer_s=Range(90, 120, 160))
    assert "instruct) takes about 4.9 s." in text_view(answer(light=slow)).verdict.because
    assert "instruct" not in text_view(answer(light=slow.changed(usability="fine"))).verdict.because
    assert off.light_word == "Great with thinking off"


def test_what_does_the_same_work_here_is_named() -> None:
    nearest = Nearest(model_id="x", model_name="Small 4B", quant="Q4_K_M", light=Light(usability="great"), rate=None)
    found = text_view(answer(too_big(), nearest=nearest)).verdict
    assert found.because == "It needs 3.6 GiB more VRAM; Small 4B runs well here."


def test_what_a_context_does_not_hold_is_told_in_tokens() -> None:
    short = Light(usability="wont_run", held_by="context")
    found = text_view(answer(estimate(longest_tokens=600), light=short)).verdict
    assert found.because == "The context of Qwen3 8B holds 600 tokens; this work needs 768."
    assert [one.text for one in found.figures[:2]] == ["", ""]


def test_what_to_do_next() -> None:
    plan = LaunchPlan(arguments=(), layers=36)
    launched = text_view(answer(estimate(launch=plan))).verdict
    assert kinds(launched) == ["run", "see"]
    unmeasured = text_view(answer(estimate(launch=plan), rooflines=UNMEASURED)).verdict
    assert kinds(unmeasured) == ["measure", "run", "see"]
    assert [unmeasured.action(can_measure=can).kind for can in (True, False)] == ["measure", "run"]  # type: ignore[union-attr]
    assert kinds(text("too big")) == ["see"]
    assert kinds(text_view(answer(too_big(), rooflines=UNMEASURED)).verdict) == ["see"]
    assert kinds(text("slow"))[0] == "see"


@pytest.mark.parametrize(
    ("fields", "turned"),
    [
        ({"quant": "Q4_K_M"}, ("Try Q4_K_M", "quant", "automatic")),
        ({"context_tokens": 16384}, ("Try 16,384 tokens of context", "context", "16384")),
    ],
)
def test_another_setting_comes_before_all_else(fields: dict[str, str | int | None], turned: tuple[str, ...]) -> None:
    better = BetterSetting(fields=fields, light=Light(usability="great"))
    found = text_view(answer(too_big(), better=better)).verdict
    first = found.actions[0]
    assert found.because == f"It needs 3.6 GiB more VRAM; with {turned[0].removeprefix('Try ')}: Great."
    assert (first.text, first.knob, first.choice) == turned


@pytest.mark.parametrize(
    ("name", "fields", "turned"),
    [
        ("too big to train", {"method": "qlora"}, ("Try QLoRA (4 bits)", "method", '{"method": "qlora"}')),
        ("too big", {"precision": None}, ("Try the best that fits", "precision", '{"precision": null}')),
    ],
)
def test_a_knob_of_a_task_is_turned_too(name: str, fields: dict[str, str | None], turned: tuple[str, ...]) -> None:
    from advisor.present.tasks.view import answer_view

    better = BetterSetting(fields=dict(fields), light=Light(usability="great"))
    workload = load_catalog().other_workloads["pictures"]
    first = answer_view(TASK_ANSWERS[name].changed(better=better), workload).verdict.actions[0]
    assert (first.text, first.knob, first.choice) == turned


@pytest.mark.parametrize("name", TASK_ANSWERS)
def test_every_task_has_three_figures_and_a_reason(name: str) -> None:
    found = view(name).verdict
    assert [one.name for one in found.figures if one.name] == [one.name for one in found.figures]
    assert found.because.endswith(".")
    first = found.action(can_measure=False)
    assert first is not None
    assert (first.text == "See what fits") == (found.light not in ("great", "fine") and first.kind == "see"), first
    assert len(found.title.split()) <= MOST_TITLE_WORDS


@pytest.mark.parametrize(
    ("name", "waits"),
    [("image", "One image: 12 s (9.6 to 15 s)"), ("video", "One clip: 11 min (8 min 32 s to 13 min)"),
     ("speech", "Whole recording: 3 min"), ("serve", "First word: 1.3 s"), ("finetune", "Whole training: 2 h 47 min")],
)  # fmt: skip
def test_a_task_names_its_wait(name: str, waits: str) -> None:
    assert view(name).verdict.figures[1].text.startswith(waits)


def test_what_is_unknown_is_said_so() -> None:
    lost = text_view(answer(unified(None), cpu=cpu_estimate(None), rooflines=(), sweeps=(), candidates=())).verdict
    assert lost.figures[0].value == "unknown"
    assert kinds(lost)[0] == "measure"


def test_a_divided_model_that_is_slow_shows_what_fits() -> None:
    slow = spilled(0.5)
    assert "see" in kinds(text_view(answer(slow, offloaded=slow)).verdict)


def test_a_title_has_at_most_eight_words() -> None:
    cards = load_catalog()
    for card in (*cards.models.values(), *cards.other_models.values()):
        title = verdict_title("Won't run", card.name)
        assert len(title.split()) <= MOST_TITLE_WORDS
        assert title.endswith(card.name)
    assert verdict_title("Great", "a b c d e f g h") == "Great: a b c d e f g…"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.04, "40.0 ms"),
        (5, "5.0 s"),
        (599, "9 min 59 s"),
        (1677, "28 min"),
        (4020, "1 h 7 min"),
        (313_000, "3.6 days"),
    ],
)
def test_nobody_counts_seconds_of_a_long_wait(seconds: float, words: str) -> None:
    assert wait(seconds) == words


def test_a_span_names_its_unit_once() -> None:
    assert wait_span(4.0, 5.7) == "4.0 to 5.7 s"
    assert wait_span(36, 96) == "36 s to 1 min 36 s"
    assert wait_span(5.0, 5.01) == ""


def test_what_lacks_only_what_is_kept_free_names_the_reserve_and_what_to_do() -> None:
    """11.8 of 13.0 GiB free "won't run: needs 791 MiB more", and nothing said why."""
    rig = assembled(Profile(machine=rigs.laptop()), CATALOG).rig
    asked = Question(workload_id="chat", model_id="gpt-oss/gpt-oss-20b", fields={"context_tokens": 4096})
    found, verdict = judged_answer(asked, rig, KnownModels(CATALOG))
    assert found.chosen.fit.pools[0].need_bytes < found.chosen.fit.pools[0].free_bytes
    assert verdict.because == (
        "It leaves 1.2 GiB of RAM; 2.0 GiB is kept free for the system: close other programs, and it fits."
    )


def test_memory_of_several_cards_is_that_of_all_together() -> None:
    """Two RTX 3090 needed 11.3 GiB for a coding agent, of each, beside 27.6 GiB for chat, in all."""
    figure = view("two cards").verdict.figures[2]
    assert (figure.amount, figure.span) == ("18.0 GiB", "of 24.0 GiB VRAM, 9.0 GiB on each of 2")


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("gemma/gemma-3-12b", "weights divided among them, with Unsloth"),
        ("qwen/qwen3.5-9b", "all weights on each, with Unsloth"),
        ("granite/granite-4.1-8b", "all weights on each, with Unsloth"),
    ],
)
def test_why_a_larger_model_takes_less_of_several_cards_is_said(model: str, words: str) -> None:
    """Gemma 12B took 28 GiB of two RTX 3090, Qwen 9B 38 and Granite 8B 35."""
    rig, workload = known_computer("computers/usual/pc-2-x-rtx-3090", CATALOG).rig, "fine-tune-lora"
    fields = task_fields(CATALOG.other_workloads[workload], model, CATALOG)
    question = Question(workload_id=workload, model_id=model, fields=fields)
    found, _ = judged_answer(question, rig, KnownModels(CATALOG))
    assert memory_figure(SHOWN["finetune"], found.chosen).meaning.endswith(words)


@pytest.mark.parametrize(
    "computer", ["computers/usual/pc-rtx-3060-12gb", "computers/usual/pc-rtx-3090", "computers/apple/mac-mini-m4-16gb"]
)
def test_the_memory_of_a_picture_is_one_figure_that_rigs_can_be_compared_by(computer: str) -> None:
    """SD 3.5 Large Turbo in 8 bits took 28.0 GiB on one rig, 20.9 on the next and 9.5 on a Mac."""
    rig, shown = known_computer(computer, CATALOG).rig, SHOWN["image"]
    model = CATALOG.other_models.find("Stable Diffusion 3.5 Large Turbo") or ""
    fields = {**task_fields(CATALOG.other_workloads["pictures"], model, CATALOG), "precision": "Q8_0"}
    question = Question(workload_id="pictures", model_id=model, fields=fields)
    found, _ = judged_answer(question, rig, KnownModels(CATALOG))
    figure = memory_figure(shown, found.chosen)
    assert figure.amount in shown.needs(found)
    assert figure.span.startswith(("at once", "up to")) == (found.chosen.answer.offload != "resident")
    assert (shown.needed_bytes(found.chosen) or 0) / GIB == pytest.approx(20.5, abs=0.6)


def test_parts_that_wait_and_parts_on_the_card_are_counted_once() -> None:
    figure = view("by parts").verdict.figures[2]
    assert (figure.amount, figure.span) == ("8.0 GiB", "up to 7.0 GiB VRAM, 6.0 GiB RAM")
    assert figure.meaning == "parts take turns, so the two overlap"


def test_why_it_is_slow_though_in_time_stands_beside_the_light() -> None:
    """A laptop took 22 s where 1 min is fine: layers that RAM does not hold are read from disk each time."""
    slow = Light(usability="slow", held_by="memory", share=Range(2.0, 2.7, 3.0))
    one = picture(22.0, need=fit(7.0, "spills", waiting_gib=11.0), offload="layers", disk_bytes=5 * GIB, disk_s=2.7)
    shown = answer_view(answered("image", one).changed(light=slow), task_named("Images")).verdict
    assert shown.because.startswith(
        "Not advised: it fills the RAM, so little else runs beside it, and 5.0 GiB of it are read from disk each time"
    )


def test_an_image_that_takes_long_is_counted_by_the_hour() -> None:
    """A laptop made "0.034 images a minute"."""
    assert view("slow image").verdict.figures[0].amount == "12 images an hour"
    slow = tuple((users, picture(300.0 + users, batch=users)) for users in (1, 2))
    chart = SHOWN["image"].steps(answered("image", slow[0][1], steps=steps(*slow)))
    assert chart is not None
    assert chart.y_axis.label == "images an hour"
    assert chart.lines[0].ys[0] > 11
    assert view("image").verdict.figures[0].amount == "5.0 images a minute"


@pytest.mark.parametrize(
    ("computer", "model", "context_tokens", "said"),
    [
        ("Framework Desktop Ryzen AI Max+ 395 128GB", "Qwen3 235B-A22B 2507", 4096, "sudo amd-ttm --set 108"),
        ("Framework Desktop Ryzen AI Max+ 395 128GB", "Qwen3 8B", 4096, ""),
        ("Mac Studio M4 Max (40-core GPU) 128GB", "Qwen3 235B-A22B 2507", 4096, "sudo sysctl iogpu.wired_limit_mb="),
        ("Mac Studio M3 Ultra (80-core GPU) 512GB", "Llama 3.3 70B", 4096, ""),
    ],
)
def test_graphics_that_share_memory_are_told_how_to_get_as_much_of_it(
    computer: str, model: str, context_tokens: int, said: str
) -> None:
    """Linux maps half of the RAM for AMD's graphics unless told otherwise, macOS grants a part by its size."""
    computer_id, model_id = CATALOG.computers.find(computer), CATALOG.models.find(model)
    assert computer_id is not None
    assert model_id is not None
    asked = Question(workload_id="chat", model_id=model_id, fields={"context_tokens": context_tokens})
    _, verdict = judged_answer(asked, known_computer(computer_id, CATALOG).rig, KnownModels(CATALOG))
    assert said in verdict.aside
    assert bool(said) is ("sudo" in verdict.aside)


@pytest.mark.parametrize(("model", "is_told"), [("Qwen3 Coder Next 80B-A3B", True), ("Llama 3.1 8B", False)])
def test_weights_turned_to_8_bits_by_an_older_vllm_have_to_fit_in_16(model: str, is_told: bool) -> None:
    """75 GiB in FP8 on the 128 GiB of a GB10: those up to 0.14 load 150 GiB first (vllm issue 7200)."""
    computer_id, model_id = CATALOG.computers.find("DGX Spark 128GB"), CATALOG.models.find(model)
    assert computer_id is not None
    assert model_id is not None
    asked = Question(workload_id="coding-agent", model_id=model_id, fields={"engine": "vLLM", "precision": "fp8"})
    _, verdict = judged_answer(asked, known_computer(computer_id, CATALOG).rig, KnownModels(CATALOG))
    assert ("vLLM up to 0.14" in verdict.aside) is is_told


def test_a_cache_in_fewer_bits_is_told_beside_the_answer() -> None:
    """At 262,144 tokens a model fitted where the page said that 106,240 do: the cache had become another."""
    model_id = sure(CATALOG.models.find("Gemma 4 12B"))
    rig = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG).rig
    said = []
    for context_tokens in (4096, 262144):
        asked = Question(workload_id="chat", model_id=model_id, fields={"context_tokens": context_tokens})
        shown = page_view(asked, rig, KnownModels(CATALOG))
        said.append("q8_0 cache" in shown.verdict.asked)
        assert ("Its cache is stored as q8_0" in shown.detail) is said[-1]
    assert said == [False, True]


def test_into_a_computer_that_takes_no_card_none_is_advised() -> None:
    """Of a Mac mini page Will it run? said "RX 7600 XT has room for it"."""
    model_id = sure(CATALOG.models.find("Gemma 4 12B"))
    asked = Question(workload_id="chat", model_id=model_id, fields={"quant": "Q8_0"})
    rig = known_computer("computers/apple/mac-mini-m4-16gb", CATALOG).rig
    shown = page_view(asked, rig, KnownModels(CATALOG))
    assert shown.gpu_sentence.startswith("For comparison, in a PC: ")
    assert shown.charts["compare"].title == "A PC's GPU has room for it"
    desktop = known_computer("computers/usual/office-pc-16gb", CATALOG).rig
    assert not desktop.is_closed


def test_what_it_needs_is_what_the_verdict_counts() -> None:
    """Served in two memories it "needs 10.6 GiB" below a memory of 21.8, and Explain told why 10.6."""
    rig = known_computer("computers/usual/pc-rtx-3060-12gb", CATALOG).rig
    shown = page_view(usual_question("coding-agent", CATALOG), rig, KnownModels(CATALOG))
    memory = shown.verdict.figures[2]
    assert "RAM" in memory.span
    assert shown.first["fit"].sentence.startswith(f"Needs {memory.amount}: ")
    assert [why.title for why in shown.why][-1] == f"Why {memory.amount} of memory"
