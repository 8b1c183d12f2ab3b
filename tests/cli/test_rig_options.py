"""A computer by its parts, for every command about a rig: what is not named is assumed and said."""

import argparse
import csv
import io
import json
from pathlib import Path

import pytest

from advisor.__main__ import main
from advisor.answer.request.part_of_server import part_of_name
from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.frame.rig_options import add_rig_options, asked_rig
from advisor.facts.answers.answer import Comparison
from advisor.facts.answers.ranking import Ranking
from advisor.facts.values.units import GIB

Said = pytest.CaptureFixture[str]


def ranking(said: Said, *arguments: str) -> Ranking:
    assert main(["rank", "--limit", "3", "--json", *arguments]) == 0
    return Ranking.model_validate_json(said.readouterr().out)


@pytest.mark.parametrize(
    "parts",
    [
        ("--gpu", "RTX 3060 12GB", "--ram", "32"),
        ("--gpu", "2x RTX 3090"),
        ("--gpu", "RTX 3090", "--gpu", "RTX 3060 12GB"),
        ("--gpu", "RTX 3090 + RTX 3060 12GB"),
        ("--gpu", "M4 Max"),
        ("--gpu", "M4 Max 64GB"),
        ("--cpu", "M4 Max", "--ram", "48", "--unified"),
        ("--gpu", "Strix Halo", "--ram", "96GB"),
        ("--gpu", "Radeon 780M", "--ram", "32 GiB"),
        ("--gpu", "none"),
        ("--cpu", "Ryzen 5 5600G", "--ram", "16"),
        ("--cpu", "2x EPYC 9334", "--ram", "768"),
    ],
)
def test_parts_as_people_write_them_make_a_computer(parts: tuple[str, ...], capsys: Said) -> None:
    found = ranking(capsys, *parts)
    assert {one.usability for one in found.models} <= {"great", "fine"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("2x RTX 3090", "2 x RTX 3090"),
        ("2 x 3090", "2 x RTX 3090"),
        ("2x3090", "2 x RTX 3090"),
        ("RTX 3090 x2", "2 x RTX 3090"),
        ("RTX 3090 2x", "2 x RTX 3090"),
        ("two RTX 3090s", "2 x RTX 3090"),
        ("dual 3090", "2 x RTX 3090"),
        ("7900 xtx", "RX 7900 XTX"),
        ("7900xt", "RX 7900 XT"),
        ("7900 xtx + 3090", "RX 7900 XTX, RTX 3090"),
    ],
)
def test_cards_are_counted_as_people_count_them(name: str, told: str, capsys: Said) -> None:
    assert main(["ask", "Qwen3 8B", "--gpu", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rig"] == told


def test_what_was_not_named_is_said(capsys: Said) -> None:
    whole = ("--gpu", "RTX 3090", "--ram", "2x16 DDR4-3200", "--cpu", "Ryzen 7 5800X")
    assert ranking(capsys, *whole).notes == ()
    (note,) = ranking(capsys, "--gpu", "RTX 3090").notes
    assert note == "Assumed: 32 GB of RAM (--ram); RAM at 60 GB/s (--cpu); 2 sticks of 16 GB DDR5."
    (note,) = ranking(capsys, "--gpu", "RTX 4070", "--ram", "32", "--cpu", "Ryzen 7 5800X").notes
    sticks = "2 sticks of 16 GB DDR4-3200"
    assert note == f"Assumed: RTX 4070 with GDDR6X memory; it is also sold with GDDR6; {sticks}."
    note, programs = ranking(capsys, "--gpu", "M4 Max (40-core GPU)").notes
    assert programs.startswith("Programs for M4 Max (40-core GPU): ")
    assert "the least that M4 Max (40-core GPU) is sold with" in note


MIXTURE = ("Qwen3.6 35B-A3B", "--gpu", "none")
CPU = (*MIXTURE, "--cpu", "Ryzen 7 7800X3D")


def test_one_stick_reads_at_half_the_speed_of_two_and_faster_sticks_at_more(capsys: Said) -> None:
    one = speed(capsys, *CPU, "--ram", "1x32 DDR5-4800")
    two, fast = (speed(capsys, *CPU, "--ram", f"2x16 DDR5-{rate}") for rate in (4800, 6000))
    assert two / one == pytest.approx(2, rel=0.1)
    assert 1.05 < fast / two < 1.3
    inside = [speed(capsys, "Qwen3 8B", "--gpu", "RTX 3090", "--ram", ram) for ram in ("1x32", "2x16")]
    assert inside[0] == inside[1]


def test_the_slot_of_an_old_cpu_is_slower_for_prompts_of_a_model_in_ram(capsys: Said) -> None:
    """Experts in RAM came over PCIe 4.0 x16 behind a Core i7-6700K, which has 3.0."""
    asked = ("--gpu", "RTX 4090", "--ram", "64", "--json")

    def first_word_s(model: str, cpu: str) -> float:
        main(["ask", model, "--set", "prompt_tokens=8000", *asked, "--cpu", cpu])
        return float(json.loads(capsys.readouterr().out)["first_token_s"])

    old, new = (first_word_s("gpt-oss 120b", cpu) for cpu in ("Core i7-6700K", "Ryzen 9 7950X"))
    assert 1.6 < old / new < 2.1
    inside = [first_word_s("Qwen3 8B", cpu) for cpu in ("Core i7-6700K", "Ryzen 9 7950X")]
    assert inside[0] == pytest.approx(inside[1])


@pytest.mark.parametrize("ram", ["32 GB DDR5-4800, one stick", "1 x 32 GB DDR5-4800", "DDR5-4800 1x32GB"])
def test_sticks_are_named_in_any_order(ram: str, capsys: Said) -> None:
    assert speed(capsys, *CPU, "--ram", ram) == speed(capsys, *CPU, "--ram", "1x32 DDR5-4800")


def test_memory_behind_the_name_of_a_cpu_counts_and_other_words_are_said(capsys: Said) -> None:
    """One stick behind the CPU's name was swallowed, with the card of that CPU."""
    behind = (*MIXTURE, "--cpu", "Ryzen 7 7800X3D, one stick DDR5-4800", "--ram", "32")
    assert speed(capsys, *behind) == speed(capsys, *CPU, "--ram", "1x32 DDR5-4800")
    (note,) = ranking(capsys, "--gpu", "none", "--cpu", "Ryzen 7 7800X3D banana", "--ram", "2x16 DDR5-5200").notes
    assert note == 'Not understood behind the CPU\'s name and left out: "banana".'
    plain = ("--gpu", "none", "--cpu", "AMD Ryzen 7 7800X3D 8-Core Processor", "--ram", "2x16 DDR5-5200")
    assert ranking(capsys, *plain).notes == ()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("--gpu", "2x RTX 3090", "--ram", "64"), ("--gpu", "RTX 3090", "--ram", "64")),
        (("--gpu", "RTX 3090", "--ram", "64"), ("--gpu", "RTX 3090", "--ram", "16")),
        (("--gpu", "RTX 3060 12GB", "--ram", "32"), ("--gpu", "none", "--ram", "32")),
        (("--gpu", "M4 Max", "--ram", "128"), ("--gpu", "M4 Max", "--ram", "48")),
    ],
)
def test_more_never_gets_a_smaller_promise(better: tuple[str, ...], worse: tuple[str, ...], capsys: Said) -> None:
    lights = ["great", "fine", "slow", "unknown", "wont_run"]
    for model in ("Qwen3 8B", "gpt-oss 20B", "Llama 3.3 70B"):
        places = []
        for parts in (better, worse):
            main(["ask", model, *parts, "--json"])
            places.append(lights.index(json.loads(capsys.readouterr().out)["usability"]))
        assert places[0] <= places[1]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (["--gpu", "banana"], "no GPU is known as 'banana'"),
        (["--gpu", "RTX 3009"], "nearest known: RTX 3090"),
        (["--gpu", ""], "no GPU is known as ''"),
        (["--gpu", "\x1b[2J"], "no GPU is known"),
        (["--gpu", "99x RTX 3090"], "1 to 16 GPUs, not 99"),
        (["--gpu", "none", "--gpu", "RTX 3090"], "--gpu none says that there is no GPU"),
        (["--gpu", "none", "--unified"], "--gpu none says that there is no GPU"),
        (["--gpu", "RTX 3090", "--unified"], "RTX 3090 has memory of its own"),
        (["--gpu", "Radeon 780M", "--unified"], "Radeon 780M uses the RAM beside it"),
        (["--unified"], "no chip is named"),
        (["--gpu", "2x M4 Max"], "one GPU that shares its memory"),
        (["--gpu", "M4 Max", "--ram", "512"], "sold with at most 128 GB"),
        (["--cpu", "banana"], "no CPU is known as 'banana'; without --cpu a usual one is assumed"),
        (["--cpu", ""], "no CPU is known as ''"),
        (["--ram", "banana"], 'for example "2x16 DDR5-6000"'),
        (["--ram", "DDR5-4800"], "must be 0.5 to 65536 GB"),
        (["--gpu", "M4 Max", "--ram", "2x32"], "has no sticks, only give the size: --ram 64"),
        (["--ram", "nan"], "must be 0.5 to 65536 GB"),
        (["--ram", "1e308"], "must be 0.5 to 65536 GB"),
        (["--ram", "0"], "must be 0.5 to 65536 GB"),
        (["--machine", "x.json", "--gpu", "RTX 3090"], "--machine names a whole computer"),
    ],
)
@pytest.mark.parametrize(("command", "code"), [(["rank"], 2), (["ask", "Qwen3 8B"], 64)])
def test_parts_that_there_are_not_or_that_contradict_are_one_sentence(
    command: list[str], code: int, parts: list[str], sentence: str, capsys: Said
) -> None:
    assert main([*command, *parts]) == code
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_worth_and_report_take_parts(tmp_path: Path, capsys: Said) -> None:
    parts = ["--gpu", "RTX 3060 12GB", "--ram", "16", "--cpu", "Ryzen 5 5600G"]
    assert main(["worth", "--model", "Qwen3 8B", *parts, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {"candidate", "kind", "tokens_per_s", "cost_usd"} <= set(rows[0])
    assert main(["report", "--output", str(tmp_path / "x.md"), "--model", "Qwen3 8B", *parts]) == 0
    text = (tmp_path / "x.md").read_text(encoding="utf-8")
    assert "RTX 3060 12GB" in text
    assert "Ryzen 5 5600G" in text


def test_compare_sets_a_computer_of_parts_beside_others(capsys: Said) -> None:
    question = ["compare", "Mac mini M4 Pro 64GB", "--model", "Qwen3 8B", "--gpu", "RTX 3090", "--ram", "32"]
    assert main([*question, "--json"]) == 0
    rows = Comparison.model_validate_json(capsys.readouterr().out).rows
    assert [one.id for one in rows] == ["Mac mini M4 Pro 64GB", "RTX 3090, 32 GB RAM"]
    assert main([*question, "--csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["id"] for row in table] == [one.id for one in rows]
    assert main(["compare", "--model", "Qwen3 8B"]) == 2


def test_the_first_of_a_ranking_as_csv(capsys: Said) -> None:
    assert main(["rank", "--gpu", "2x RTX 3090", "--limit", "5", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 5
    told = ranking(capsys, "--gpu", "2x RTX 3090").models
    assert [row["model"] for row in rows][:3] == [one.model for one in told]
    assert {row["usability"] for row in rows} <= {"great", "fine"}
    assert all(one.released for one in told)
    assert main(["rank", "--limit", "0"]) == 2


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("DGX Spark", "Assumed: DGX Spark 128GB."),
        ("MacBook Air M2 8GB", 'Assumed: MacBook Air M2 8GB as --gpu "MacBook Air M2" --ram 8 --unified.'),
        ("Mac Studio M2 Ultra 192GB", 'Assumed: Mac Studio M2 Ultra 192GB as --gpu "Mac Studio M2 Ultra" --ram 192'),
    ],
)
def test_a_computer_without_a_card_is_found_by_its_only_name_or_its_chip(name: str, note: str, capsys: Said) -> None:
    said, *programs = ranking(capsys, "--machine", name).notes
    assert all(one.startswith("Programs for ") for one in programs)
    assert said.startswith(note)


def test_a_mac_named_without_the_cores_of_its_chip_is_the_least_of_that_name(capsys: Said) -> None:
    assert main(["ask", "Qwen3.5 9B", "--machine", "Mac mini M4 Pro 48GB"]) == 0
    assert "Mac mini M4 Pro (16-core GPU) 48GB, the least of that name" in capsys.readouterr().out


def test_a_name_of_several_computers_or_none_is_refused_with_those_known(capsys: Said) -> None:
    assert main(["rank", "--machine", "Mac mini"]) == 1
    assert "Mac mini M5" in capsys.readouterr().err
    assert main(["rank", "--machine", "no such computer 9000"]) == 1


def test_gpus_that_are_named_as_a_computer_are_told_their_option(capsys: Said) -> None:
    assert main(["rank", "--machine", "RTX 3090 24GB"]) == 2
    assert 'say --gpu "RTX 3090 24GB" in place of --machine' in capsys.readouterr().err


def test_a_cpu_is_no_computer(capsys: Said) -> None:
    assert main(["rank", "--machine", "Ryzen AI 9 HX 370"]) == 2
    assert 'say --cpu "Ryzen AI 9 HX 370" in place of --machine' in capsys.readouterr().err


def test_graphics_inside_a_processor_that_may_be_several_are_assumed_and_said(capsys: Said) -> None:
    (note,) = ranking(capsys, "--gpu", "Iris Xe", "--ram", "16", "--cpu", "i7-1165G7").notes
    assert note.startswith("Assumed: Iris Xe may also be ")


@pytest.mark.parametrize("cpu", ["4 vCPU EPYC 7763", "EPYC 7763 (4 vCPU)", "EPYC 7763", "VPS 4 vCPU"])
def test_a_part_of_a_server_does_not_read_as_fast_as_the_whole_server(cpu: str, capsys: Said) -> None:
    asked = ("Qwen3 1.7B", "--quant", "Q4_K_M", "--gpu", "none")
    whole, part = (
        speed(capsys, *asked, "--cpu", "EPYC 7763", "--ram", "512"),
        speed(capsys, *asked, "--cpu", cpu, "--ram", "8"),
    )
    assert part < whole / 4


@pytest.mark.parametrize(
    ("cpu", "part"),
    [
        ("QEMU Virtual CPU version 2.5+", "8 vCPU"),
        ("Common KVM processor", "8 vCPU"),
        ("Intel Xeon Processor (Skylake, IBRS)", "8 vCPU"),
        ("Intel Core Processor (Haswell, no TSX)", "8 vCPU"),
        ("AMD EPYC-Milan Processor", "8 vCPU EPYC 7003"),
        ("AMD EPYC Processor (with IBPB)", "8 vCPU EPYC 7001"),
    ],
)
def test_a_name_that_a_virtual_machine_shows_is_a_part_of_a_server(cpu: str, part: str, capsys: Said) -> None:
    assert main(["rank", "--gpu", "none", "--ram", "16", "--limit", "1", "--cpu", cpu]) == 0
    said = capsys.readouterr().out
    assert f'8 vCPUs (--cpu "{part}")' in said
    assert "other tenants decide" in said


@pytest.mark.parametrize("cpu", ["AMD EPYC 7763 64-Core Processor", "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"])
def test_a_processor_of_its_own_name_is_no_part(cpu: str) -> None:
    assert part_of_name(cpu) is None


@pytest.mark.parametrize(
    ("gpu", "assumed"),
    [("RX 580", "4 and 8 GB: 8 GB"), ("A770", "8 and 16 GB: 16 GB"), ("RX 6500 XT", "4 and 8 GB: 4 GB")],
)
def test_of_a_board_in_two_sizes_of_one_month_the_larger_is_assumed_and_said(
    gpu: str, assumed: str, capsys: Said
) -> None:
    assert main(["rank", "--gpu", gpu, "--cpu", "Ryzen 5 2600", "--ram", "16", "--limit", "1"]) == 0
    assert f"{gpu} comes with {assumed} assumed" in capsys.readouterr().out


def test_more_virtual_processors_are_faster_and_what_nobody_knows_is_said(capsys: Said) -> None:
    asked = ("Qwen3 1.7B", "--quant", "Q4_K_M", "--gpu", "none", "--ram", "16", "--cpu")
    few, many = (speed(capsys, *asked, f"{count} vCPU EPYC 7763") for count in (2, 8))
    assert few < many
    assert main(["ask", *asked, "EPYC 7763"]) >= 0
    assert "cannot fill 8 memory channels" in capsys.readouterr().out


def speed(capsys: Said, *arguments: str) -> float:
    main(["ask", *arguments, "--json"])
    return float(json.loads(capsys.readouterr().out)["tokens_per_s"])


@pytest.mark.parametrize("rig", [("--machine", "Raspberry Pi 5 4GB"), ("--cpu", "N100", "--ram", "4")])
def test_four_gib_run_small_models(rig: tuple[str, ...], capsys: Said) -> None:
    best = ranking(capsys, *rig).models[0]
    assert best.fit in ("fits", "tight")
    assert best.usability == "great"
    assert (best.memory_bytes or 0) < 3 * GIB


@pytest.mark.parametrize(("ram", "rate"), [("32", "60 GB/s"), ("32 DDR4", "51 GB/s"), ("16 DDR3", "26 GB/s")])
def test_the_kind_of_ram_that_is_named_bounds_its_speed(
    ram: str, rate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """DDR4 was taken to be faster than any desktop's is."""
    main(["ask", "Qwen3 32B", "--gpu", "RTX 3060 12GB", "--ram", ram])
    assert f"RAM at {rate}" in capsys.readouterr().out


def test_a_single_stick_is_one_and_a_board_of_one_size_needs_no_assumption(capsys: pytest.CaptureFixture[str]) -> None:
    main(["ask", "Qwen3 4B", "--gpu", "none", "--cpu", "N100", "--ram", "16"])
    assert "1 stick of 16 GB" in capsys.readouterr().out
    main(["ask", "Qwen3 4B", "--gpu", "Jetson AGX Orin 64GB"])
    assert "Assumed" not in capsys.readouterr().out
    main(["ask", "Qwen3 4B", "--gpu", "Steam Deck"])  # its memory is soldered beside the chip
    assert "stick" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("cpu", "graphics"),
    [
        ("Ryzen 7 7840U", "Radeon 780M"),
        ("Core Ultra 7 155H", "Arc Graphics 128EU"),
        ("Ryzen 7 6800H", "Radeon 680M"),
        ("Core i5-12400F", None),
        ("Ryzen 7 5800X", None),
        ("2x EPYC 9334", None),
    ],
)
def test_a_cpu_brings_the_graphics_in_it_unless_there_are_none(cpu: str, graphics: str | None) -> None:
    def gpus(*arguments: str) -> list[str | None]:
        parser = argparse.ArgumentParser()
        add_rig_options(parser)
        asked = asked_rig(parser.parse_args(["--cpu", cpu, "--ram", "64", *arguments]), load_catalog())
        return [one.name.value for one in asked.profile.machine.gpus]

    assert gpus() == ([graphics] if graphics else [])
    assert gpus("--gpu", "none") == []


def test_graphics_that_a_cpu_brings_make_no_answer_slower(capsys: Said) -> None:
    """Tiny ones are there for a picture on the screen: then the CPU alone is what one runs."""
    for cpu in ("Core i5-14600K", "Ryzen 7 7700X", "Ryzen 7 7840U"):
        alone = speed(capsys, *MIXTURE, "--cpu", cpu, "--ram", "64")
        assert speed(capsys, MIXTURE[0], "--cpu", cpu, "--ram", "64") >= alone


@pytest.mark.parametrize(
    ("cpu", "ram", "kind"),
    [
        ("Ryzen 9 9950X", "2x64", "DDR5-5600"),
        ("Ryzen 9 9950X", "4x32", "DDR5-3600"),
        ("EPYC 9354", "256", "8 sticks of 32 GB DDR5-4800"),
        ("EPYC 9354", "500 DDR5", "DDR5-4800"),
        ("Ryzen 7 7700", "256", "4 sticks of 64 GB DDR5-3600"),
        ("Core Ultra 7 265K", "4x16", "DDR5-4800"),
        ("Core Ultra 7 265K", "4x32", "DDR5-4400"),
        ("Ryzen 9 5950X", "4x32", "DDR4-3200"),
        ("Threadripper 7960X", "4x32", "DDR5-5200"),
    ],
)
def test_two_sticks_of_ddr5_in_a_channel_run_as_slow_as_the_maker_states(
    cpu: str, ram: str, kind: str, capsys: Said
) -> None:
    main(["ask", "Qwen3 4B", "--gpu", "none", "--cpu", cpu, "--ram", ram])
    assert f"Assumed: {kind}." in capsys.readouterr().out


def test_two_sticks_of_ddr5_in_a_channel_write_slower_unless_their_rate_is_told(capsys: Said) -> None:
    where = (*MIXTURE, "--cpu", "Ryzen 9 9950X", "--ram")
    assert speed(capsys, *where, "4x32") < 0.75 * speed(capsys, *where, "2x64")
    assert speed(capsys, *where, "4x32 DDR5-5600") == speed(capsys, *where, "2x64 DDR5-5600")
