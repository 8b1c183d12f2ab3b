"""Files that earlier versions of this program wrote are read whole. Each was made by the code of its time.

The numbers in their names count the forms; a form that is read as it is has no schema version of its own.
"""

import json
import shutil
from pathlib import Path

import pytest

from advisor.facts.kept.profile import Correction
from advisor.facts.kept.settings import Money, RecentFile, Settings
from advisor.facts.machine.disturbance import measured
from advisor.facts.values.fact import unknown
from advisor.facts.values.reason import told
from advisor.present.words.reasons.in_words import told_document
from advisor.store.corrections import load_corrections
from advisor.store.crashes import CRASHES
from advisor.store.folder import data_folder
from advisor.store.history import latest_results, load_history, save_own_run
from advisor.store.profile import open_machine
from advisor.store.settings import SETTINGS
from tests.fakes.machines import machine

EARLIER = Path(__file__).parent / "earlier"


def put(name: str, file: str) -> None:
    data_folder().mkdir(parents=True, exist_ok=True)
    shutil.copy(EARLIER / f"{name}.json", data_folder() / file)


def names(kind: str) -> list[str]:
    return sorted(file.stem for file in EARLIER.glob(f"{kind}-*.json"))


CHOSEN = Settings(model_id="qwen/qwen3-8b", quant="Q4_K_M", context_tokens=8192, workload_id="coding")
OWN_FILE = RecentFile(path="/models/own.gguf", name="own", quant="Q4_K_M", weights_bytes=5_000_000_000)
FORMER_SETTINGS = {
    "settings-1-window": CHOSEN,
    "settings-2-recent-files": CHOSEN.changed(recent_files=(OWN_FILE,)),
    "settings-3-money": CHOSEN.changed(money=Money(currency="EUR", usd_rate=1.08, electricity_per_kwh=0.31)),
}


@pytest.mark.parametrize("name", names("settings"))
def test_settings_are_kept(name: str) -> None:
    put(name, "settings.json")
    kept = SETTINGS.read()
    assert (kept.record, kept.note) == (FORMER_SETTINGS[name], None)
    SETTINGS.change(lambda _: kept.record)
    assert SETTINGS.read().record == FORMER_SETTINGS[name]


@pytest.mark.parametrize("name", names("measurements"))
def test_measurements_are_kept(name: str) -> None:
    put(name, "measurements.json")
    kept = load_history()
    assert kept.note is None
    latest = latest_results(kept.record, machine())
    assert latest is not None
    assert measured(latest, "memory_read", device="cpu").value == 40e9
    assert measured(latest, "memory_copy", device="cpu").value == 30e9
    assert len(latest.own_runs) == ("own" in name or "latest" in name)
    assert len(latest.soaks) == ("soak" in name)
    assert ("cache_curve" in {one.name for one in latest.results}) == ("curve" in name)
    save_own_run(machine(), *latest.own_runs)
    assert latest_results(load_history().record, machine()) == latest


@pytest.mark.parametrize("name", names("profile"))
def test_profiles_are_opened(name: str) -> None:
    opened = open_machine(EARLIER / f"{name}.json")
    assert opened.notes == ()
    former = machine(hypervisor=unknown(told("no hypervisor")))
    assert told_document(opened.profile.machine.cpu) == told_document(former.cpu)
    assert measured(opened.profile.measurements, "memory_read", device="cpu").value == 40e9
    assert len(opened.profile.corrections) == ("corrections" in name)


def test_corrections_are_kept() -> None:
    put("corrections-1", "corrections.json")
    kept = load_corrections(machine())
    assert kept.corrections == (Correction(fact="memory.channels", value=2),)
    assert (kept.outdated, kept.note) == ((), None)


def test_crashed_drivers_are_kept() -> None:
    put("crashes-1", "crashes.json")
    assert [(one.part, one.driver) for one in CRASHES.read().record.crashes] == [("nvidia", "550.54")]


@pytest.mark.parametrize(
    "text", ['{"machines": 5}', '{"machines": [5]}', '{"machines": [{"runs": [{"results": [5]}]}]}']
)
def test_damage_in_an_earlier_form_is_set_aside(text: str) -> None:
    data_folder().mkdir(parents=True)
    (data_folder() / "measurements.json").write_text(text)
    note = load_history().note
    assert note
    assert note.parameters["kept"] == "measurements.json.damaged"


def test_every_form_is_tried() -> None:
    assert {file.stem.partition("-")[0] for file in EARLIER.iterdir()} == {
        "settings",
        "measurements",
        "profile",
        "corrections",
        "crashes",
    }
    assert names("settings") == sorted(FORMER_SETTINGS)
    assert all(json.loads(file.read_text())["schema_version"] == 1 for file in EARLIER.iterdir())
