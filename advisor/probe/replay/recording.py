"""Keeps what detection reads, so that it can be read again: every file, folder, link and answer, and the gaps."""

from dataclasses import dataclass, field

from advisor.probe.shared.host import Host, Kind
from advisor.probe.shared.nvidia_answer import NvidiaAnswer
from advisor.probe.source.root import Root, Unavailable


@dataclass
class Readings:
    """What was asked for, with the answer or the reason why there was none."""

    kind: Kind = "linux"
    files: dict[str, bytes | Unavailable] = field(default_factory=dict)
    folders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    links: dict[str, str | None] = field(default_factory=dict)
    exists: dict[str, bool] = field(default_factory=dict)
    outputs: dict[tuple[str, ...], str | Unavailable] = field(default_factory=dict)
    calls: dict[str, bytes | Unavailable] = field(default_factory=dict)
    nvml: NvidiaAnswer | Unavailable | None = None


class RecordingRoot(Root):
    """Reads through another root and keeps what that one answers."""

    def __init__(self, root: Root, readings: Readings) -> None:
        self._root, self._kept = root, readings

    def read_bytes(self, path: str) -> bytes | Unavailable:
        """The content, read once."""
        if path not in self._kept.files:
            self._kept.files[path] = self._root.read_bytes(path)
        return self._kept.files[path]

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names in a folder."""
        return self._kept.folders.setdefault(path, self._root.listdir(path))

    def readlink(self, path: str) -> str | None:
        """The text of a link."""
        return self._kept.links.setdefault(path, self._root.readlink(path))

    def exists(self, path: str) -> bool:
        """Whether the path is there."""
        return self._kept.exists.setdefault(path, self._root.exists(path))


class RecordingHost:
    """Asks through another host and keeps what that one answers."""

    takes_time = False

    def __init__(self, host: Host, readings: Readings) -> None:
        self._host, self._kept = host, readings
        readings.kind = self.kind = host.kind

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """What the NVIDIA library answers, asked once."""
        if self._kept.nvml is None:
            self._kept.nvml = self._host.nvml()
        return self._kept.nvml

    def output(self, *command: str) -> str | Unavailable:
        """What a tool prints."""
        return self._kept.outputs.setdefault(command, self._host.output(*command))

    def call(self, name: str) -> bytes | Unavailable:
        """The answer of the system to a call."""
        return self._kept.calls.setdefault(name, self._host.call(name))


class ReadRoot(Root):
    """The files of kept readings; what was not read then is not there."""

    def __init__(self, readings: Readings) -> None:
        self._kept = readings

    def read_bytes(self, path: str) -> bytes | Unavailable:
        """The content as it was kept."""
        return self._kept.files.get(path, Unavailable("path_not_captured", path=path))

    def listdir(self, path: str) -> tuple[str, ...]:
        """The names as they were kept."""
        return self._kept.folders.get(path, ())

    def readlink(self, path: str) -> str | None:
        """The link as it was kept."""
        return self._kept.links.get(path)

    def exists(self, path: str) -> bool:
        """Whether the path was there."""
        return self._kept.exists.get(path, False)


class ReadHost:
    """The answers of kept readings."""

    takes_time = False

    def __init__(self, readings: Readings) -> None:
        self._kept, self.kind = readings, readings.kind

    def nvml(self) -> NvidiaAnswer | Unavailable:
        """What the NVIDIA library answered."""
        return self._kept.nvml or Unavailable("not_captured")

    def output(self, *command: str) -> str | Unavailable:
        """What the tool printed."""
        return self._kept.outputs.get(command, Unavailable("not_captured"))

    def call(self, name: str) -> bytes | Unavailable:
        """What the system answered."""
        return self._kept.calls.get(name, Unavailable("not_captured"))
