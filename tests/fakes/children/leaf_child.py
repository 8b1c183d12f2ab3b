"""A child of the conductor that needs no device: does for its kind what the scenario says.

Arguments: scenarios as JSON ({"cpu": "done", ...}), the plan as JSON.
"""

import json
import os
import signal
import sys
import time


def say(**fields: object) -> None:
    os.write(1, json.dumps(fields).encode() + b"\n")


def progress(per_mille: int, phase: str, limit_s: float = 300.0) -> None:
    say(event="progress", per_mille=per_mille, phase=phase, limit_s=limit_s)


def measurement(name: str, device: str, kind: str = "measurement") -> None:
    body = {
        "name": name, "device": device, "value": 4e10, "unit": "bytes_per_s", "spread": 0.01, "stability": "stable",
        "method": "fake/1", "duration_s": 1.0, "samples": 50, "block_medians": [4e10], "p10": 4e10, "p90": 4e10,
        "threads": 1, "buffer_bytes": None, "work_per_sample": 1.0, "app_version": "0",
        "started_at": "2026-01-01T00:00:00+00:00", "warnings": PLAN.get("notes", []),
    }  # fmt: skip
    say(event="result", kind=kind, body=body)


def adapter(index: int, vendor_id: int = 0x10DE, device_id: int = 0x2783, kind: str = "discrete") -> None:
    body = {"index": index, "name": f"card {index}", "vendor_id": vendor_id, "device_id": device_id, "kind": kind,
            "driver": "1.2", "backend": "Vulkan"}  # fmt: skip
    say(event="result", kind="adapter", body=body)


def start() -> None:
    say(event="progress", per_mille=0, phase="start", limit_s=300.0, protocol=1, pid=os.getpid())
    progress(10, "opening the driver")


def done() -> None:
    if PLAN["kind"] == "adapters":
        adapter(0, kind="software", vendor_id=0x10005, device_id=0)
        adapter(1)
        adapter(2)
        adapter(3, vendor_id=0x1002, device_id=0x744C)
    for name in PLAN["names"]:
        measurement(name, PLAN["device"])
    say(event="done")


def half() -> None:
    """One figure, then a refusal with a reason, then silence about the rest."""
    measurement(PLAN["names"][0], PLAN["device"])
    say(event="failure", code=PLAN["names"][1], sentence="Not on this card.")
    say(event="done")


def crash() -> None:
    measurement(PLAN["names"][0], PLAN["device"])
    measurement(PLAN["names"][1], PLAN["device"], kind="reading")
    os.kill(os.getpid(), signal.SIGSEGV)


def crash_at_once() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def crash_with_kernel() -> None:
    if "int8_dot" in PLAN["names"]:
        os.kill(os.getpid(), signal.SIGILL)
    done()


def hang_with_kernel() -> None:
    if "int8_dot" in PLAN["names"]:
        hang()
    done()


def out_of_memory() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang() -> None:
    progress(20, "waiting for the card", limit_s=0.4)
    time.sleep(600)


def deaf() -> None:
    """Listens to no request to end; its number goes to the file that the environment names."""
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    with open(os.environ["LEAF_NUMBER"] + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.replace(os.environ["LEAF_NUMBER"] + ".new", os.environ["LEAF_NUMBER"])
    progress(20, "not listening", limit_s=600.0)
    time.sleep(600)


def flood() -> None:
    line = json.dumps({"event": "progress", "per_mille": 500, "phase": "again", "limit_s": 300.0}).encode() + b"\n"
    for _ in range(20_000):
        os.write(1, line)
    done()


def garbage() -> None:
    os.write(1, b"not a message\n")
    time.sleep(600)


def error() -> None:
    say(event="failure", code="error", sentence="The background task met an error it did not expect (OSError).")
    sys.exit(1)


def slow() -> None:
    """Uses its time in twenty even steps."""
    steps = 20
    for step in range(steps):
        progress(1000 * step // steps, "measuring")
        time.sleep(0.9 * PLAN["seconds"] / steps)
    done()


if __name__ == "__main__":
    PLAN = json.loads(sys.argv[2])
    start()
    globals()[json.loads(sys.argv[1]).get(PLAN["kind"], "done")]()
