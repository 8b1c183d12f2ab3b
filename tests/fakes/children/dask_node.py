"""One process of a Dask cluster on loopback, as its only argument, a JSON object, says; it ends with its input."""

import asyncio
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from distributed import Scheduler, Worker
from distributed.security import Security

LOOPBACK = "127.0.0.1"


async def serve(asked: dict[str, Any]) -> None:
    if asked["kind"] == "worker":
        security = of_worker(Path(asked["tls"])) if asked.get("tls") else Security()
        node: Any = Worker(
            asked["scheduler"], name=asked["name"], host=LOOPBACK, nthreads=1, dashboard=False, security=security
        )
    else:
        security = certified(Path(asked["tls"])) if asked.get("tls") else Security()
        protocol = "tls://" if asked.get("tls") else "tcp://"
        node = Scheduler(host=LOOPBACK, port=0, protocol=protocol, security=security, dashboard=False)
        if "version" in asked:
            node.handlers["versions"] = lambda: {"packages": {"distributed": asked["version"]}}
    async with node:
        there = Path(asked["ready"])
        there.with_suffix(".part").write_text(node.address)
        there.with_suffix(".part").rename(there)
        await node.finished()


def certified(folder: Path) -> Security:
    """Certificates of its own, with what a client needs in files."""
    made = Security.temporary()
    for name, text in (("ca", made.tls_ca_file), ("cert", made.tls_client_cert), ("key", made.tls_client_key)):
        (folder / f"{name}.pem").write_text(text)
    return made


def of_worker(folder: Path) -> Security:
    """The scheduler's certificate for a worker of it."""
    ca, cert, key = (str(folder / f"{name}.pem") for name in ("ca", "cert", "key"))
    return Security(tls_ca_file=ca, tls_worker_cert=cert, tls_worker_key=key, require_encryption=True)


def end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    threading.Thread(target=end_with_input, daemon=True).start()
    asyncio.run(serve(json.loads(sys.argv[1])))
