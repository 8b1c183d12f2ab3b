"""Hatch's hook: the measuring kernel of the machine it runs on, and the languages as the app loads them."""

import re
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface[Any]):
    """Builds before files are gathered; without a compiler the app does without those measurements."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build into resources/native/built and resources/translations, which the wheel gets with all of resources/."""
        sys.path[:0] = [self.root, str(Path(self.root) / "resources" / "native")]
        from build_kernel import ALL_NAMES, BUILT, NotBuilt, build_here

        from tools.translate import compile_languages

        compile_languages()
        try:
            self.app.display_info(f"measuring kernel: {build_here()}")
        except NotBuilt as reason:
            self.app.display_warning(f"built without the measuring kernel: {reason}")
        built = [name for name in ALL_NAMES if (BUILT / name).is_file()]
        if 0 < len(built) < len(ALL_NAMES):  # with the kernels of all machines, or with none, a wheel is for any
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{re.sub('[-.]', '_', sysconfig.get_platform())}"
