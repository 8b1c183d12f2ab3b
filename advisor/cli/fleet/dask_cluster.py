"""A running Dask cluster: found and spoken to within bounds of time, and left as it was.

dask.distributed is an extra of the package (`rig-advisor[fleet]`), loaded only when a scheduler is named.
"""

import argparse
import asyncio
import importlib.util
import logging
import re
import socket
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from advisor.cli.frame.command import CommandError, UsageError
from advisor.facts.values.frozen import frozen
from advisor.facts.values.plain_text import plain_text

if TYPE_CHECKING:
    from distributed import Client
    from distributed.security import Security

T = TypeVar("T")
ANSWER_S = 8.0
"""How long a scheduler may take for any one answer."""
_CLOSE_S = 3.0
_ADDRESS = re.compile(r"(?:(?P<scheme>tcp|tls)://)?(?P<place>(?:\[[0-9A-Fa-f:.%]+\]|[\w.-]+):\d{1,5})")
_FILES = {"tls_ca_file": "tls_ca_file", "tls_cert": "tls_client_cert", "tls_key": "tls_client_key"}
"""Our options, and what Dask calls them."""
_LONGEST_VERSION = 40


@frozen
class Worker:
    """One worker: `name` is its address where nobody named it."""

    address: str
    name: str
    host: str

    @property
    def is_named(self) -> bool:
        """Whether somebody chose what it is called."""
        return self.name != self.address


class Cluster:
    """A cluster that answers; calls raise CommandError where it does not any more."""

    def __init__(self, client: "Client", address: str) -> None:
        self._client, self._address = client, address

    def workers(self) -> tuple[Worker, ...]:
        """Those that are there now, named ones first, in the order of their names."""
        try:
            if self._client.status != "running":  # it would try again for minutes, its work is lost at once
                raise ConnectionError(self._client.status)
            found = within(ANSWER_S, lambda: self._client.scheduler_info(n_workers=-1))["workers"]
        except Exception as error:
            raise CommandError(f"the scheduler at {self._address} went away") from error
        workers = [Worker(str(at), str(one.get("name", at)), str(one.get("host"))) for at, one in found.items()]
        return tuple(sorted(workers, key=lambda one: (not one.is_named, _by_numbers(one.name))))

    def executor(self, workers: Sequence[Worker]) -> Executor:
        """Runs calls on these workers and no others."""
        addresses = [one.address for one in workers]
        executor: Executor = self._client.get_executor(workers=addresses, allow_other_workers=False, pure=False)
        return executor


def add_cluster_options(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Add what names a cluster and how it is spoken to."""
    said = "the scheduler of a running Dask cluster: tcp://HOST:PORT or tls://HOST:PORT"
    parser.add_argument("--scheduler", required=required, metavar="ADDRESS", help=said)
    for option, what in (("ca-file", "certificate of the authority"), ("cert", "our certificate"), ("key", "its key")):
        said = f"{what} for tls://, instead of what Dask's own settings name"
        parser.add_argument(f"--tls-{option}", metavar="FILE", help=said)


@contextmanager
def cluster(arguments: argparse.Namespace) -> Iterator[Cluster]:
    """The cluster that the options name.

    Raises:
        UsageError: they name none.
        CommandError: dask.distributed is not installed, or the scheduler cannot be spoken to; the sentence says why.
    """
    address = _address(arguments)
    if importlib.util.find_spec("distributed") is None:
        raise CommandError('clusters need Dask, which is not installed: pip install "rig-advisor[fleet]"')
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Dask finds odd is told by what becomes of it
        client = _connected(address, arguments)
        try:
            yield Cluster(client, address)
        finally:
            with suppress(Exception):
                within(_CLOSE_S, lambda: client.close(timeout=_CLOSE_S / 2))


def within(seconds: float, call: Callable[[], T]) -> T:
    """What the call comes to; TimeoutError where it takes longer, and then it is left alone."""
    found: Future[T] = Future()

    def work() -> None:
        try:
            found.set_result(call())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return found.result(seconds)


def _address(arguments: argparse.Namespace) -> str:
    found = _ADDRESS.fullmatch(arguments.scheduler)
    if not found:
        raise UsageError("--scheduler takes an address like tcp://10.0.0.5:8786 or tls://lab.example:8786")
    for one in (one for one in _FILES if getattr(arguments, one)):
        option = f"--{one.replace('_', '-')}"
        if found["scheme"] != "tls":
            raise UsageError(f"{option} is for a scheduler with TLS: write tls://{found['place']}")
        if not Path(getattr(arguments, one)).is_file():
            raise CommandError(f"{option}: {getattr(arguments, one)} is no file")
    return f"{found['scheme'] or 'tcp'}://{found['place']}"


def _connected(address: str, arguments: argparse.Namespace) -> "Client":
    import distributed
    from distributed import Client
    from distributed.security import Security

    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "tornado"):  # Dask gives several of them a level of their own
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    named = {theirs: getattr(arguments, ours) for ours, theirs in _FILES.items() if getattr(arguments, ours)}
    try:
        _reach(address)
        security = Security(**named)
        found = asyncio.run(asyncio.wait_for(_version(address, security), ANSWER_S))
        if found == distributed.__version__:
            return within(ANSWER_S, lambda: Client(address, security=security, timeout=ANSWER_S, set_as_default=False))
    except Exception as error:
        raise CommandError(_why(error, address)) from error
    raise CommandError(
        f"the scheduler runs distributed {found} and this is {distributed.__version__}: "
        f'install the same with pip install "distributed=={found}"'
    )


def _reach(address: str) -> None:
    """OSError at once where nothing listens; Dask would try again until its time is over."""
    host, _, port = address.partition("://")[2].rpartition(":")
    socket.create_connection((host.strip("[]"), int(port)), ANSWER_S / 2).close()


async def _version(address: str, security: "Security") -> str:
    """Which version of Dask's scheduler answers there."""
    from distributed.core import rpc

    async with rpc(address, timeout=ANSWER_S / 2, connection_args=security.get_connection_args("client")) as asked:
        return plain_text(str((await asked.versions())["packages"]["distributed"]), longest=_LONGEST_VERSION)


def _why(error: BaseException, address: str) -> str:
    """One sentence for what went wrong on the way to the scheduler."""
    import ssl  # here, for the packaged app has none of it

    causes, place = tuple(_causes(error)), address.partition("://")[2]
    said = " ".join(map(str, causes))
    broken = next((one for one in causes if isinstance(one, ssl.SSLError)), None)
    if "WRONG_VERSION_NUMBER" in said or "cannot convert to SSL" in said:  # it spoke before, or other than, TLS
        return f"{address} does not use TLS: write tcp://{place}"
    if broken is not None:
        why = str(broken.reason or "not usable").lower().replace("_", " ")
        return f"TLS with {address} failed ({why}): check --tls-ca-file, --tls-cert and --tls-key"
    if "ssl_context" in said:
        return "tls:// needs certificates: --tls-ca-file, --tls-cert and --tls-key, or Dask's own settings"
    if "encryption required" in said:
        return f"Dask's settings here ask for TLS: write tls://{place}"
    if any(isinstance(one, socket.gaierror) for one in causes):
        return f"no computer is known as {place.rpartition(':')[0]}"
    if any(isinstance(one, ConnectionRefusedError) for one in causes) or "refused" in said:
        return f"nothing listens at {address}"
    if isinstance(error, TimeoutError | OSError):
        asks = "take this certificate" if address.startswith("tls") else f"ask for TLS (tls://{place})"
        return f"no Dask scheduler answered at {address}; is it there, and does it {asks}?"
    return f"what answers at {address} is no Dask scheduler that can be understood ({type(error).__name__})"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _by_numbers(name: str) -> tuple[tuple[bool, Any], ...]:
    """A key that puts worker-2 before worker-10."""
    return tuple((one.isdecimal(), int(one) if one.isdecimal() else one) for one in re.split(r"(\d{1,9})", name) if one)
