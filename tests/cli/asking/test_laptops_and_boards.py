"""Plain questions about laptops by their GPU, and about small boards."""

import pytest

from advisor.__main__ import main
from tests.cli.asking.understood import lines_of, plan_of

LAPTOPS = (
    ("laptop with rtx 4050 6gb and 16gb ram which llm is good", "RTX 4050 Laptop --ram 16"),
    ("which llm is good for a laptop with an RTX 4050 and 16gb ram", "RTX 4050 Laptop --ram 16"),
    ("laptop with rtx 4050 6gb vram and 16gb ram, which llm is good", "RTX 4050 Laptop --ram 16"),
    ("rtx 4050 laptop 16gb ram which llm", "RTX 4050 Laptop --ram 16"),
    ("asus tuf with rtx4050 and 16gb ddr5 which model", "RTX 4050 Laptop --ram 16 DDR5"),
    ("laptop with a geforce rtx 4050 laptop gpu 6 gb, 16 gb ddr5 ram, best model", "RTX 4050 Laptop --ram 16 DDR5"),
    ("legion with 4060 laptop gpu 8gb 16gb ram what llm", "RTX 4060 Laptop --ram 16"),
    ("laptop with 3050ti 4gb which llm", "RTX 3050 Ti Laptop"),
    ("what llm on a laptop with a 3050 Ti", "RTX 3050 Ti Laptop"),
    ("3050 ti 4gb vram 16 gb ram best llm", "RTX 3050 Ti Laptop --ram 16"),
    ("laptop i7-12700h rtx 3050 ti 4gb 16gb ram best llm", "RTX 3050 Ti Laptop --cpu i7-12700h --ram 16"),
    ("laptop with a 3050 and 16gb ram best llm", "RTX 3050 Laptop --ram 16"),
    ("laptop with a 3050 6gb and 16gb ram best llm", "RTX 3050 6GB Laptop --ram 16"),
    ("laptop with 5090 24gb, 64gb ram: which llm", "RTX 5090 Laptop --ram 64"),
    ("laptop with 4070 8gb which llm", "RTX 4070 Laptop"),
    ("notebook rtx 3080 16gb which llm", "RTX 3080 Laptop 16GB"),
    ("laptop with a 3080 8gb and 32gb ram which llm", "RTX 3080 Laptop 8GB --ram 32"),
    ("laptop gtx 1650 4gb 16gb ram best llm", "GTX 1650 Laptop --ram 16"),
    ("laptop with rtx a2000 4gb which llm", "RTX A2000 Laptop 4GB"),
    ("laptop with rtx a1000 6gb which llm", "RTX A1000 Laptop 6GB"),
    ("laptop with rtx 3500 ada 12gb which llm", "RTX 3500 Ada Laptop"),
    ("laptop with quadro t2000 4gb which llm", "Quadro T2000 Mobile"),
    ("laptop with mx450 2gb and 16gb ram which llm", "MX450 --ram 16"),
    ("which llm for a desktop with a 3050", "RTX 3050 8GB"),
)


@pytest.mark.parametrize(("words", "gpu"), LAPTOPS)
def test_a_gpu_beside_a_laptop_is_that_of_laptops_with_its_own_memory(words: str, gpu: str) -> None:
    """Those that are sold in laptops only were not known, and their memory was taken for RAM."""
    assert lines_of(words) == [f"rank --workload chat --limit 10 --gpu {gpu}"]
    assert not {"4050", "3500", "quadro t2000"} & set(plan_of(words).unknown)


def test_a_macbook_is_one_with_its_size_in_inches() -> None:
    words = "16 inch macbook pro with m4 max 48gb which llm"
    assert lines_of(words) == ["rank --workload chat --limit 10 --machine MacBook Pro M4 Max (40-core GPU) 48GB"]
    assert not plan_of(words).unknown


def test_of_several_sizes_the_least_is_assumed_and_said() -> None:
    words = "laptop with a 3080 which llm"
    assert lines_of(words) == ["rank --workload chat --limit 10 --gpu RTX 3080 Laptop 8GB"]
    assert "Assumed: RTX 3080 Laptop 8GB, the least of that name (--gpu)." in plan_of(words).notes


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("whisper tiny on a raspberry pi 4", "ask Whisper tiny --machine Raspberry Pi 4 4GB"),
        ("whisper base on my rpi4b 8gb", "ask Whisper base --machine Raspberry Pi 4 8GB"),
        ("llama 3.2 1b on a Raspberry Pi 4 Model B 8GB", "ask Llama 3.2 1B --machine Raspberry Pi 4 8GB"),
        ("raspberry pi 4 2gb for whisper tiny", "ask Whisper tiny --gpu none --cpu Raspberry Pi 4 --ram 2"),
        ("whisper tiny on a raspberry pi 400", "ask Whisper tiny --machine Raspberry Pi 400 4GB"),
        ("which llm on an orange pi 5", "rank --workload chat --limit 10 --cpu RK3588"),
        ("which llm on a rock 5b with 16gb", "rank --workload chat --limit 10 --cpu RK3588 --ram 16"),
        ("which llm can a raspberry pi run", "rank --workload chat --limit 10 --machine Raspberry Pi 5 4GB"),
        ("pi 4b 4gb vs pi 5 8gb for whisper base",
         "held Whisper base on --machine Raspberry Pi 4 4GB | --machine Raspberry Pi 5 8GB"),
        ("which whisper model can my raspberry pi 4 run in real time",
         "rank --workload speech --find whisper --machine Raspberry Pi 4 4GB"),
        ("best whisper model for a 3090", "rank --workload speech --find whisper --gpu RTX 3090"),
    ],
)  # fmt: skip
def test_a_board_of_the_list_is_judged(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_of_a_board_of_several_sizes_the_least_is_assumed_and_said() -> None:
    told = plan_of("whisper tiny on a raspberry pi 4").notes
    assert "Assumed: Raspberry Pi 4 4GB, the least of that name (--machine)." in told


@pytest.mark.parametrize(
    "one", ["an ESP32", "my iphone 15", "a raspberry pi zero 2 w", "a raspberry pi 3", "a pi zero"]
)
def test_what_is_too_small_is_not_judged(one: str) -> None:
    assert lines_of(f"which llm on {one}") == [
        "told Not judged here: phones, tablets and boards smaller than a Raspberry Pi 4."
    ]


@pytest.mark.parametrize("words", ["can i use my ps5 to run an llm", "which llm on an xbox series x"])
def test_a_console_runs_none(words: str) -> None:
    assert lines_of(words)[0].startswith("told No: a console installs no such programs")


def test_a_computer_by_a_name_of_several_is_told_with_these(capsys: pytest.CaptureFixture[str]) -> None:
    """Those of another name were told first."""
    assert main(["rank", "--machine", "Raspberry Pi 4"]) == 1
    assert "Raspberry Pi 4 4GB, Raspberry Pi 4 8GB." in capsys.readouterr().err
