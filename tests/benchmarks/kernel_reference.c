/* Plain C beside which the measurements are held: gcc -O3 -march=native -fopenmp. */

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define CHAINS(step) step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9) step(10) step(11)

/* Read two pieces of memory of equal length so many times; sizes in bytes. */
uint64_t reference_read(const uint64_t *x, const uint64_t *y, size_t length, size_t times, int threads) {
    uint64_t sum = 0;
    for (size_t time = 0; time < times; time++) {
#pragma omp parallel for simd num_threads(threads) reduction(^ : sum)
        for (size_t i = 0; i < length / 8; i++) sum ^= x[i] ^ y[i];
        __asm__ volatile("" ::: "memory");
    }
    return sum;
}

/* The same on one thread without OpenMP, whose start takes longer than a pass over a small cache. */
uint64_t reference_read_one(const uint64_t *x, const uint64_t *y, size_t length, size_t times) {
    uint64_t sum = 0;
    for (size_t time = 0; time < times; time++) {
        for (size_t i = 0; i < length / 8; i++) sum ^= x[i] ^ y[i];
        __asm__ volatile("" ::: "memory");
    }
    return sum;
}

typedef float vector __attribute__((vector_size(VECTOR_BYTES)));

/* Twelve chains of vectors in registers; FLOP = 2 x 12 x lanes x turns x threads. */
float reference_fma(int64_t turns, int threads) {
    float sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
        vector factor = (vector){0} + 0.999f, term = (vector){0} + 0.0005f;
#define START(n) vector a##n = (vector){0} + 0.6f + 0.001f * n;
#define STEP(n) a##n = a##n * factor + term;
#define SUM(n) sum += a##n[0] + a##n[1];
        CHAINS(START)
        for (int64_t turn = 0; turn < turns; turn++) { CHAINS(STEP) }
        CHAINS(SUM)
    }
    return sum;
}

#if defined(__AVX512VNNI__)
#define BYTES 64
typedef __m512i words;
#define PRODUCTS(a, x, y) _mm512_dpbusd_epi32(a, x, y)
#define ALL(n) _mm512_set1_epi8(n)
#else
#define BYTES 32
typedef __m256i words;
#define ALL(n) _mm256_set1_epi8(n)
#define PRODUCTS(a, x, y) _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_maddubs_epi16(x, y), _mm256_set1_epi16(1)))
#endif
int reference_bytes(void) { return BYTES; }

/* Twelve chains of products of bytes; operations = 2 x 12 x BYTES x turns x threads. */
int reference_i8(int64_t turns, int threads) {
    int sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
        words x = ALL(3), y = ALL(5);
#define START8(n) words w##n = ALL(n);
#define STEP8(n) __asm__("" : "+x"(x)); w##n = PRODUCTS(w##n, x, y);
#define SUM8(n) sum += ((int *)&w##n)[0];
        CHAINS(START8)
        for (int64_t turn = 0; turn < turns; turn++) { CHAINS(STEP8) }
        CHAINS(SUM8)
    }
    return sum;
}

/* Sattolo's shuffle: one ring of all lines, each holding the address of the next. */
void reference_link(char *start, size_t lines, uint32_t *order) {
    uint64_t state = 1;
    for (size_t i = 0; i < lines; i++) order[i] = (uint32_t)i;
    for (size_t i = lines - 1; i > 0; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t j = (size_t)((state >> 33) % i);
        uint32_t swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
    for (size_t i = 0; i < lines; i++) *(char **)(start + 64 * i) = start + 64 * (size_t)order[i];
}

char *reference_chase(char *place, int64_t steps) {
    for (; steps > 0; steps--) place = *(char **)place;
    return place;
}
