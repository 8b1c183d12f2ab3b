"""`rig-advisor fleet collect` on a real Dask cluster of several processes, with what goes wrong there."""

import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from advisor.__main__ import main
from advisor.facts.machine.machine import Machine
from advisor.facts.machine.measurement import Measurements
from advisor.present.words.reasons.in_words import told_json
from advisor.store.profile import open_machine
from tests.fakes.children.dask_nodes import DaskNodes, Node, own_process, stand_in, wait_for, without_app
from tests.fakes.machines import machine, nvidia_card
from tests.fakes.measurements import measurement
from tests.fakes.patience import HANG_S

if TYPE_CHECKING:
    import subprocess

pytest.importorskip("distributed")


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[DaskNodes]:
    with DaskNodes(tmp_path) as found:
        yield found


def collect(scheduler: Node, folder: Path, *options: str, answer_s: float = HANG_S) -> "subprocess.Popen[str]":
    asked = ["fleet", "collect", "--scheduler", scheduler.address, "--out", str(folder), *options]
    return own_process(asked, folder.parent, answer_s)


def saved(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def its_machine(user: str) -> Machine:
    found = machine(gpus=(nvidia_card(),))
    source = f"/srv/people/{user}/driver"
    name = found.cpu.name
    return found.changed(cpu=found.cpu.changed(name=name.changed(source=source)))


def answers(folder: Path) -> None:
    """What the stand-ins for the app print."""
    (folder / "probe.json").write_text(told_json(its_machine("jane-of-lab-seven")))
    (folder / "bench.json").write_text(told_json(Measurements(results=(measurement("memory_read", 39e9),))))


def told(err: str) -> list[str]:
    """The lines without how many there are."""
    return [line.rpartition(" (")[0].removeprefix("rig-advisor: ") for line in err.splitlines()]


SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")


@pytest.mark.broad
@SIGNALS
def test_what_dies_or_hangs_or_has_no_app_costs_only_itself_and_is_asked_again(
    nodes: DaskNodes, tmp_path: Path
) -> None:
    folder = tmp_path / "rigs"
    answers(tmp_path)
    dying, hanging = tmp_path / "dying", tmp_path / "hanging"
    scheduler = nodes.start("scheduler")
    good = {**stand_in(tmp_path), "HOME": "/srv/people/jane-of-lab-seven"}
    first = [
        nodes.worker(scheduler, "good-1", good),
        nodes.worker(scheduler, "good/2", good),
        nodes.worker(scheduler, "dies", stand_in(tmp_path, dying)),
        nodes.worker(scheduler, "hangs", stand_in(tmp_path, hanging)),
        nodes.worker(scheduler, "bare", without_app(tmp_path)),
    ]
    assert len({one.address for one in first}) == 5
    run = collect(scheduler, folder, "--names", "--timeout", "6")
    wait_for(dying)
    first[2].process.kill()
    wait_for(hanging)
    first[3].process.send_signal(signal.SIGSTOP)
    out, err = run.communicate(timeout=HANG_S)
    assert sorted(told(err)) == [
        "bare has no Rig Advisor: install it for the worker's Python, or put rig-advisor on the worker's PATH",
        "dies went away while it was asked",
        "good-1 is saved",
        "good-2 is saved",
        "hangs did not answer within 10 s: it hangs, is busy or out of reach",
    ]
    assert run.returncode == 1
    assert "2 of 5 workers" in out
    before = saved(folder)
    assert set(before) == {"good-1.rig", "good-2.rig"}
    assert not [name for name, text in before.items() if b"jane" in text or socket.gethostname().encode() in text]
    assert open_machine(folder / "good-1.rig").profile.machine.gpus[0].name.value == nvidia_card().name.value

    first[3].process.send_signal(signal.SIGCONT)
    again = nodes.worker(scheduler, "dies", stand_in(tmp_path, dying))
    assert again.address
    run = collect(scheduler, folder, "--names")
    out, err = run.communicate(timeout=HANG_S)
    assert run.returncode == 1
    assert "4 of 5 workers" in out
    assert len(err.splitlines()) == 3
    after = saved(folder)
    assert set(after) == {*before, "dies.rig", "hangs.rig"}
    assert {name: after[name] for name in before} == before


@pytest.mark.broad
@SIGNALS
def test_who_dies_or_hangs_while_it_is_measured_keeps_its_machine_and_is_measured_later(
    nodes: DaskNodes, tmp_path: Path
) -> None:
    folder, dying, hanging = tmp_path / "rigs", tmp_path / "dying", tmp_path / "hanging"
    answers(tmp_path)
    scheduler = nodes.start("scheduler")
    workers = {
        name: nodes.worker(scheduler, name, stand_in(tmp_path, waits, "bench"))
        for name, waits in {"a-dies": dying, "b-hangs": hanging, "c-good": None, "d-good": None}.items()
    }
    assert len({one.address for one in workers.values()}) == 4
    run = collect(scheduler, folder, "--names", "--timeout", "8", "--bench", "--one-at-a-time")
    wait_for(dying)
    workers["a-dies"].process.kill()
    wait_for(hanging)
    workers["b-hangs"].process.send_signal(signal.SIGSTOP)
    out, err = run.communicate(timeout=HANG_S)
    assert told(err) == [
        *(f"{name} is saved" for name in workers),
        "a-dies went away while it was asked",
        "b-hangs did not answer within 12 s: it hangs, is busy or out of reach",
        "c-good is measured",
        "d-good is measured",
    ]
    assert run.returncode == 1
    assert "4 of 4 workers, 2 of them measured" in out

    workers["b-hangs"].process.send_signal(signal.SIGCONT)
    assert nodes.worker(scheduler, "a-dies", stand_in(tmp_path, dying, "bench")).address
    run = collect(scheduler, folder, "--names", "--bench")
    out, err = run.communicate(timeout=HANG_S)
    assert (run.returncode, sorted(told(err))) == (0, ["a-dies is measured", "b-hangs is measured"])
    for name in workers:
        measurements = open_machine(folder / f"{name}.rig").profile.measurements
        assert measurements is not None
        assert [one.value for one in measurements.results] == [39e9]


@pytest.mark.broad
@SIGNALS
def test_a_scheduler_that_goes_away_is_one_sentence_and_what_was_saved_stays(nodes: DaskNodes, tmp_path: Path) -> None:
    folder, hanging = tmp_path / "rigs", tmp_path / "hanging"
    answers(tmp_path)
    scheduler = nodes.start("scheduler")
    assert nodes.worker(scheduler, "good", stand_in(tmp_path)).address
    assert nodes.worker(scheduler, "hangs", stand_in(tmp_path, hanging)).address
    run = collect(scheduler, folder, "--names", answer_s=8)
    wait_for(hanging)
    wait_for(folder / "good.rig")
    scheduler.process.kill()
    _, err = run.communicate(timeout=HANG_S)
    assert run.returncode == 1
    assert err.splitlines()[1:] == [f"rig-advisor: the scheduler at {scheduler.address} went away"]
    assert set(saved(folder)) == {"good.rig"}


def test_profiles_are_collected_over_tls(nodes: DaskNodes, tmp_path: Path) -> None:
    folder = tmp_path / "rigs"
    answers(tmp_path)
    scheduler = nodes.start("scheduler", tls=str(tmp_path))
    assert scheduler.address.startswith("tls://")
    for name in ("first", "second"):
        worker = nodes.worker(scheduler, name, stand_in(tmp_path), tls=str(tmp_path))
        assert worker.address.startswith("tls://")
    files = [f"--tls-{name}={tmp_path}/{name.removesuffix('-file')}.pem" for name in ("ca-file", "cert", "key")]
    run = collect(scheduler, folder, "--names", *files)
    _, err = run.communicate(timeout=HANG_S)
    assert (run.returncode, sorted(told(err))) == (0, ["first is saved", "second is saved"])
    assert set(saved(folder)) == {"first.rig", "second.rig"}


@pytest.mark.broad
def test_a_worker_answers_with_the_app_that_is_installed_there(nodes: DaskNodes, tmp_path: Path) -> None:
    """Not named, they are numbered; of one computer one is enough. Stopped, what is saved stays."""
    scheduler, folder = nodes.start("scheduler"), tmp_path / "rigs"
    assert len({nodes.worker(scheduler, name).address for name in ("secret-host-a", "secret-host-b")}) == 2
    run = collect(scheduler, folder, "--one-per-host")
    out, err = run.communicate(timeout=HANG_S)
    assert (run.returncode, err) == (0, "rig-advisor: worker-1 is saved (1 of 1)\n")
    found = saved(folder)
    assert set(found) == {"worker-1.rig"}
    assert b"secret-host" not in found["worker-1.rig"]
    assert open_machine(folder / "worker-1.rig").profile.machine.cpu.threads.value
    assert "1 of 1 workers" in out


@pytest.mark.broad
def test_a_scheduler_that_cannot_be_spoken_to_is_one_sentence(nodes: DaskNodes, tmp_path: Path) -> None:
    older, secure = nodes.start("scheduler", version="2024.1.0"), nodes.start("scheduler", tls=str(tmp_path))

    def sentence(address: str, *options: str, code: int = 1, answer_s: float = HANG_S) -> str:
        command = ["fleet", "collect", "--scheduler", address, "--out", str(tmp_path / "rigs"), *options]
        run = own_process(command, tmp_path, answer_s)
        out, err = run.communicate(timeout=HANG_S)
        assert (run.returncode, out) == (code, "")
        assert err.count("\n") == 1
        return err

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert "no Dask scheduler answered" in sentence(f"127.0.0.1:{port}", answer_s=2)
    assert "nothing listens at" in sentence(f"tcp://127.0.0.1:{port}")
    assert "runs distributed 2024.1.0 and this is" in sentence(older.address)
    plain = secure.address.replace("tls://", "tcp://")
    assert "needs certificates" in sentence(secure.address)
    files = [f"--tls-ca-file={tmp_path / 'ca.pem'}", f"--tls-key={tmp_path / 'key.pem'}"]
    ours = [*files, f"--tls-cert={tmp_path / 'cert.pem'}"]
    assert "the cluster has no workers" in sentence(secure.address, *ours)
    assert "does not use TLS" in sentence(older.address.replace("tcp://", "tls://"), *ours)
    assert "write tls://" in sentence(plain, *ours, code=2)
    assert "does it ask for TLS" in sentence(plain, answer_s=2)


@pytest.mark.parametrize("given", ["", "host", "foo://host:1", "tcp://host:port", "tcp://a b:1", "tcp://host:1/x"])
def test_an_address_is_a_host_and_a_port(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "collect", f"--scheduler={given}"]) == 2
    assert "--scheduler takes an address" in capsys.readouterr().err


@pytest.mark.parametrize("given", ["0", "-1", "nan", "inf", "1e9", "soon"])
def test_a_limit_is_a_number_of_seconds(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "collect", "--scheduler=tcp://127.0.0.1:1", f"--timeout={given}"]) == 2
    assert "--timeout" in capsys.readouterr().err
