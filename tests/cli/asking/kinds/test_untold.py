"""`rig-advisor ask` about training a model that draws: by the memory that is published for it."""

import pytest

from advisor.__main__ import main

Said = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("can i train a flux lora on 12gb vram", "Yes: a LoRA of FLUX.1 dev: with what saves memory 8 GB are enough"),
        ("train a lora for flux on a 3060 12gb possible?", "Yes: a LoRA of FLUX.1 dev: with what saves memory 8 GB"),
        ("sdxl lora training on a 3090", "Yes: a LoRA of Stable Diffusion XL: 10 GB of VRAM are enough"),
        ("flux lora training on a gtx 1660 6gb", "No: a LoRA of FLUX.1 dev needs 24 GB of VRAM, or 8 GB with all"),
        ("train a flux lora on a mac studio m2 ultra 64gb", "Unknown: How fast FLUX.1 dev is trained"),
    ],
)
def test_whether_it_can_be_trained_is_said_by_its_memory(words: str, first: str, capsys: Said) -> None:
    main(["ask", words])
    told = capsys.readouterr().out
    assert told.startswith(first)
    if first.startswith("Yes"):
        assert "sd-scripts" in told
        assert "How long it takes is not predicted." in told
    if "saves memory 8" in first:
        assert "--fp8_base" in told
