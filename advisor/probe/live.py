"""The running machine as detection sees it."""

from advisor.probe.host import LiveHost
from advisor.probe.unavailable import Unavailable
from advisor.run.command import advisor_command
from advisor.run.tool import ToolError, run_tool


def live_host() -> LiveHost:
    """Asks this machine; the NVIDIA library runs in a child of its own, `probe --only nvml`."""
    return LiveHost(tuple(advisor_command("probe", "--only", "nvml", "--events")), _printed)


def _printed(command: tuple[str, ...], limit_s: float) -> str | Unavailable:
    try:
        return run_tool(command, limit_s=limit_s)
    except ToolError as error:
        return Unavailable(str(error))
