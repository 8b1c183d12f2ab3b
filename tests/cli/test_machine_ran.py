"""`rig-advisor machine ran`: what a model reached here is kept, refused when it cannot be true, or questioned."""

import pytest

from advisor.cli import machine_ran
from advisor.cli.command import run_command
from advisor.facts.profile import Profile
from advisor.store.history import latest_results, load_history
from tests.fakes.machines import machine, nvidia_card

HERE = machine(gpus=(nvidia_card(),))
RAN = ["machine", "ran", "--model", "Llama-3.1-8B", "--quant", "Q4_K_M", "--tokens-per-s"]


@pytest.fixture(autouse=True)
def this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    from advisor.catalog.machine_cards import with_cards

    monkeypatch.setattr(
        machine_ran, "read_profile", lambda _, catalog: Profile(machine=with_cards(HERE, catalog), measurements=kept())
    )


def kept() -> object:
    return latest_results(load_history().record, HERE)


def test_a_run_is_kept_beside_what_was_expected(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*RAN, "71.5", "--build", "b7000"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Kept: Llama 3.1 8B as Q4_K_M on gpu0, 71.5 tokens/s. Expected were ")
    history = latest_results(load_history().record, HERE)
    assert history
    (run,) = history.own_runs
    assert (run.model_id, run.build, run.processor) == ("llama/llama-3.1-8b", "b7000", "gpu0")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ([*RAN, "900"], 1, "from a memory that delivers at most 504 GB/s. It may come from speculative decoding"),
        ([*RAN, "999999", "--prompt", "512"], 1, "TFLOPS"),
        ([*RAN, "70", "--device", "gpu3"], 1, "no device is known as 'gpu3'; known: cpu, gpu0"),
        ([*RAN, "70", "--model", "Llamma-3.1-8C"], 1, "no model is known as 'Llamma-3.1-8C'"),
        ([*RAN, "70", "--quant", "soft"], 1, "no quantization is known as 'soft'"),
        ([*RAN, "fast"], 2, "must be a number of tokens per second, 0.001 or more"),
        ([*RAN, "1e-300"], 2, "must be a number of tokens per second, 0.001 or more"),
        ([*RAN, "70", "--depth", "-1"], 2, "must be a whole number of tokens"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(arguments) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said
    assert kept() is None


def test_far_too_slow_is_kept_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*RAN, "7"]) == 0
    assert "Far below what is expected" in capsys.readouterr().out
    assert kept() is not None


@pytest.mark.parametrize(
    ("more", "limit"), [((), "from a memory that delivers at most"), (("--prompt", "512"), "FLOPS")]
)
def test_what_no_device_could_reach_is_refused_where_its_rates_are_unknown(
    more: tuple[str, ...], limit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*RAN, "900000", "--device", "cpu", *more]) == 1
    assert limit in capsys.readouterr().err
    assert kept() is None
