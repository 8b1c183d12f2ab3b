"""`rig-advisor ask` where a family of models is named alone: a sentence that answers stands before the list."""

import pytest

from advisor.__main__ import main
from tests.answer_lines import Said, answer_lines
from tests.cli.asking.understood import lines_of


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("dual xeon e5-2690 v4 with 256gb ddr4, can it do deepseek", "A small one: DeepSeek-"),
        ("can a 3090 run deepseek", "A small one: DeepSeek-R1-Distill Qwen 32B as Q4_K_M (great, "),
        ("will kimi run on 4x rtx pro 6000", "Yes: Kimi "),
        ("can my macbook air m2 16gb run deepseek", "Only small ones, which can do little: DeepSeek-R1-"),
        ("kimi on a 4gb gtx 1650 with 8gb ram, possible?", "No: none of kimi runs here."),
    ],
)
def test_whether_it_runs_is_said_first(words: str, first: str, capsys: Said) -> None:
    main(["ask", words])
    assert capsys.readouterr().out.startswith(first)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (
            "wan 2.2 on rx 7900 xtx, does it work and how long",
            "Yes: Wan 2.2 T2V A14B Lightning as Q4_K_M (great, 2 min 52 s), in few steps; Wan 2.2 T2V A14B in all",
        ),
        ("can a 3090 do wan 2.2", "Yes: Wan 2.2 T2V A14B Lightning as "),
        ("wan 2.2 on a 4070 ti super possible?", "Yes: Wan 2.2 T2V A14B Lightning as "),
    ],
)
def test_a_form_in_few_steps_is_the_same_model(words: str, first: str, capsys: Said) -> None:
    """The first sentence named a small one, and the first row a large one that runs well."""
    main(["ask", words])
    assert capsys.readouterr().out.startswith(first)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("deepseek r1 on my 3090", "DeepSeek-R1-Distill Qwen 32B as Q4_K_M (great, "),
        ("run deepseek r1 on a macbook air m2 16gb", "DeepSeek-R1-Distill Qwen 14B as Q4_K_M (slow, "),
        ("can an rtx 3060 12gb run deepseek r1?", "DeepSeek-R1-0528 Qwen3 8B as "),
    ],
)
def test_smaller_models_that_go_by_the_name_of_one_that_does_not_run_are_named(
    words: str, told: str, capsys: Said
) -> None:
    first = answer_lines(capsys, words)[0]
    assert first.startswith(f"Smaller ones go by that name, too: {told}")
    assert first.endswith("tokens/s), another model that imitates it.")


def test_a_model_that_is_named_whole_stands_for_itself_alone(capsys: Said) -> None:
    assert answer_lines(capsys, "deepseek r1 671b on my 3090")[0].startswith("Won't run: ")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "best qwen3 for 128k context on 24gb",
            "ask  --workload chat --gpu RTX 3090 --context 128k of qwen3",
        ),
        ("which qwen3 should I run on a 3060 12gb", "rank --workload chat --find qwen3 --gpu RTX 3060 12GB"),
        ("what gemma 3 fits in 12gb vram", "rank --workload chat --find gemma 3 --gpu RTX 3060 12GB"),
        ("largest gemma 3 on a 4060 ti 16gb", "rank --workload chat --find gemma 3 --gpu RTX 4060 Ti 16GB"),
        ("best qwen3 8b quant for a 3060 12gb", "ask Qwen3 8B --gpu RTX 3060 12GB"),
    ],
)
def test_the_best_of_a_family_is_none_of_its_sizes_before_it_is_ranked(words: str, line: str) -> None:
    assert lines_of(words) == [line]


def test_a_model_that_is_stretched_names_its_later_release(capsys: Said) -> None:
    main(["ask", "Qwen3 30B A3B", "--context", "131072", "--gpu", "RTX 3090", "--ram", "32"])
    told = capsys.readouterr().out
    assert "Qwen3 30B-A3B 2507 is made for more: ask about that." in told
    main(["ask", "Qwen3 8B", "--context", "131072", "--gpu", "RTX 3090", "--ram", "32"])
    assert "is made for more" not in capsys.readouterr().out
