"""A virtual machine is so many threads of a server, and what it has is main memory."""

import pytest

from tests.cli.asking.understood import lines_of, plan_of


@pytest.mark.parametrize(
    ("words", "cpu", "ram"),
    [
        ("My 8GB VM with 2 cores, which model can I run?", "2 vCPU", "8"),
        ("virtual machine with 2 vCPU and 8 GB RAM, which model can I run?", "2 vCPU", "8"),
        ("which model can I run on my VPS with 4 vCPUs and 16 GB?", "4 vCPU", "16"),
        ("best model for a quad-core proxmox vm, 12 GB RAM", "4 vCPU", "12"),
        ("what runs on a 16gb droplet with 8 cpus", "8 vCPU", "16"),
        ("can a cloud server with 4 virtual cores and 32 GB of RAM run Qwen3 8B", "4 vCPU", "32"),
        ("Qwen3 4B on 4 vCPU of an EPYC 7763 with 16 GB", "4 vCPU EPYC 7763", "16"),
        ("best LLM for a VPS with 8 GB RAM?", "VPS", "8"),
    ],
)
def test_its_cores_are_threads_and_its_memory_is_ram(words: str, cpu: str, ram: str) -> None:
    [line] = lines_of(words)
    assert f"--cpu {cpu} --ram {ram}" in line
    assert "--gpu" not in line
    assert not plan_of(words).unknown


@pytest.mark.parametrize(
    "words", ["Qwen3 8B on my RTX 3090 while running a VM", "RTX 3090 and a few VMs on one box, which model?"]
)
def test_one_that_runs_beside_it_is_no_computer_of_its_own(words: str) -> None:
    assert "--cpu" not in lines_of(words)[0]
