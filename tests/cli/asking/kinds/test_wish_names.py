"""What a name says beside the model: the form that thinks of a card that stands for both."""

from advisor.__main__ import main
from tests.answer_lines import Said

_RIG = ("--gpu", "RTX 3050 Laptop 4GB", "--ram", "16")


def test_the_form_that_thinks_is_not_answered_as_the_one_that_does_not(capsys: Said) -> None:
    """Its answer came in 8 s without a word of thinking, with a command that fetched the other form."""
    main(["ask", "Qwen3 4B Thinking 2507", *_RIG])
    told = capsys.readouterr().out
    assert " + thinking " in told
    assert "Instruct" not in told
    main(["ask", "Qwen3 4B 2507", *_RIG])
    told = capsys.readouterr().out
    assert " + thinking " not in told
    assert "Instruct" in told
