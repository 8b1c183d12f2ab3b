"""`rig-advisor mcp` as an agent uses it, with the client of the SDK."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from advisor.__main__ import main
from advisor.facts.answers.ask import AskAnswer
from advisor.facts.answers.ranking import Ranking
from advisor.facts.machine.machine import Machine

WITHOUT_SDK = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "mcp" else found(name, *rest)
from advisor.__main__ import main
sys.exit(main(["mcp"]))
"""


def with_server(use: Callable[[Any], Any]) -> Any:
    """What a session with a server of its own comes to."""
    mcp = pytest.importorskip("mcp")
    from mcp.client.stdio import stdio_client

    async def session() -> Any:
        server = mcp.StdioServerParameters(command=sys.executable, args=["-m", "advisor", "mcp"])
        with open(os.devnull, "w", encoding="utf-8") as nowhere:  # its default is what stderr was when it was loaded
            async with stdio_client(server, errlog=nowhere) as streams, mcp.ClientSession(*streams) as client:
                await client.initialize()
                return await use(client)

    return asyncio.run(session())


def called(*calls: tuple[str, dict[str, object]]) -> list[Any]:
    async def use(client: Any) -> list[Any]:
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    found: list[Any] = with_server(use)
    return found


def test_an_agent_is_told_what_it_can_ask() -> None:
    async def use(client: Any) -> Any:
        return await client.list_tools()

    tools = {one.name: one for one in with_server(use).tools}
    assert set(tools) == {"detect", "ask", "rank", "worth"}
    assert tools["ask"].inputSchema["required"] == ["model"]
    assert all(one.description for one in tools.values())


def test_an_agent_gets_the_documents_of_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    pc: dict[str, object] = {"gpu": "RTX 3060 12GB", "ram_gb": 32}
    machine, answer, again, ranking, verdict = called(
        ("detect", {}),
        ("ask", {"model": "gpt-oss 20b", "context_tokens": 16384, "workload": "coding", **pc}),
        ("ask", {"model": "gpt-oss 120b", **pc}),
        ("rank", {"limit": 2, **pc}),
        ("worth", {"model": "Qwen3 8B", **pc}),
    )
    assert not any(one.isError for one in (machine, answer, again, ranking, verdict))
    assert Machine.model_validate(machine.structuredContent, strict=False)
    parts = ["--gpu", "RTX 3060 12GB", "--ram", "32"]
    assert main(["ask", "gpt-oss 20b", "--context", "16k", "--workload", "coding", *parts, "--json"]) == 0
    assert AskAnswer.model_validate_json(capsys.readouterr().out).model_dump(mode="json") == answer.structuredContent
    assert again.structuredContent["usability"] == "wont_run"
    assert len(Ranking.model_validate_json(ranking.content[0].text).models) == 2
    assert verdict.structuredContent["verdict"] in ("yes", "no", "depends")


def test_what_cannot_be_answered_is_one_sentence() -> None:
    unknown, option, absurd = called(
        ("ask", {"model": "no such thing 9000"}),
        ("ask", {"model": "--help"}),
        ("rank", {"ram_gb": 1e308}),
    )
    for found, sentence in ((unknown, "no model is known"), (option, "no model is known"), (absurd, "must be 0.5")):
        assert found.isError
        assert sentence in found.content[0].text
        assert "\n" not in found.content[0].text


def test_an_agent_can_name_no_share_of_another_computer_and_no_text_without_end() -> None:
    share, machine, endless, after = called(
        ("ask", {"model": r"\\host\share\a.gguf"}),
        ("rank", {"machine": "//host/share/a.rig"}),
        ("ask", {"model": "Qwen3 8B", "workload": "(" * 1_000_000, "gpu": "RTX 3090"}),
        ("rank", {"limit": 0, "gpu": "RTX 3090"}),
    )
    assert [one.isError for one in (share, machine, endless, after)] == [True, True, True, False]
    assert len(after.structuredContent["models"]) <= 100
    for found, sentence in ((share, "only files on this computer"), (machine, "only files"), (endless, "longer than")):
        assert sentence in found.content[0].text


def test_an_agent_that_goes_ends_the_server_without_a_fault() -> None:
    pytest.importorskip("mcp")
    command = [sys.executable, "-m", "advisor", "mcp"]
    found = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")
    assert "fault" not in found.stderr


def test_without_the_sdk_one_sentence_says_how_to_get_it() -> None:
    found = subprocess.run([sys.executable, "-c", WITHOUT_SDK], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stdout == ""
    assert 'pip install "rig-advisor[mcp]"' in found.stderr
    assert found.stderr.count("\n") == 1
