"""Hatch's hook: the wheel, and an editable installation, get the measuring kernel of the machine they are made on."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface[Any]):
    """Builds before files are gathered; without a compiler the app does without those measurements."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build into resources/native/built, which goes into the wheel with the rest of resources/."""
        sys.path.insert(0, str(Path(self.root) / "resources" / "native"))
        from build_kernel import NotBuilt, build_here

        try:
            self.app.display_info(f"measuring kernel: {build_here()}")
        except NotBuilt as reason:
            self.app.display_warning(f"built without the measuring kernel: {reason}")
