"""Page Will it run? for tasks: the sentences, exact, and charts that hold for every task."""

import json
import re
from math import log10
from typing import Any

import pytest
from numpy import interp

from advisor.answer.tasks.ask import answer_question, task_fields
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.serving import ServeRequest
from advisor.facts.answers.task_answer import DeviceAnswer
from advisor.facts.asked.question import Question
from advisor.facts.cards.workload import TaskCard
from advisor.facts.values.range import Range
from advisor.present.tasks.charts import time_chart
from advisor.present.tasks.knobs import setting_words, task_knobs, with_choice
from advisor.present.tasks.shown import SHOWN
from advisor.present.tasks.view import answer_view
from advisor.present.words.series import LineChart
from advisor.present.words.view import CHARTS, WillItRunView
from tests.fakes.estimates import gib
from tests.fakes.known_computers import known_computer
from tests.fakes.sure import sure
from tests.fakes.task_answers import answered, clip, fit, items, picture, served, steps, training, transcription

CPU = {"processor_id": "cpu", "processor_name": "AMD Ryzen 7 7700 8-Core Processor", "is_cpu": True}
USERS = steps((1, served(70.0, 1)), (8, served()), (22, served(500.0, 22)))
ANSWERS: dict[str, DeviceAnswer] = {
    "image": answered("image", picture(), steps=steps((1, picture()), (2, picture(11.9, batch=2)))),
    "slow image": answered("image", picture(300.0)),
    "by parts": answered(
        "image", picture(need=fit(7.0, "spills", waiting_gib=6.0), offload="parts", notes=("parts wait",))
    ),
    "too big": answered("image", picture(need=fit(13.0, "too_big"))),
    "no speed": answered("image", picture(None)),
    "video": answered("video", clip()),
    "embed": answered("embed", items(), steps=steps((1, items(100.0)), (32, items()))),
    "classify": answered("classify", items(2700.0, task="classify")),
    "speech": answered("speech", transcription()),
    "serve": answered("serve", served(), steps=USERS, varied="concurrency"),
    "alone": answered("serve", served(70.0, 1)),
    "finetune": answered(
        "finetune",
        training(),
        steps=steps((1, training(batch=1, need=fit(8.0))), (2, training()), (4, training(batch=4))),
    ),
    "too big to train": answered("finetune", training(need=fit(12.0, "too_big"), most=0)),
    "two cards": answered("finetune", training().changed(devices=2)),
}


def named(name: str) -> TaskCard:
    return load_catalog().other_workloads["pictures"].changed(name=name)


def view(name: str) -> WillItRunView:
    return answer_view(ANSWERS[name], named("A Task"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("image", "Fits with 2.0 GiB to spare. About 5.0 images a minute (4.0 to 6.2). Limit: compute."),
        ("slow image", "Fits with 2.0 GiB to spare. One image takes about 5 min (4 min to 6 min 15 s). "
                       "Limit: compute."),
        ("by parts", "Runs with parts taking turns in VRAM. About 5.0 images a "
                     "minute (4.0 to 6.2). Limit: compute."),
        ("too big", "Won't run: needs 3.0 GiB more VRAM. If it fit: about 5.0 images a minute (4.0 to 6.2)."),
        ("no speed", "Fits with 2.0 GiB to spare. Speed unknown."),
        ("video", "Fits with 2.0 GiB to spare. One clip takes about 11 min (8 min 32 s to 13 min). Limit: compute."),
        ("embed", "Fits with 6.0 GiB to spare. About 340 texts/s (200 to 540). Limit: compute."),
        ("classify", "Fits with 6.0 GiB to spare. About 2,700 pictures/s (1,600 to 4,300). Limit: compute."),
        ("speech", "Fits with 6.0 GiB to spare. Writes 1 h down in about 3 min (1 min 52 s to 5 min): "
                   "20 times as fast as it is spoken. Limit: overhead per step."),
        ("serve", "Fits, with room for 22 conversations at once. About 330 tokens/s for 8 users (220 to 500), "
                  "41 for each. First word after 1.3 s. Limit: memory bandwidth."),
        ("alone", "Fits, with room for 22 conversations at once. About 70 tokens/s (47 to 100). "
                  "First word after 1.3 s. Limit: memory bandwidth."),
        ("finetune", "Fits with 1.0 GiB to spare. Training on 10 million tokens takes about 2 h 47 min "
                     "(2 h 8 min to 3 h 58 min). Limit: compute."),
        ("too big to train", "Won't run: needs 2.0 GiB more VRAM. If it fit: training on 10 million "
                             "tokens takes about 2 h 47 min (2 h 8 min to 3 h 58 min)."),
    ],
)  # fmt: skip
def test_the_answer_is_plain_sentences(name: str, sentence: str) -> None:
    assert view(name).answer == sentence


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("image", "On RTX 4070 SUPER: 1024 x 1024, 30 steps, 1 image, 16 bits. "
                  "What limits it: how fast the chip computes. One image takes 12 s."),
        ("by parts", "Parts of 6.0 GiB wait in RAM."),
        ("serve", "prompt 1,024 tokens, answer 256 tokens, 4 bits (AWQ), vLLM."),
        ("serve", "At most 84 requests a minute."),
        ("finetune", "About 1,000 tokens/s (700 to 1,300). Batches up to 3 fit."),
        ("too big to train", "Not even one example fits: shorter ones or a smaller model may."),
        ("two cards", "On 2 x RTX 4070 SUPER: QLoRA (4 bits), 2 examples at once, 2,048 tokens each, "
                      "10 million tokens in all."),
    ],
)  # fmt: skip
def test_the_detail_tells_settings_limit_and_what_else_fits(name: str, words: str) -> None:
    assert words in view(name).detail


@pytest.mark.parametrize("name", ANSWERS)
def test_every_chart_is_sound(name: str) -> None:
    shown = view(name)
    assert "roofline" not in shown.charts
    assert not shown.offers_check
    for bar in shown.charts["fit"].bars:
        ends = [segment.start + segment.length for segment in bar.segments]
        assert ends == sorted(ends)
        assert all(segment.length >= 0 for segment in bar.segments)
    listed = [row[1] for row in shown.charts["fit"].table.rows]
    assert "free" in listed or "won't fit" in listed
    chosen = ANSWERS[name].chosen
    assert ("token_time" in shown.charts) == (chosen.rate is not None and chosen.fit.verdict != "too_big")
    if "speed" in shown.charts:
        for line in shown.charts["speed"].lines:
            assert len(line.xs) == len(line.ys)
            axis = shown.charts["speed"].y_axis
            assert all(axis.low <= y <= axis.high for y in line.ys)
    assert all(why.inputs.columns == ("Input", "Value", "From") for why in shown.why)


def test_users_share_the_speed_and_the_chart_tells_both() -> None:
    chart = view("serve").charts["speed"]
    assert chart is not None
    assert chart.title == "22 users: 7.1 times the tokens of one"
    assert [line.name for line in chart.lines] == ["all together", "each user", "reading speed"]
    assert chart.table.rows[-1] == ("22", "500 (330 to 750)", "23")
    assert chart.sentence == ("Everyone still gets text faster than they read. At most 22 are served at once.")
    assert [text for _, text in chart.x_axis.ticks] == ["1", "8", "22"]


def test_users_are_shown_as_far_as_each_gets_something_to_read() -> None:
    """A processor of 2017 had "256 users: 3.4 times the tokens of one" and "here: 5.5" beside a headline of 6.8."""
    rates = steps((1, served(5.5, 1)), (2, served(8.0, 2)), (8, served(14.0, 8)), (302, served(19.0, 302)))
    chart = SHOWN["serve"].steps(answered("serve", served(5.5, 1), steps=rates, varied="concurrency"))
    assert chart is not None
    assert [text for _, text in chart.x_axis.ticks] == ["1", "2", "8"]
    assert chart.title == "8 users: 2.5 times the tokens of one"
    assert "302" not in chart.sentence
    assert chart.marks == ()  # that is another figure than the headline's: prompts are read in between
    assert "prompts" in chart.subtitle
    slow = steps((1, served(0.8, 1)), (2, served(0.9, 2)), (4, served(0.9, 4)))
    chart = SHOWN["serve"].steps(answered("serve", served(0.8, 1), steps=slow, varied="concurrency"))
    assert chart is not None
    assert chart.lines[0].xs == pytest.approx((0.0, log10(2)))
    assert chart.sentence.startswith("Waits for prompts included, one user gets 0.80 tokens/s on average")


def users_chart(*each: tuple[int, float], most: int = 22, alone: float | None = None) -> LineChart:
    """The chart of so many users with so many tokens/s together; `alone` is the speed that one has without prompts."""
    options = [(users, served(rate, users, max_concurrency=most)) for users, rate in each]
    chosen = served(alone or each[0][1], 1, max_concurrency=most)
    if alone:
        own = chosen.answer.changed(between_prompts_tokens_per_s=Range.exactly(each[0][1]))
        chosen = chosen.changed(answer=own)
        options[0] = (1, chosen)
    chart = SHOWN["serve"].steps(answered("serve", chosen, steps=steps(*options), varied="concurrency"))
    assert isinstance(chart, LineChart)
    return chart


def test_who_waits_for_a_place_is_not_told_to_get_text_meanwhile() -> None:
    """Of eight users five had a place, and "everyone" got text faster than they read."""
    five = served(110.0, 8, max_concurrency=5)
    rates = steps((1, served(50.0, 1, max_concurrency=5)), (5, five))
    answer = answered("serve", five, steps=rates, varied="concurrency")
    chart = sure(SHOWN["serve"].steps(answer))
    assert chart.sentence.startswith("Those with a place get text faster than they read; the others wait.")
    assert SHOWN["serve"].pace(five) == "14 for each of 8 users, waits for a place included"
    assert SHOWN["serve"].whole_words(five) == "one token for everyone"
    assert SHOWN["serve"].whole_words(served(50.0, 1)) == "one token"


def test_what_is_told_of_several_users_is_what_the_line_shows() -> None:
    """An M4 Max had "up to about 8" where its line crossed at 15; an office PC fell from 14 to 5: it "shared"."""
    crossing = users_chart((1, 40.0), (8, 60.0), (22, 70.0))
    readers = int(re.search(r"about (\d+)", crossing.sentence)[1])  # type: ignore[index]
    line = crossing.lines[1]
    assert 10 ** interp(log10(readers), line.xs, line.ys) >= 5 >= 10 ** interp(log10(readers + 1), line.xs, line.ys)
    falling = users_chart((1, 14.0), (2, 5.2), (4, 5.4), most=4)
    assert falling.title == "4 users together: 0.39 times the tokens of one"
    assert falling.sentence.startswith("One user gets text faster than people read; two do not.")


def test_one_user_is_drawn_with_the_waits_that_several_have() -> None:
    """The headline of an agent leaves the reading of prompts out, and so did the first point of the line."""
    chart = users_chart((1, 5.6), (2, 5.2), (4, 5.4), most=4, alone=14.0)
    assert chart.lines[0].ys[0] == pytest.approx(log10(5.6))
    assert chart.table.rows[0][0] == "1"
    assert chart.table.rows[0][1].startswith("5.6")
    assert chart.title == "Several users share one user's speed"


def test_a_chart_that_ends_before_the_room_says_why() -> None:
    """An office PC had "room for 6" beside an axis to 4."""
    chart = users_chart((1, 5.6), (4, 5.4), (6, 5.5), most=6)
    assert [text for _, text in chart.x_axis.ticks] == ["1", "4"]
    assert "room for 6, with under 1 token/s each" in chart.sentence


def test_what_a_further_conversation_takes_is_told() -> None:
    """Two RTX 3090 with 11.7 GiB free and 1.1 GiB of one conversation of 32,768 tokens had room for 13."""
    option = served(40.0, 1, max_concurrency=13, conversation_bytes=gib(0.8))
    shown = SHOWN["serve"].needs(answered("serve", option))
    assert "Each further conversation takes up to 819 MiB." in shown


@pytest.mark.parametrize(
    ("minutes", "title", "told"),
    [
        (9.0, "4 times the frames: 9 times the time", "grows faster than length"),
        (3.0, "4 times the frames: 3 times the time", "grows slower"),
        (4.0, "4 times the frames: 4 times the time", "about as length does"),
    ],
)
def test_how_the_time_of_a_clip_grows_is_told_as_its_chart_shows_it(minutes: float, title: str, told: str) -> None:
    """7.1 times the frames took 6.1 times the time, "so time grows faster than length"."""
    lengths = steps((20, clip(60.0)), (80, clip(60.0 * minutes)))
    chart = SHOWN["video"].steps(answered("video", clip(60.0), steps=lengths, varied="frames"))
    assert chart is not None
    assert chart.title == title
    assert told in chart.sentence


@pytest.mark.parametrize("several", [10.1, 14.0])
def test_whether_batching_helps_is_told_once(several: float) -> None:
    """It hardly helped, and helped until the CPU was fully used."""
    made = steps((1, picture(10.0)), (2, picture(10.0 / several * 10.0, batch=2)))
    chart = SHOWN["image"].steps(answered("image", picture(10.0), steps=made))
    assert chart is not None
    assert ("hardly" in chart.title) == ("helps" not in chart.sentence)


def test_examples_at_once_are_shown_against_memory_and_its_end() -> None:
    chart = view("finetune").charts["speed"]
    assert chart is not None
    assert chart.title == "Up to 3 at once fit"
    need, room = chart.lines
    assert need.ys == (8.0, 9.0, 9.0)
    assert room.ys == (10.0, 10.0)


def test_waiting_parts_have_a_bar_of_their_own() -> None:
    graphics, main = view("by parts").charts["fit"].bars
    assert graphics.name == "VRAM: RTX 4070 SUPER"
    assert [segment.name for segment in main.segments if segment.role == "spill"] == ["waiting parts"]


def test_cards_are_compared_and_the_processor_too() -> None:
    cpu, better = picture(600.0).changed(**CPU), picture(6.0).changed(processor_name="RTX 5090", processor_id="c")
    answer = answered("image", picture(), options=(cpu, picture()), candidates=(better,))
    assert "compare" not in view("image").charts, "nothing to compare with"
    shown = answer_view(answer, named("Images"))
    assert shown.gpu_sentence == (
        "For this work, RTX 4070 SUPER is 50 times as fast as the CPU alone. RTX 5090: 2 times as fast."
    )
    assert [bar.name for bar in shown.charts["compare"].bars] == ["Ryzen 7 7700", "RTX 4070 SUPER", "RTX 5090"]
    lost = answered("image", picture(need=fit(13.0, "too_big")), candidates=(better, better))
    assert answer_view(lost, named("Images")).charts["compare"].title == "RTX 5090 has room for it"


def test_notes_are_sentences_and_leave_out_what_nothing_sets() -> None:
    shown = answer_view(answered("image", picture(), refusals=("gpu1 has no fp8",)), named("Images"))
    assert shown.notes == ("The name leaves open which of several cards it is", "Gpu1 has no fp8")


FIELDS: dict[str, dict[str, Any]] = {
    "image": {"width": 1024, "height": 1024, "steps": 30, "batch": 1},
    "video": {"width": 832, "height": 480, "frames": 81, "steps": 50},
    "embed": {"sequence_tokens": 256, "batch": 32},
    "classify": {"width": 224, "height": 224, "batch": 32},
    "speech": {"audio_s": 3600},
    "serve": {"prompt_tokens": 24000, "new_tokens": 2000, "generated_tokens": 400, "concurrency": 8},
    "finetune": {"method": "lora", "batch": 2, "sequence_tokens": 2048, "data_tokens": 5_000_000},
}


@pytest.mark.parametrize("task", FIELDS)
def test_a_knob_sets_what_its_choice_says(task: str) -> None:
    for knob in task_knobs(SHOWN[task].knobs, FIELDS[task]):
        assert knob.choice_id in [choice.id for choice in knob.choices], knob.id
        assert len({choice.id for choice in knob.choices}) == len(knob.choices)
        for choice in knob.choices:
            changed = with_choice(FIELDS[task], choice.id)
            again = next(one for one in task_knobs(SHOWN[task].knobs, changed) if one.id == knob.id)
            assert json.loads(again.choice_id) == json.loads(choice.id)
            assert None not in changed.values()
            assert setting_words(SHOWN[task].knobs, changed)


def test_every_workload_starts_with_a_choice_of_each_of_its_knobs() -> None:
    for workload in load_catalog().other_workloads.values():
        for knob in task_knobs(SHOWN[workload.task].knobs, workload.fields):
            current = next(choice for choice in knob.choices if choice.id == knob.choice_id)
            assert current.text, f"{workload.name}: {knob.id}"
            assert "None" not in current.text, f"{workload.name}: {knob.id} has no value in [fields]"


def test_a_longer_prompt_keeps_what_is_new_in_it() -> None:
    knob = next(one for one in task_knobs(SHOWN["serve"].knobs, FIELDS["serve"]) if one.id == "prompt")
    kept = [
        ServeRequest.model_validate({**with_choice(FIELDS["serve"], choice.id), "task": "serve"}).kept_tokens
        for choice in knob.choices
    ]
    assert (kept[0], kept[-1]) == (0, 131_072 - 2000)
    assert kept == sorted(kept)


def test_no_length_is_offered_that_a_model_cannot_take() -> None:
    (length, *_) = task_knobs(SHOWN["embed"].knobs, FIELDS["embed"], longest_tokens=512)
    assert [choice.text for choice in length.choices][-1] == "512 tokens"


def test_an_unusual_setting_stands_in_its_place_on_the_scale() -> None:
    knob = next(one for one in task_knobs(SHOWN["image"].knobs, {**FIELDS["image"], "steps": 23}) if one.id == "steps")
    assert [choice.text for choice in knob.choices][6:9] == ["20", "23", "25"]


def test_a_long_time_is_told_in_minutes() -> None:
    answer = ANSWERS["video"]
    option = answer.chosen
    terms = tuple(term.changed(s=100 * term.s) for term in option.answer.terms)
    long = answer.changed(chosen=option.changed(answer=option.answer.changed(terms=terms)))
    chart = time_chart(SHOWN["video"], long)
    assert chart is not None
    assert (chart.title, chart.subtitle) == ("92% of the time: calculations", "One clip: 20 min")


def test_every_chart_that_does_not_wait_is_made_in_the_order_of_the_page() -> None:
    made = [name for task in ANSWERS for name in view(task).charts]
    places = [one.id for one in CHARTS if not one.waits]
    assert set(made) == set(places) - {"roofline", "compare"}
    for task in ANSWERS:
        assert list(view(task).charts) == [name for name in places if name in view(task).charts]


@pytest.mark.parametrize(
    ("computer", "precision", "words"),
    [
        ("usual/pc-rtx-3090", "bf16", "parts taking turns"),
        ("usual/pc-rtx-3090", "fp8", "all parts at once"),
        ("apple/macbook-pro-m5-24gb", "Q8_0", "parts taking turns"),
        ("apple/macbook-pro-m5-24gb", "Q4_K_M", "all parts at once"),
    ],
)
def test_a_smaller_file_that_takes_more_memory_says_why(computer: str, precision: str, words: str) -> None:
    """A larger denoiser has its parts loaded in turn, so that it takes less at once than one that lies beside them."""
    catalog, model = load_catalog(), "Stable Diffusion 3.5 Large"
    model_id = catalog.other_models.find(model) or ""
    fields = {**task_fields(catalog.other_workloads["pictures"], model_id, catalog), "precision": precision}
    question = Question(workload_id="pictures", model_id=model_id, fields=fields)
    rig = known_computer(f"computers/{computer}", catalog).rig
    found = answer_question(rig, catalog, question, candidates=())
    assert words in SHOWN["image"].fit(found.chosen)


def test_a_file_that_no_program_takes_is_answered_for_one_of_as_many_bits() -> None:
    """ComfyUI and Draw Things have no FP8 on a Mac."""
    catalog = load_catalog()
    fields = {**task_fields(catalog.other_workloads["pictures"], "image/sdxl", catalog), "precision": "fp8"}
    question = Question(workload_id="pictures", model_id="image/sdxl", fields=fields)
    rig = known_computer("computers/apple/macbook-pro-m5-24gb", catalog).rig
    found = answer_question(rig, catalog, question, candidates=())
    assert found.chosen.request.precision == "Q8_0"
