"""A processor that Qt cannot run on is one plain sentence, before Qt is loaded."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from advisor import __main__
from advisor.cli.frame.too_old import TOO_OLD
from advisor.run import processor

REPOSITORY = Path(__file__).parents[2]
OLD, NEW = 1 << 9, 1 << 20 | 1 << 23


@pytest.fixture
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    class Answer:
        machine = "x86_64"

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.uname", Answer, raising=False)


@pytest.mark.usefixtures("on_linux")
@pytest.mark.parametrize(("features", "too_old"), [(OLD, True), (1 << 20, True), (NEW, False), (None, False)])
def test_only_a_processor_known_to_be_too_old_is_refused(
    features: int | None, too_old: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processor, "_features", lambda: features)
    assert processor.is_too_old() == too_old


@pytest.mark.usefixtures("on_linux")
@pytest.mark.parametrize("arguments", [[], ["self-check"], ["predict", "--help"]])
def test_it_is_said_once_and_nothing_starts(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processor, "_features", lambda: OLD)
    assert __main__.main(arguments) == 1
    assert capsys.readouterr() == ("", TOO_OLD)


@pytest.mark.usefixtures("on_linux")
def test_the_built_app_says_the_same_before_qt_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processor, "_features", lambda: OLD)
    with pytest.raises(SystemExit, match="1"):
        runpy.run_path(str(REPOSITORY / ".ci" / "packages" / "processor_hook.py"))
    assert capsys.readouterr() == ("", TOO_OLD)


def test_this_processor_is_new_enough_and_asking_loads_nothing_else() -> None:
    code = (
        "import sys; from advisor.run.processor import is_too_old; print(is_too_old(),[name for name in "
        "('PySide6', 'numpy', 'pydantic', 'platform') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False, cwd=REPOSITORY
    )
    assert done.stdout.strip() == "False []", done.stderr
