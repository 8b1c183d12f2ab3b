"""NVIDIA's management library as one or more devices that answer or refuse by name."""

from types import SimpleNamespace
from typing import Any

CODES = {
    "INVALID_ARGUMENT": 2,
    "NOT_SUPPORTED": 3,
    "NO_PERMISSION": 4,
    "FUNCTION_NOT_FOUND": 13,
    "LIB_RM_VERSION_MISMATCH": 18,
}


class FakeNvml:
    """A call named in `answers` returns its value for each device, a text there is the name of an error."""

    class NVMLError(Exception):
        def __init__(self, value: int) -> None:
            super().__init__(value)
            self.value = value

    NVML_ERROR_NOT_SUPPORTED = CODES["NOT_SUPPORTED"]
    NVML_ERROR_INVALID_ARGUMENT = CODES["INVALID_ARGUMENT"]
    NVML_ERROR_NO_PERMISSION = CODES["NO_PERMISSION"]
    NVML_ERROR_FUNCTION_NOT_FOUND = CODES["FUNCTION_NOT_FOUND"]
    NVML_ERROR_LIB_RM_VERSION_MISMATCH = CODES["LIB_RM_VERSION_MISMATCH"]
    nvmlMemory_v2 = 2  # noqa: N815 - the library's name
    NVML_CLOCK_SM, NVML_CLOCK_MEM = 1, 2

    def __init__(self, **answers: Any) -> None:
        self._answers = answers

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("nvml"):
            raise AttributeError(name)

        def call(*_: Any) -> Any:
            answer = self._answers.get(name, "NOT_SUPPORTED")
            if isinstance(answer, str) and answer in CODES:
                raise self.NVMLError(CODES[answer])
            return answer

        return call


CARD = {
    "nvmlSystemGetDriverVersion": "595.71",
    "nvmlDeviceGetCount": 1,
    "nvmlDeviceGetHandleByIndex": "handle",
    "nvmlDeviceGetPciInfo": SimpleNamespace(
        busId="00000000:01:00.0", pciDeviceId=0x268410DE, pciSubSystemId=0x40B81458
    ),
    "nvmlDeviceGetName": b"NVIDIA GeForce RTX 4090",
    "nvmlDeviceGetMemoryInfo": SimpleNamespace(total=25757220864, free=24000000000),
    "nvmlDeviceGetGpuMaxPcieLinkGeneration": 4,
    "nvmlDeviceGetMaxPcieLinkGeneration": 3,
    "nvmlDeviceGetCurrPcieLinkGeneration": 1,
    "nvmlDeviceGetCurrPcieLinkWidth": 16,
    "nvmlDeviceGetMaxPcieLinkWidth": 16,
    "nvmlDeviceGetPowerManagementLimit": 450000,
    "nvmlDeviceGetCudaComputeCapability": (8, 9),
    "nvmlDeviceGetMaxClockInfo": 10501,
    "nvmlDeviceGetMemoryBusWidth": 384,
    "nvmlDeviceGetNumGpuCores": 16384,
}
