"""Which files run for one answer, and for one whole "Will it run?" from detection to view, in the order of their calls.

`python -m tools.walk answer` asks one request of `rig-advisor predict`, `python -m tools.walk question` reads a machine
of tests/trees, assembles its rig and makes the page's view. Each prints every file with its calls and the first
function that ran. Cards are read beforehand, and the work is done once before it is counted: what is loaded or kept for
a second time does not count.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from advisor.catalog.cards.catalog import Catalog, load_catalog

PACKAGE = Path(__file__).resolve().parents[1] / "advisor"
MODEL_ID, QUANT, WORKLOAD_ID = "llama/llama-3.1-8b", "q4_k_m", "chat"
MACHINE = "cards"


class Trace:
    """Calls of each file of the package, in the order of the first one."""

    def __init__(self) -> None:
        self.calls: dict[str, int] = {}
        self.first: dict[str, str] = {}

    def of(self, work: Callable[[], object]) -> "Trace":
        """Do the work and count."""
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)
        return self

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(str(PACKAGE)):
            return
        name = Path(file).relative_to(PACKAGE).as_posix()
        self.calls[name] = self.calls.get(name, 0) + 1
        if not frame.f_code.co_name.startswith("<"):
            self.first.setdefault(name, frame.f_code.co_qualname)

    def lines(self) -> list[str]:
        """One line a file, and the sum."""
        listed = [f"{count:6,}  {name}  {self.first.get(name, '')}" for name, count in self.calls.items()]
        return [*listed, f"{sum(self.calls.values()):6,}  calls in {len(self.calls)} files"]


def one_answer(catalog: Catalog) -> None:
    """One request, answered."""
    from advisor.answer.request.request import answer_request

    answer = answer_request({"device": "RTX 4090", "model": "Llama-3.1-8B", "quant": "Q4_K_M"}, catalog)
    assert answer.error is None


def one_question(catalog: Catalog) -> None:
    """A machine read, its rig assembled, one model asked about, the view made."""
    from advisor.answer.tasks.ask import answer_question, find_workload
    from advisor.catalog.hardware.machine_cards import known_machine
    from advisor.catalog.hardware.rig import assemble_rig
    from advisor.facts.asked.question import Question
    from advisor.present.tasks.view import answer_view
    from tests.fakes.trees import replayed, tree

    machine = known_machine(replayed(tree(MACHINE)), (), catalog)
    rig = assemble_rig(machine, None, catalog)
    question = Question(workload_id=WORKLOAD_ID, model_id=MODEL_ID, fields={"quant": QUANT})
    view = answer_view(answer_question(rig, catalog, question), find_workload(WORKLOAD_ID, catalog))
    assert view.explained


WALKS = {"answer": one_answer, "question": one_question}


def walked(name: str) -> Trace:
    """The trace of a walk that was done once before."""
    catalog, walk = load_catalog(), WALKS[name]
    walk(catalog)
    return Trace().of(lambda: walk(catalog))


def main() -> int:
    """Print one walk, or both."""
    parser = argparse.ArgumentParser(prog="python -m tools.walk", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("walk", nargs="?", choices=WALKS, help="one of both")
    chosen = parser.parse_args().walk
    for name in [chosen] if chosen else WALKS:
        sys.stdout.write("\n".join([f"== {name}", *walked(name).lines()]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
