"""Which purchases are advised: none that nobody needs, whatever may be spent."""

import datetime
from dataclasses import replace
from functools import lru_cache

import pytest

from advisor.__main__ import main
from advisor.answer.money.prices import PAIR, WITH_MEMORY, with_own_price
from advisor.answer.text.setting import Chooser
from advisor.answer.what_if.changed_rig import with_gpu
from advisor.answer.worth.conclusions import turns
from advisor.answer.worth.question import WorthQuestion
from advisor.answer.worth.served_model import model_to_serve
from advisor.answer.worth.worth import answer_worth, worth_steps
from advisor.answer.worth.worth_answer import WorthAnswer
from advisor.catalog.cards.catalog import load_catalog
from advisor.facts.answers.worth import CLOUD, PURCHASES, Price
from advisor.facts.cards.price import Condition
from advisor.facts.kept.settings import Money
from advisor.facts.values.range import Range
from advisor.facts.values.units import GIB
from advisor.predict.worth.verdict import UNASKED_USD
from advisor.present.upgrade.lines import worth_lines
from advisor.present.upgrade.option_names import option_name
from advisor.present.upgrade.rows import worth_rows
from advisor.present.words.money import Currency
from tests.answer.judge.expert_rigs import named_rig
from tests.answer.worth.known_before import known_before
from tests.fakes.known_computers import known_computer

CATALOG = load_catalog()
TODAY = datetime.date(2026, 11, 20)


def desktop(cpu: str, ram_gib: int, card: str) -> dict[str, object]:
    memory = {"ram_gib": ram_gib, "sticks": 2, "slots": 4, "ram_type": "DDR4", "ram_mt": 3200}
    return {"cpu": cpu, **memory, "gpus": [card], "form": "desktop"}


@lru_cache
def asked(
    computer: str, workload: str, model: str | None = None, quant: str | None = None, budget_usd: float | None = None
) -> WorthAnswer:
    known_id = CATALOG.computers.find(computer)
    assert known_id is not None
    known = known_computer(known_id, CATALOG)
    question = WorthQuestion(CATALOG, workload, model, quant, Money(budget_usd=budget_usd))
    before = known_before(computer, workload, model, quant)
    *_, answer = worth_steps(known.machine, known.rig, question, today=TODAY, known=before)
    assert answer is not None
    return answer


@pytest.mark.broad
@pytest.mark.parametrize(
    ("computer", "workload", "model", "quant", "budget_usd"),
    [
        ("PC with RTX 5090", "chat", "Qwen3 32B", "Q4_K_M", 1000.0),
        ("Laptop with RTX 4060 8GB", "chat", "Qwen3 8B", None, 2000.0),
        ("DGX Spark 128GB", "chat", "Llama 3.3 70B", None, 6000.0),
        ("Office PC without graphics card 16GB", "chat", "Qwen3 1.7B", None, 400.0),
        ("Mac mini M4 16GB", "chat", "Llama 3.1 8B", None, 5000.0),
    ],
)
def test_money_alone_makes_no_purchase_worth_it(
    computer: str, workload: str, model: str, quant: str | None, budget_usd: float
) -> None:
    """What is done well enough may be done by a better model for money: whether it should be is not for us to say."""
    assert asked(computer, workload, model, quant).decision.reason == "enough"
    assert asked(computer, workload, model, quant, budget_usd).decision.verdict != "yes"


@pytest.mark.parametrize(
    ("computer", "workload", "budget_usd"),
    [("PC with RTX 3060 12GB", "video", None)],
)
def test_another_model_that_does_the_work_here_comes_before_a_purchase(
    computer: str, workload: str, budget_usd: float | None
) -> None:
    answer = asked(computer, workload, budget_usd=budget_usd)
    assert answer.decision.verdict == "no"
    assert answer.decision.reason in ("other_model", "still_slow")
    assert answer.instead is not None
    assert asked(computer, workload, answer.instead).now.reached.light.is_useful


def test_what_is_set_aside_buys_memory_and_little_money_the_faster_of_equal_cards() -> None:
    """An Arc B580 and an RTX 3060 12GB cost the same, and the older one writes faster and runs more programs."""
    office = "Office PC without graphics card 16GB"
    memory, makers = [], []
    for budget_usd in (300.0, 2000.0):
        best = asked(office, "coding", "Qwen3 8B", budget_usd=budget_usd).best
        assert best is not None
        assert best.reached.processor is not None
        memory.append((best.reached.processor.memory_total_bytes.value or 0) / GIB)
        makers.append(best.maker)
    assert makers[0] == "nvidia"
    assert memory[0] >= 12
    assert memory[1] >= 16


def test_no_card_without_a_fan_is_advised_for_less_than_twice_the_speed() -> None:
    answer = asked("PC with RTX 3090", "pictures", "FLUX.2 dev", budget_usd=800.0)
    assert answer.decision.verdict == "no"
    assert answer.instead is not None


def test_what_is_enough_is_told_what_money_would_make_possible() -> None:
    answer = asked("Office PC without graphics card 16GB", "chat", "LFM2.5 8B-A1B")
    assert (answer.decision.verdict, answer.decision.reason) == ("no", "enough")
    assert answer.buys_most is not None
    assert answer.buys_most.newly_usable
    assert answer.buys_most.price is not None
    assert answer.buys_most.price.usd.middle <= UNASKED_USD
    assert "buys_most" in [one.code for one in turns(answer)]


def test_who_has_enough_is_shown_nothing_beyond_what_may_be_spent() -> None:
    """With 100 dollars and nothing for them, boards for thousands stood below "what you have is enough"."""
    answer = asked("PC with RTX 4090", "chat", "Qwen3 32B", budget_usd=100.0)
    assert answer.decision.reason == "enough"
    assert not [one.id for one in answer.others if one.kind in PURCHASES and one.price and one.price.usd.low > 100.0]


@pytest.mark.parametrize("budget_usd", [300.0, 900.0])
def test_nothing_above_the_budget_is_listed(budget_usd: float) -> None:
    answer = asked("Office PC without graphics card 16GB", "chat", "LFM2.5 8B-A1B", budget_usd=budget_usd)
    kinds = {*PURCHASES} - {"sticks"}
    bought = [one.price.usd for one in answer.others if one.kind in kinds and one.price is not None]
    assert bought
    assert all(usd.low <= budget_usd for usd in bought)


def test_a_model_that_needs_a_picture_stands_in_for_none_that_needs_words() -> None:
    answer = asked("PC with RTX 3060 12GB", "films", "Wan 2.2 T2V A14B")
    named = {one for way in answer.others for one in way.newly_usable} | {answer.instead}
    given = {
        card.pipeline.starts_from for one in named if (card := CATALOG.other_models.get(one or "")) and card.pipeline
    }
    assert named - {None}
    assert given <= {None}


@pytest.mark.parametrize("model", ["Qwen3.8 27B", "Gemma 4 26B-A4B"])
@pytest.mark.parametrize("card", ["rtx-3060-12gb", "rtx-5070"])
def test_a_card_is_judged_with_the_file_that_its_owner_would_run(model: str, card: str) -> None:
    bought = asked("Office PC without graphics card 16GB", "chat", model).option(f"gpus/nvidia/{card}")
    rig = known_computer("computers/usual/office-pc-16gb", CATALOG).rig
    owned = with_gpu(rig, f"gpus/nvidia/{card}", CATALOG)
    chosen = Chooser(owned, CATALOG, CATALOG.workloads["chat"]).best(CATALOG.models[CATALOG.models.find(model) or ""])
    if bought is not None:
        assert bought.reached.light.usability == chosen.light.usability


@pytest.mark.parametrize(
    ("computer", "workload", "budget_usd"),
    [
        ("Raspberry Pi 5 8GB", "chat", 300.0),
        ("Office PC without graphics card 16GB", "coding", 300.0),
        ("MacBook Air M4 16GB", "chat", 400.0),
        ("DGX Spark 128GB", "coding-agent", 9000.0),
    ],
)
def test_no_bare_board_is_offered_to_who_talks_to_models(computer: str, workload: str, budget_usd: float) -> None:
    offered = asked(computer, workload, "Llama 3.1 8B", budget_usd=budget_usd).others
    computers = [CATALOG.computers.get(one.id) for one in offered if one.kind == "computer"]
    assert not [one.name for one in computers if one is not None and one.form == "board"]
    assert not [one.id for one in offered if "jetson" in one.id]


@pytest.mark.parametrize("budget_usd", [None, 500.0, 4000.0])
def test_nothing_is_bought_for_a_virtual_machine(budget_usd: float | None) -> None:
    parts = {"cpu": "EPYC 7763", "cores": 4, "ram_gib": 16, "measured_gb_s": 20, "form": "virtual machine"}
    machine, rig = named_rig(parts, CATALOG)
    for cloud in (False, True):
        money = Money(budget_usd=budget_usd, cloud=cloud)
        answer = answer_worth(machine, rig, WorthQuestion(CATALOG, "coding", "Qwen3 32B", None, money), today=TODAY)
        assert not [one.id for one in answer.others if one.kind in PURCHASES]
        assert answer.decision.verdict != "yes"
        assert (
            {one.kind for one in answer.others} & {*CLOUD}
            if cloud
            else "elsewhere" in [one.code for one in turns(answer)]
        )


def test_memory_and_a_card_are_weighed_together_where_neither_is_enough() -> None:
    """63 GB in experts: 16 GB of RAM do not hold them, nor does a card, nor is RAM alone fast."""
    answer = asked("Office PC without graphics card 16GB", "chat", "gpt-oss 120B", budget_usd=2000.0)
    both = [one for one in answer.others if one.id.startswith(WITH_MEMORY)]
    assert both
    for one in both:
        assert [edit.kind for edit in one.edits] == ["card", "memory"]
        assert one.reached.light.is_useful
        assert one.price is not None
        assert one.price.usd.middle <= 2000.0
    typed = with_own_price(Money(budget_usd=2000.0), both[0].id, 700.0)
    known = known_computer("computers/usual/office-pc-16gb", CATALOG)
    again = answer_worth(
        known.machine, known.rig, WorthQuestion(CATALOG, "chat", "gpt-oss 120B", None, typed), today=TODAY
    ).option(both[0].id)
    assert again is not None
    assert again.price is not None
    assert again.price.usd.middle == 700.0
    pictures = asked("Office PC without graphics card 16GB", "pictures", "FLUX.2 dev")
    assert not [one.id for one in pictures.others if one.id.startswith(WITH_MEMORY)]


@pytest.mark.broad
def test_a_card_that_takes_a_small_file_says_so_and_does_not_lead() -> None:
    """27 billion parameters on 16 GB run in three bits: 40 tokens/s of those stood before 28 of four bits unsaid."""
    answer = asked("PC with RTX 3060 12GB", "coding-agent", "Qwen3.8 27B", budget_usd=900.0)
    assert answer.best is not None
    assert not answer.best.reached.is_reduced
    small = [one for one in answer.others if one.reached.is_reduced and one.runs]
    assert small
    shown = {row.name: " ".join(cell.text for cell in row.cells) for row in worth_rows(answer, Currency())}
    for one in small:
        (texts,) = (texts for name, texts in shown.items() if name.endswith(option_name(one)))
        assert str(one.reached.quant) in texts


def test_a_used_price_is_payable_where_it_likely_is() -> None:
    def price(condition: Condition) -> Price:
        return Price(usd=Range(120.0, 155.0, 200.0), condition=condition, source="test")

    def is_beyond(condition: Condition, budget_usd: float) -> bool:
        question = WorthQuestion(CATALOG, "chat", "Qwen3 8B", None, Money(budget_usd=budget_usd))
        return question.is_beyond(price(condition))

    assert is_beyond("used", 130.0)
    assert not is_beyond("used", 140.0)
    assert not is_beyond("new", 130.0)


def test_pictures_are_not_judged_by_a_model_that_nobody_begins_with(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a GTX 1650 the only quick model is one of 512 pixels and one step from 2023: "great" was no advice."""
    assert main(["worth", "--gpu", "GTX 1650", "--ram", "16", "--workload", "pictures", "--budget", "500"]) == 0
    said = capsys.readouterr().out
    assert "SDXL Turbo" not in said.splitlines()[1]
    assert said.startswith(("Yes", "It depends on the models you want"))


def test_a_card_that_makes_everyday_models_far_faster_is_named_where_a_large_mixture_in_ram_is_fast_enough() -> None:
    """Two Xeons of 2016: a mixture of 180B writes 11 tokens/s and no card changes that; a 27B writes 2.7 and 20."""
    parts = {"cpu": "Xeon E5-2690 v4", "sockets": 2, "ram_gib": 256, "sticks": 8, "ram_type": "DDR4", "ram_mt": 2400}
    machine, rig = named_rig({**parts, "form": "server"}, CATALOG)
    mixture, money = "Qwen3.8 Flash Next 180B-A6B", Money(budget_usd=400.0)
    chosen, named = (
        answer_worth(machine, rig, WorthQuestion(CATALOG, "chat", mixture, None, money, is_open=one), today=TODAY)
        for one in (True, False)
    )
    assert (chosen.decision.verdict, chosen.decision.reason) == ("depends", "sooner")
    assert chosen.best is not None
    assert chosen.best is chosen.others[0]
    assert chosen.sooner is not None
    here, there = chosen.sooner.here.request_s, chosen.sooner.there.request_s
    assert here is not None
    assert there is not None
    assert here.middle > 2.5 * there.middle
    assert (named.decision.verdict, named.decision.reason) == ("no", "other_model")  # it is here in a poor file alone


def test_several_people_are_served_with_a_model_of_the_class_that_the_money_buys_a_card_for() -> None:
    """8 people were judged with a 2B on the CPU, and money for a card of 24 GB went unseen."""
    known = known_computer(CATALOG.computers.find("Office PC without graphics card 16GB") or "", CATALOG)
    money = Money(budget_usd=4000.0)
    name = model_to_serve(known.machine, known.rig, "serve-a-team", money, CATALOG, today=TODAY)
    card = CATALOG.models[CATALOG.models.find(name or "") or ""]
    assert 20e9 < card.params < 40e9
    answer = answer_worth(
        known.machine, known.rig, WorthQuestion(CATALOG, "serve-a-team", name, None, money), today=TODAY
    )
    assert answer.decision.verdict == "yes"
    assert any(one.id.startswith(PAIR) and not one.is_dear for one in answer.others)


def test_enough_with_a_quick_model_of_films_is_told_with_one_that_is_slow_here() -> None:
    """Somebody asked about films in general, and "enough" stood on one distilled model alone."""
    known = known_computer(CATALOG.computers.find("PC with RTX 3060 12GB") or "", CATALOG)
    quick, money = "LTX-2.3 22B distilled", Money(budget_usd=800.0)
    question = WorthQuestion(CATALOG, "films", quick, None, money, is_open=True)
    answer = answer_worth(known.machine, known.rig, question, today=TODAY)
    assert answer.decision.reason == "enough"
    assert answer.harder is not None
    assert answer.harder.way is not None
    assert answer.harder.way.memory_bytes >= 16 * GIB
    assert "harder_with" in [turn.code for turn in turns(answer)]
    said = "\n".join(worth_lines(answer))
    assert f"Judged with {quick}: 832 x 480, 121 frames." in said
    named = answer_worth(known.machine, known.rig, replace(question, is_open=False), today=TODAY)
    assert named.harder is None


def test_a_file_of_few_bits_that_lies_in_ram_does_not_hide_what_little_money_brings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What lies in RAM, a large model in three bits or a small mixture, is enough after 22 s; $220 bring more."""
    parts = ("--gpu", "GTX 1650 GDDR5", "--cpu", "i5-10400", "--ram", "16 DDR4")
    assert main(["worth", "--workload", "coding", *parts, "--budget", "220"]) == 0
    headline, *_ = capsys.readouterr().out.splitlines()
    assert headline.startswith("It depends")
    assert "RTX 3070 for $177" in headline


def test_a_model_that_is_fine_here_is_named_with_what_makes_it_great() -> None:
    """A second RTX 4080 takes an 80B from fine to great; "nothing that can be bought does better" was untrue."""
    machine, rig = named_rig(desktop("Ryzen 9 5900X", 64, "RTX 4080"), CATALOG)
    money = Money(budget_usd=1500.0)
    question = WorthQuestion(CATALOG, "coding-agent", "Qwen3.6 35B-A3B", None, money, is_open=True)
    answer = answer_worth(machine, rig, question, today=TODAY)
    assert answer.decision.reason == "enough"
    assert answer.harder is not None
    assert answer.harder.here.light.usability == "fine"
    assert answer.harder.there is not None
    assert answer.harder.there.light.usability == "great"
    assert answer.harder.way is not None
    assert answer.harder.way.kind == "second_card"
    named = answer_worth(machine, rig, replace(question, is_open=False), today=TODAY)
    assert named.harder is None


def test_the_cheaper_of_renting_and_an_api_is_named_and_what_a_purchase_is_counted_against() -> None:
    machine, rig = named_rig(desktop("Ryzen 5 5600", 16, "RTX 4060"), CATALOG)
    money = Money(budget_usd=1500.0, cloud=True)
    question = WorthQuestion(CATALOG, "coding-agent", "Qwen3.6 35B-A3B", None, money, is_open=True)
    answer = answer_worth(machine, rig, question, today=TODAY)
    online = next(turn.about for turn in turns(answer) if turn.code == "online")
    cloud = [one.usd_per_day for one in answer.others if one.kind in CLOUD and one.usd_per_day and not one.is_short]
    assert online is not None
    assert online.usd_per_day == min(cloud)
    told = "\n".join(worth_lines(answer))
    assert "Compared with this computer as it is, buying" in told
    assert "Compared with that" not in told


def test_an_agent_for_much_money_is_judged_with_what_the_money_buys_a_card_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """$10,000 were judged with an old mixture of 30B, for $930, and nothing was said about the rest of the money."""
    parts = ("--cpu", "Threadripper 3960X", "--ram", "128", "--budget", "10000")
    assert main(["worth", "--workload", "coding-agent", *parts]) == 0
    told = capsys.readouterr().out
    assert "Judged with Qwen3.8 27B." in told
    assert "\n- For more of the money: an RTX 5090 for $" in told
    assert "\nPair of RTX 3090 " in told


@pytest.mark.parametrize("budget_usd", ["400", "500", "550"])
def test_a_first_card_is_one_card_where_it_does_what_a_pair_does(
    budget_usd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pair of Arc B580 led for $500, and a slower card of 16 GB for $400, where one for $306 writes as fast."""
    main(["worth", "--gpu", "none", "--ram", "32", "--budget", budget_usd, "--part", "card"])
    assert capsys.readouterr().out.startswith("It depends on how long you like to wait: an RX 6800 ")
