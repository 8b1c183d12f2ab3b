"""Tools of the system: answers, errors, silence."""

import sys
import time

import pytest

from advisor.run.tool import ToolError, run_tool


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_what_a_tool_prints_comes_back_in_the_c_locale() -> None:
    assert run_tool(python("import os; print(os.environ['LC_ALL'])"), limit_s=20).strip() == "C"


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert "\ufffd" in run_tool(python("import os; os.write(1, b'\\xff ok')"), limit_s=20)


def test_a_missing_tool_is_a_sentence() -> None:
    with pytest.raises(ToolError, match=r"no-such-tool could not be started \(No such file"):
        run_tool(["/nowhere/no-such-tool"], limit_s=1)


def test_an_error_without_output_is_a_sentence_and_with_output_an_answer() -> None:
    with pytest.raises(ToolError, match=r"ended with an error \(9\)"):
        run_tool(python("raise SystemExit(9)"), limit_s=20)
    assert run_tool(python("print('partly'); raise SystemExit(9)"), limit_s=20) == "partly\n"


def test_a_silent_tool_is_left_after_its_limit() -> None:
    started = time.monotonic()
    with pytest.raises(ToolError, match="gave no answer within 1 s"):
        run_tool(python("import time; time.sleep(60)"), limit_s=1)
    assert time.monotonic() - started < 10
