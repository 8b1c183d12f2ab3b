"""What questions of forums are understood as that tell amounts, prices, limits, and things that are not judged."""

import re

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of, plan_of

UNDERSTOOD = (
    # the number of a processor is no speed of memory, w is no watt
    ("llama 3.1 8b on ryzen 7 8700g 4x16gb ddr5", "ask Llama 3.1 8B --cpu ryzen 7 8700g --ram 4x16 DDR5"),
    ("2x rtx 2060 12gb and a ryzen 5 3600 w 32gb ram, gemma 3 27b q4?",
     "ask Gemma 3 27B --quant Q4_K_M --gpu 2x RTX 2060 12GB --cpu ryzen 5 3600 --ram 32"),
    ("qwen3 4b on a ryzen 5 5600g w/o gpu, 16gb ddr4-3200",
     "ask Qwen3 4B --gpu none --cpu ryzen 5 5600g --ram 16 DDR4-3200"),
    ("ryzen 7 5700g vega 8 32gb ddr4 3200, qwen3 8b",
     "ask Qwen3 8B --gpu Radeon Vega 8 --ram 32 DDR4-3200 --cpu ryzen 7 5700g"),
    # cards: what is bought goes into a slot, unless it is rented
    ("is a V100 32GB worth buying? i have a i5-12400 and 32gb ram",
     "worth --cpu i5-12400 --ram 32 --consider Tesla V100 PCIe 32GB"),
    ("24gb vs 32gb vram, is it worth the extra money", "held any on --gpu RTX 3090 | --gpu RTX 5090"),
    ("is 8gb vram enough or do I need 12gb", "held any on --gpu RTX 4060 | --gpu RTX 3060 12GB"),
    ("how fast is gpt-oss 120b on strix halo", "ask gpt-oss 120B --machine AMD Ryzen AI Halo 128GB"),
    ("optiplex 7060 sff, i7-8700, 32gb ram, which gpu fits under 250 dollars",
     "worth --cpu i7-8700 --ram 32 --budget 250 --psu-w 260 --part card"),
    ("best model for coding on a macbook pro m3 max 36gb",
     "rank --workload coding --limit 10 --gpu M3 Max (30-core GPU) --ram 36"),
    ("4070 or the ti for llms", "held any on --gpu RTX 4070 | --gpu RTX 4070 Ti chat"),
    ("have 2x h100, qwen3 32b speed", "ask Qwen3 32B --gpu 2x H100 SXM 80GB"),
    ("is it worth upgrading from a 1080 ti to a 3060", "worth --gpu GTX 1080 Ti --consider RTX 3060 12GB"),
    ("nvidia dgx spark worth it vs 2x 3090?", "held any on --machine DGX Spark 128GB | --gpu 2x RTX 3090"),
    ("is a 5090 worth it over my 3090?", "worth --gpu RTX 3090 --consider RTX 5090"),
    ("m4 mac mini 16gb vs 24gb for qwen3 8b",
     "held Qwen3 8B on --machine Mac mini M4 16GB | --machine Mac mini M4 24GB"),
    ("i7-12700 vs ryzen 7 5700x 32gb qwen3 30b a3b",
     "held Qwen3 30B-A3B on --gpu none --cpu i7-12700 --ram 32 | --gpu none --cpu ryzen 7 5700x --ram 32"),
    # money: a price of a thing, a size of a picture and a price of a kWh are no budgets
    ("is a used 3090 for 750 worth it? i have a 5600x and 32gb",
     "worth --cpu Ryzen 5 5600X --ram 32 --budget 750 --consider RTX 3090 --price RTX 3090=750"),
    ("i have a 2060, what gpu for 4k image gen under £400",
     "worth --workload pictures --gpu RTX 2060 6GB --budget 400 --currency GBP --part card"),
    ("electricity costs 30 cents here, 800€ for a gpu, i have a 3060 12gb",
     "worth --gpu RTX 3060 12GB --budget 800 --currency EUR --electricity 0.3"),
    ("need a local copilot, 3070 8gb, 32gb ram", "rank --workload coding --limit 10 --gpu RTX 3070 --ram 32"),
    # a subscription without an amount counts at its price, for as many users as it has seats
    ("is chatgpt plus cheaper than buying a 3090",
     "worth  --bill 20 --consider RTX 3090 best on --gpu RTX 3090 --ram 32"),
    ("we have 12 ChatGPT Plus seats, is our own server cheaper",
     "worth --workload serve-a-team --gpu none --ram 32 --users 12 --bill 240"),
    # amounts
    ("classify 5 million emails x 300 tokens with qwen3 8b on a 3090",
     "ask Qwen3 8B --gpu RTX 3090 --set prompt_tokens=300"),
    ("embed 2 million chunks of 512 tokens with bge-m3 on an rtx 3060",
     "ask bge-m3 --workload embeddings --gpu RTX 3060 12GB --set sequence_tokens=512"),
    ("qlora llama 3.1 8b on 10k examples on a 4090",
     "ask Llama 3.1 8B --workload fine-tune-qlora --gpu RTX 4090 --set data_tokens=5000000"),
    ("summarise 200 pdfs of 30 pages each with qwen3 8b on a 3060",
     "ask Qwen3 8B --workload long-documents --gpu RTX 3060 12GB --set prompt_tokens=15000"),
    ("run whisper base on 300 hours of podcasts with a 2060", "ask Whisper base --gpu RTX 2060 6GB"),
    ("how many users can a 4090 serve with llama 3.1 8b", "ask Llama 3.1 8B --workload serve-a-team --gpu RTX 4090"),
    ("3090 at 200w power limit, qwen3.6 27b speed", "ask Qwen3.6 27B --gpu RTX 3090"),
    # what it takes, without a computer
    ("how much vram do i need for qwen3 235b q4?", "needs Qwen3 235B-A22B as Q4_K_M"),
    ("how big is gemma 3 27b", "needs Gemma 3 27B"),
    # what nothing here answers
    ("musicgen or any music model on a 3060 12gb?", "told Not judged here: making music."),
    ("hunyuan3d or trellis on a 4090", "told Not judged here: making 3D models."),
)  # fmt: skip


@pytest.mark.parametrize(("words", "line"), UNDERSTOOD)
def test_a_question_of_a_forum_is_understood_with_all_that_it_says(words: str, line: str) -> None:
    assert lines_of(words) == [line]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("which gpu for qwen3 32b?", "needs Qwen3 32B"),
        ("minimum hardware to run llama 4 maverick at 10 t/s?", "needs Llama 4 Maverick at 10"),
        ("can you run kimi k2 on consumer hardware?", "needs Kimi K2 1T-A32B"),
    ],
)
def test_what_it_takes_is_told_with_complete_computers(words: str, line: str) -> None:
    needs, machines = lines_of(words)
    assert needs == line
    assert machines.startswith("machines ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("best uncensored model for a 3060 12gb", "Not judged here: whether a model refuses."),
        ("which tts can clone my voice on a 4060?",
         "Not judged here: voice cloning (Chatterbox does it; Kokoro and Piper have fixed voices)."),
        ("ollama on windows with rx 6700 xt, llama 3.1 8b",
         "Not judged here: the operating system. Answered for llama.cpp, on which Ollama is built."),
        ("i5-6500 with intel hd 530, 16gb, qwen3 4b",
         "Not known: intel hd 530, graphics of a CPU; answered without them."),
        ("5070 super 18gb qwen3 14b", "Not known: RTX 5070 Super 18GB; answered for RTX 5070."),
        ("best model for a 3090 power limited to 250 w", "Not judged: what a power limit does to the speed."),
        ("qlora llama 3.1 8b on 10k examples on a 4090", "Assumed: 500 tokens in each of the examples."),
        ("i have £800 and a 3060, power is 0.35 €/kwh", "0.35 EUR per kWh is taken as $0.3"),
        ("a complete computer for qwen3 32b, 3000 euros", "3,000 EUR is taken as $3,"),
        ("best model on a 3090, 8 hours a day at 30ct/kwh", "RTX 3090 alone 350 W, €26."),
    ],
)  # fmt: skip
def test_what_is_not_judged_or_taken_otherwise_is_said(words: str, told: str) -> None:
    plan = plan_of(words)
    assert told in " ".join(plan.notes)
    assert not plan.unknown


def test_the_cost_of_electricity_alone_is_told_without_a_ranking() -> None:
    [line] = lines_of("my electricity is 0.40€/kwh, what does running a 3090 8 hours a day cost?")
    assert line.startswith("told Electricity of the whole computer with RTX 3090, at €0.40 per kWh:")
    assert "At full load 8 hours a day: about 450 W (400 to 500 W), 110 kWh and €44" in line


def test_where_no_price_of_electricity_is_told_the_usual_one_counts() -> None:
    [line] = lines_of("how much does it cost to run a 3090 24/7")
    assert line.startswith("told Electricity of the whole computer with RTX 3090, at $")
    assert "per kWh (world average):" in line


@pytest.mark.parametrize(
    ("words", "told", "then"),
    [
        ("rent a4090 or buy one for stable diffusion 3h a week", "Rent: at 0.43 hours a day RTX 4090 costs $",
         "rank --workload pictures --limit 5 --gpu RTX 4090 --ram 32"),
        ("Rent or buy an H100 to fine-tune Llama 3.3 70B with QLoRA, 10 hours once a month?",
         "At 0.33 hours a day H100 SXM 80GB costs $",
         "ask Llama 3.3 70B --workload fine-tune-qlora --gpu H100 SXM 80GB --ram 32"),
    ],
)  # fmt: skip
def test_whether_to_rent_or_to_buy_is_told_first(words: str, told: str, then: str) -> None:
    first, second = lines_of(words)
    assert first.startswith(f"told {told}")
    assert second == then


def test_what_a_computer_costs_and_what_else_that_buys_is_told_with_it() -> None:
    price, ranked, others = lines_of("should i buy a dgx spark for fine tuning")
    assert price.startswith("told DGX Spark 128GB: $")
    assert ranked == "rank --workload fine-tune-lora --limit 10 --machine DGX Spark 128GB"
    assert others.startswith("machines ")


def test_a_speed_that_is_wanted_asks_what_it_takes() -> None:
    needs, _ = lines_of("need 100 tokens per second with qwen3 30b a3b")
    assert needs == "needs Qwen3 30B-A3B at 100"


def test_a_subscription_is_no_bill_where_nothing_is_held_against_it() -> None:
    assert lines_of("is qwen3 8b as good as chatgpt plus on my 3090") == ["ask Qwen3 8B --gpu RTX 3090"]


def test_whether_a_power_supply_feeds_the_cards_is_told_without_a_ranking() -> None:
    [line] = lines_of("is a 1000w psu enough for 2x 3090 + 5950x?")
    assert line.startswith("told Not as it is: 1,150 W is suggested for 2x RTX 3090 + Ryzen 9 5950X")
    assert "the GPUs alone take 700 W; 1,000 W is less" in line
    assert lines_of("is my 850w psu ok for a 3090?")[0].endswith("850 W is enough.")


@pytest.mark.parametrize(("gpu", "psu_w"), [("RTX 3090", 850), ("RTX 4090", 1000), ("RTX 3060 12GB", 550)])
def test_two_of_a_card_want_the_same_supply_when_bought_and_when_asked_about(
    gpu: str, psu_w: int, capsys: pytest.CaptureFixture[str]
) -> None:
    main(
        [
            "worth",
            "Llama 3.3 70B",
            "--gpu",
            gpu,
            "--ram",
            "64",
            "--psu-w",
            f"{psu_w}",
            "--consider",
            gpu,
            "--slots",
            "2",
        ]
    )
    rows = [one for one in capsys.readouterr().out.splitlines() if one.startswith(f"Add {gpu}  ")]
    [line] = lines_of(f"does {psu_w} W feed two {gpu}")
    wanted = re.search(r"([\d,]+ W) is suggested", line)
    assert wanted is not None
    assert f"  {wanted[1]} supply" in rows[0]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("is q3 of a 70b better than q8 of a 32b on 2x 3090?",
         "held Llama 3.3 70B as Q3_K_M, Qwen3 32B as Q8_0 on --gpu 2x RTX 3090"),
        ("deepseek r1 distill 32b vs qwq 32b on a 3090",
         "held DeepSeek-R1-Distill Qwen 32B, QwQ 32B on --gpu RTX 3090"),
        ("p40 24gb for 200 bucks good deal? got a ryzen 5 2600 & 16gb",
         "worth --cpu ryzen 5 2600 --ram 16 --budget 200 --consider Tesla P40 --price Tesla P40=200"),
        ("embedding model for 100gb of text on 4070", "rank --workload embeddings --limit 10 --gpu RTX 4070"),
        ("can my phone snapdragon 8 gen 3 16gb run gemma 3n",
         "told Not judged here: phones, tablets and boards smaller than a Raspberry Pi 4."),
        ("do i need 2 gpus for qwen3 32b", "needs Qwen3 32B"),
        ("how many p40 do i need for llama 3.3 70b q4", "needs Llama 3.3 70B as Q4_K_M of Tesla P40"),
        ("what's better q8 8b or q4 14b on 3060 12gb",
         "held Qwen3 8B as Q8_0, Qwen3 14B as Q4_K_M on --gpu RTX 3060 12GB"),
        ("rtx pro 4000 blackwell, qwen3 14b", "ask Qwen3 14B --gpu RTX PRO 4000 Blackwell"),
        ("rtx 5060 8gb vs 5060 ti 16gb for qwen3 8b", "held Qwen3 8B on --gpu RTX 5060 | --gpu RTX 5060 Ti 16GB"),
        ("a xeon gold 6230 x2 and 384gb ram, glm 4.6?", "ask GLM-4.6 355B-A32B --cpu 2x xeon gold 6230 --ram 384"),
        ("rtx 2000 ada laptop for coding, company wont let me use cloud",
         "rank --workload coding --limit 10 --gpu RTX 2000 Ada Laptop"),
        ("does ddr5 6000 vs 5200 matter for gpt-oss 120b with a 5070 ti",
         "held gpt-oss 120B on --gpu RTX 5070 Ti --ram 128 DDR5-6000 | --gpu RTX 5070 Ti --ram 128 DDR5-5200"),
        ("kokoro tts realtime on a pi 4?", "ask Kokoro 82M --workload speak --machine Raspberry Pi 4 4GB"),
        ("wan 2.2 with 32gb ram on a 4080", "rank --workload films --find wan 2.2 --gpu RTX 4080 --ram 32"),
    ],
)  # fmt: skip
def test_what_belongs_together_stays_together(words: str, line: str) -> None:
    assert lines_of(words) == [line]


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("claude code costs me 100€ a month, would a 5090 replace it?", "--currency EUR --bill 100"),
        ("i have 800€ and a 3060, power is 0.35 €/kwh", "--budget 800 --currency EUR --electricity 0.35"),
        ("ryzen 7 5700x, £800 for chat", "--budget 800 --currency GBP"),
    ],
)
def test_amounts_stay_in_the_currency_that_was_told(words: str, options: str) -> None:
    plan = plan_of(words)
    assert options in " ".join(lines_of(words))
    assert not any("US dollars" in note for note in plan.notes)
