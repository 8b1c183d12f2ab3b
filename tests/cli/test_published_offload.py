"""Published speeds of models in main memory: what is read from the rows, and how far the answers may lie from them."""

from pathlib import Path

import pytest

from advisor.catalog.cards.catalog import load_catalog
from advisor.cli.published import score
from advisor.cli.published_offload import offload_cases

DATA = Path(__file__).parents[3] / "shared" / "data"
ROWS = """case,hardware,model,config,fraction_on_gpu,decode_tok_s
ngl sweep,RTX 5060 Ti 16GB (PCIe3 x8) + i7-8700 DDR4-2400 dual (38.4 GB/s),Qwen2.5-Coder-14B Q4_K_M,ngl 8,0.17,3.4
CPU threads,i7-8700,Qwen2.5-Coder-3B,1/2 threads,0,5.64/9.15
KTransformers,4090D 24GB + 2x Xeon 6454S 16ch DDR5-4800,DeepSeek-V3 671B Q4_K_M,8 experts single socket,,8.73
PCIe,8x RTX 4090 PCIe4 x16,,nvbandwidth,,
"""
REACH = {
    "offload, layers in main memory": 0.10,
    "offload, all on the card": 0.05,
    "offload, processor by threads": 0.10,
    "offload, experts in main memory": 0.20,
}
"""Error of the middle row that each group must stay below; to the next whole percent."""


def test_rows_become_questions(tmp_path: Path) -> None:
    table = tmp_path / "offload_published.csv"
    table.write_text(ROWS, encoding="utf-8")
    layers, one, two, experts = offload_cases(table)
    assert layers.request["gpu_layers"] == 8
    assert layers.request["host"] == {"cpu": "i7-8700", "memory_bandwidth_gb_per_s": 38.4}
    assert (one.request["threads"], one.measured, two.measured) == (1, 5.64, 9.15)
    assert experts.request["host"] == {"cpu": "Xeon 6454S", "memory_bandwidth_gb_per_s": 307.2}
    assert experts.request["engine"] == "KTransformers"


def test_the_middle_rows_are_in_reach() -> None:
    table = DATA / "offload_published.csv"
    if not table.is_file():
        pytest.skip("no shared folder")
    catalog = load_catalog()
    scored = [score(case, catalog) for case in offload_cases(table)]
    for group, most in REACH.items():
        errors = sorted(one.error for one in scored if one.case.group == group and one.error is not None)
        assert len(errors) >= 3
        assert errors[len(errors) // 2] < most + 0.005, group
