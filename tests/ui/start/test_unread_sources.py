import subprocess
import sys

AFTER_A_START = """
import linecache
from advisor.ui.start.unread_sources import leave_sources_unread
leave_sources_unread()
import advisor.ui.start.application
print(sorted(name for name in linecache.cache if "advisor" in name))
"""


def test_qt_reads_no_source_of_ours() -> None:
    done = subprocess.run([sys.executable, "-c", AFTER_A_START], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
