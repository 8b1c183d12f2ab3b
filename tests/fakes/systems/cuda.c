/* NVIDIA's driver library with one card that computes nothing but takes its time. FAKE_CUDA names what goes wrong:
   "hang:CALL" never returns from it, "abort:CALL" ends the process there, "refuse:CALL:CODE" answers with an error,
   "lie" has a clock that says next to nothing passed. Handles and addresses need all 64 bits: a cut one is refused. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CONTEXT ((void *)0x700000000010ull)
#define MODULE ((void *)0x700000000020ull)
#define KERNEL ((void *)0x700000000030ull)
#define EVENT 0x700000000040ull
#define MEMORY 0x7100000000000ull
#define INVALID 1
#define RATE 1e10 /* loops of a thread, or bytes, in a second */

static double times[16];
static uint64_t events;
static double queue_end;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int wrong(const char *call) {
    const char *plan = getenv("FAKE_CUDA"), *at = plan ? strchr(plan, ':') : NULL;
    size_t length = strlen(call);
    if (!at || strncmp(at + 1, call, length) || (at[1 + length] && at[1 + length] != ':')) return 0;
    if (!strncmp(plan, "abort", 5)) abort();
    while (!strncmp(plan, "hang", 4)) sleep(1);
    return at[1 + length] ? atoi(at + 2 + length) : 999;
}

#define CALL(condition) do { int code = wrong(__func__); if (code) return code; if (!(condition)) return INVALID; } while (0)

static void work(double seconds) {
    double start = now();
    queue_end = (queue_end > start ? queue_end : start) + seconds;
}

int cuInit(unsigned flags) { CALL(flags == 0); return 0; }
int cuDriverGetVersion(int *version) { CALL(1); *version = 12090; return 0; }
int cuGetErrorName(int code, const char **name) {
    *name = code == 1 ? "CUDA_ERROR_INVALID_VALUE" : code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == 46 ? "CUDA_ERROR_DEVICE_UNAVAILABLE" : code == 100 ? "CUDA_ERROR_NO_DEVICE"
          : code == 222 ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION" : code == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : NULL;
    return *name ? 0 : INVALID;
}
int cuDeviceGetCount(int *count) { CALL(1); *count = 2; return 0; }
int cuDeviceGet(int *device, int place) { CALL(place < 2); *device = place; return 0; }
int cuDeviceGetName(char *name, int size, int device) { CALL(device == 1); snprintf(name, size, "NVIDIA Fake 1000"); return 0; }
int cuDeviceGetPCIBusId(char *id, int size, int device) { CALL(1); snprintf(id, size, "0000:%02X:00.0", 10 + device); return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
    CALL(device == 1);
    *value = attribute == 16 ? 2 : attribute == 38 ? 1 << 20 : attribute == 75 ? 8 : attribute == 76 ? 9 : 0;
    return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) { CALL(device == 1); *context = CONTEXT; return 0; }
int cuCtxSetCurrent(void *context) { CALL(context == CONTEXT); return 0; }
int cuMemGetInfo_v2(size_t *free_bytes, size_t *total) { CALL(1); *free_bytes = (size_t)6 << 30; *total = (size_t)8 << 30; return 0; }
int cuModuleLoadData(void **module, const void *image) { CALL(strstr(image, ".version")); *module = MODULE; return 0; }
int cuModuleGetFunction(void **function, void *module, const char *name) { CALL(module == MODULE && *name); *function = KERNEL; return 0; }
int cuMemAlloc_v2(uint64_t *address, size_t size) { CALL(size); *address = MEMORY; return 0; }
int cuMemHostAlloc(void **address, size_t size, unsigned flags) { CALL(flags == 0); *address = malloc(size); return *address ? 0 : 2; }
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *stream) { CALL(to >= MEMORY && from && !stream); work(size / RATE); return 0; }
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *stream) { CALL(from >= MEMORY && to && !stream); work(size / RATE); return 0; }
int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t size, void *stream) { CALL(from >= MEMORY && to > from && !stream); work(size / RATE); return 0; }
int cuLaunchKernel(void *kernel, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty, unsigned tz,
                   unsigned shared, void *stream, void **parameters, void **extra) {
    CALL(kernel == KERNEL && x && y == 1 && z == 1 && tx == 256 && ty == 1 && tz == 1 && !shared && !stream && !extra);
    if (*(uint64_t *)parameters[0] < MEMORY) return INVALID;
    work(*(uint32_t *)parameters[1] * (double)x * tx / RATE);
    return 0;
}
int cuEventCreate(void **event, unsigned flags) { CALL(flags == 0 && events < 16); *event = (void *)(EVENT + events++); return 0; }
int cuEventRecord(void *event, void *stream) {
    CALL((uint64_t)event - EVENT < events && !stream);
    work(0.0);
    times[(uint64_t)event - EVENT] = queue_end;
    return 0;
}
int cuEventQuery(void *event) { CALL((uint64_t)event - EVENT < events); return now() < times[(uint64_t)event - EVENT] ? 600 : 0; }
int cuEventSynchronize(void *event) {
    CALL((uint64_t)event - EVENT < events);
    while (now() < times[(uint64_t)event - EVENT]) usleep(200);
    times[(uint64_t)event - EVENT] = queue_end = now();
    return 0;
}
int cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
    CALL((uint64_t)begin - EVENT < events && (uint64_t)end - EVENT < events);
    double seconds = times[(uint64_t)end - EVENT] - times[(uint64_t)begin - EVENT];
    const char *plan = getenv("FAKE_CUDA");
    *milliseconds = (float)(plan && !strcmp(plan, "lie") ? 1e-6 : 1e3 * seconds);
    return 0;
}
