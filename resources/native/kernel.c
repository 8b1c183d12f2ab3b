/* What numpy cannot measure: the peak of the arithmetic units, each cache level, latency, products of quantized blocks.
 *
 * One file without any library, so that it builds and loads everywhere. The best instructions that processor and
 * system allow are chosen while it runs: `kernel_isa` says which there are, and every function takes that mask (or
 * fewer bits of it). Threads are the caller's. Each loop folds all it computed into its return value, else a compiler
 * would drop it; the numbers stay finite and normal. Sizes are in bytes unless said otherwise.
 */

#if defined(__GNUC__) || defined(__clang__)
#define GNU 1
#define TARGET(features) __attribute__((target(features)))
#define INLINE static inline __attribute__((always_inline))
#else
#define TARGET(features)
#define INLINE static __forceinline
#endif

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define X86 1
#define _MM_MALLOC_H_INCLUDED /* gcc's and clang's names for a header that would ask for the C library's */
#define __MM_MALLOC_H
#include <immintrin.h>
#if defined(GNU)
#include <cpuid.h>
#else
#include <intrin.h>
#endif
#elif defined(__aarch64__) || defined(_M_ARM64)
#include <arm_neon.h>
#else
#error "measured on x86-64 and arm64 only"
#endif

typedef signed char int8;
typedef unsigned char byte;
typedef unsigned short half; /* the bits of an IEEE number of 16 bits */
typedef unsigned int word;
typedef long long whole;

/* Bits of the mask. AVX2 stands for AVX2, FMA and F16C; AVX512 for F, BW, DQ and VL. */
enum { PORTABLE = 1, AVX = 2, AVX2 = 4, AVX512 = 8, AVX512_VNNI = 16, AVX_VNNI = 32, DOTPROD = 64, I8MM = 128 };

enum { LINE = 64 };         /* one cache line */
enum { BLOCK = 32 };        /* weights in a block */
enum { F16, Q8_0, Q4_0 };   /* block types; a block is 32 halves, or a half as scale and 32 weights of 8 or 4 bits */
enum { F16_BYTES = 64, Q8_0_BYTES = 34, Q4_0_BYTES = 18 };

/* The compiler must believe that a register changed here; no instruction comes of it. */
#if defined(GNU) && defined(X86)
#define CHANGED(value) __asm__ volatile("" : "+x"(value))
#elif defined(GNU)
#define CHANGED(value) __asm__ volatile("" : "+w"(value))
#else
#define CHANGED(value) (void)(value)
#endif

INLINE half half_at(const byte *place) { return (half)(place[0] | place[1] << 8); }

/* Independent chains of one loop: units times latency of all known processors, within their registers. */
#if defined(X86)
#define CHAINS 10
#else
#define CHAINS 24
#endif
#if defined(__clang__)
#define EACH_CHAIN _Pragma("clang loop unroll(full)") for (int i = 0; i < CHAINS; i++)
#define EACH_OF_8 _Pragma("clang loop unroll(full)") for (int i = 0; i < 8; i++)
#define EACH_OF_4 _Pragma("clang loop unroll(full)") for (int i = 0; i < 4; i++)
#elif defined(GNU)
#define EACH_CHAIN _Pragma("GCC unroll 24") for (int i = 0; i < CHAINS; i++)
#define EACH_OF_8 _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++)
#define EACH_OF_4 _Pragma("GCC unroll 4") for (int i = 0; i < 4; i++)
#else
#define EACH_CHAIN for (int i = 0; i < CHAINS; i++)
#define EACH_OF_8 for (int i = 0; i < 8; i++)
#define EACH_OF_4 for (int i = 0; i < 4; i++)
#endif

/* acc = acc * FACTOR + TERM goes from above 0.6 towards 0.5. Were it there at the start, a compiler would see that it
 * never changes, and drop the chain. */
#define FACTOR 0.999f
#define TERM 0.0005f

/* ------------------------------------------------------------------------------------------- loops, any vector */

#if defined(X86)
#define ACC(vector) vector
#else
#define ACC(vector) int32x4_t
#endif


#define FMA_LOOP(name, features, vector, set, step, store, lanes)                     \
    TARGET(features) static float name(whole turns) {                                 \
        vector acc[CHAINS], factor = set(FACTOR), term = set(TERM);                   \
        float out[lanes], sum = 0;                                                    \
        EACH_CHAIN acc[i] = set(0.6f + 0.001f * (float)i);                            \
        for (whole turn = 0; turn < turns; turn++) EACH_CHAIN acc[i] = step(acc[i], factor, term); \
        EACH_CHAIN {                                                                  \
            store(out, acc[i]);                                                       \
            for (int lane = 0; lane < lanes; lane++) sum += out[lane];                \
        }                                                                             \
        return sum;                                                                   \
    }

#define I8_LOOP(name, features, vector, a_start, b_start, zero, step, store, lanes)   \
    TARGET(features) static word name(whole turns) {                                  \
        ACC(vector) acc[CHAINS];                                                       \
        vector a = a_start, b = b_start;                                              \
        int out[lanes];                                                               \
        word sum = 0;                                                                 \
        EACH_CHAIN acc[i] = zero;                                                     \
        for (whole turn = 0; turn < turns; turn++) EACH_CHAIN {                       \
            CHANGED(a); /* else what does not depend on the chain is computed once */ \
            acc[i] = step(acc[i], a, b);                                              \
            CHANGED(acc[i]); /* else some compilers move it about */                  \
        }                                                                             \
        EACH_CHAIN {                                                                  \
            store(out, acc[i]);                                                       \
            for (int lane = 0; lane < lanes; lane++) sum += (word)out[lane];          \
        }                                                                             \
        return sum;                                                                   \
    }

/* Two streams, one in each half: some processors fetch ahead further for two. */
#define READ_LOOP(name, features, vector, load, zero, mix, store, width)              \
    TARGET(features) static word name(const byte *start, whole size, whole times) {   \
        vector acc[8];                                                                \
        word out[(width) / 4], sum = 0;                                               \
        EACH_OF_8 acc[i] = zero;                                                      \
        for (whole time = 0; time < times; time++)                                    \
            for (whole at = 0; at < size / 2; at += 4 * (width)) {                    \
                EACH_OF_4 acc[i] = mix(acc[i], load(start + at + i * (width)));       \
                EACH_OF_4 acc[4 + i] = mix(acc[4 + i], load(start + size / 2 + at + i * (width))); \
            }                                                                         \
        EACH_OF_8 {                                                                   \
            store(out, acc[i]);                                                       \
            for (int lane = 0; lane < (width) / 4; lane++) sum ^= out[lane];          \
        }                                                                             \
        return sum;                                                                   \
    }

/* `row` multiplies one row of blocks with the vector of activations, blocks of the same type (of Q8_0 for Q4_0). Q4_0
 * comes in groups of as many rows as `kernel_group_rows` says, as engines keep them: a block is then one of each row. */
#define DOT_LOOP(name, features, row, block_bytes)                                    \
    TARGET(features) static float name(const byte *w, const byte *x, whole blocks, whole groups) { \
        float sum = 0;                                                                \
        for (whole g = 0; g < groups; g++) sum += row(w + g * blocks * (block_bytes), x, blocks); \
        return sum;                                                                   \
    }

#if defined(X86)
/* ------------------------------------------------------------------------------------------------------ x86-64 */

#define T_SSE2 "sse2"
#define T_AVX "avx"
#define T_AVX2 "avx2,fma,f16c"
#define T_512 "avx2,fma,f16c,avx512f,avx512bw,avx512dq,avx512vl"
#define T_512_VNNI T_512 ",avx512vnni"
#define T_AVX_VNNI T_AVX2 ",avxvnni"

#define LOAD_128(p) _mm_loadu_si128((const __m128i *)(p))
#define LOAD_256(p) _mm256_loadu_si256((const __m256i *)(p))
#define LOAD_512(p) _mm512_loadu_si512((const void *)(p))
#define STORE_128(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define STORE_256(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define STORE_512(p, v) _mm512_storeu_si512((void *)(p), v)

#define MULTIPLY_ADD_128(a, f, t) _mm_add_ps(_mm_mul_ps(a, f), t)
#define MULTIPLY_ADD_256(a, f, t) _mm256_add_ps(_mm256_mul_ps(a, f), t)
FMA_LOOP(fma_sse2, T_SSE2, __m128, _mm_set1_ps, MULTIPLY_ADD_128, _mm_storeu_ps, 4)
FMA_LOOP(fma_avx, T_AVX, __m256, _mm256_set1_ps, MULTIPLY_ADD_256, _mm256_storeu_ps, 8)
FMA_LOOP(fma_avx2, T_AVX2, __m256, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_storeu_ps, 8)
FMA_LOOP(fma_512, T_512, __m512, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_storeu_ps, 16)

/* acc += sums of products of bytes; without a dot product instruction by way of 16 bits. */
#define HIGH_BYTES(v) _mm_srai_epi16(v, 8)
#define LOW_BYTES(v) _mm_srai_epi16(_mm_slli_epi16(v, 8), 8)
#define PRODUCTS_128(a, b) \
    _mm_add_epi32(_mm_madd_epi16(HIGH_BYTES(a), HIGH_BYTES(b)), _mm_madd_epi16(LOW_BYTES(a), LOW_BYTES(b)))
#define DOT_128(acc, a, b) _mm_add_epi32(acc, PRODUCTS_128(a, b))
#define DOT_256(acc, a, b) _mm256_add_epi32(acc, _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), _mm256_set1_epi16(1)))
#define DOT_512(acc, a, b) _mm512_add_epi32(acc, _mm512_madd_epi16(_mm512_maddubs_epi16(a, b), _mm512_set1_epi16(1)))
I8_LOOP(i8_sse2, T_SSE2, __m128i, _mm_set1_epi8(3), _mm_set1_epi8(5), _mm_setzero_si128(), DOT_128, STORE_128, 4)
I8_LOOP(i8_avx2, T_AVX2, __m256i, _mm256_set1_epi8(3), _mm256_set1_epi8(5), _mm256_setzero_si256(), DOT_256, STORE_256, 8)
I8_LOOP(i8_512, T_512, __m512i, _mm512_set1_epi8(3), _mm512_set1_epi8(5), _mm512_setzero_si512(), DOT_512, STORE_512, 16)
I8_LOOP(i8_512_vnni, T_512_VNNI, __m512i, _mm512_set1_epi8(3), _mm512_set1_epi8(5), _mm512_setzero_si512(),
        _mm512_dpbusd_epi32, STORE_512, 16)
I8_LOOP(i8_avx_vnni, T_AVX_VNNI, __m256i, _mm256_set1_epi8(3), _mm256_set1_epi8(5), _mm256_setzero_si256(),
        _mm256_dpbusd_avx_epi32, STORE_256, 8)

READ_LOOP(read_sse2, T_SSE2, __m128i, LOAD_128, _mm_setzero_si128(), _mm_xor_si128, STORE_128, 16)
READ_LOOP(read_avx2, T_AVX2, __m256i, LOAD_256, _mm256_setzero_si256(), _mm256_xor_si256, STORE_256, 32)
READ_LOOP(read_512, T_512, __m512i, LOAD_512, _mm512_setzero_si512(), _mm512_xor_si512, STORE_512, 64)

/* Halves to floats without F16C: shift the bits into place, then let a multiplication set the exponent right. */
INLINE __m128 floats_sse2(__m128i halves_in_words) {
    __m128i magnitude = _mm_slli_epi32(_mm_and_si128(halves_in_words, _mm_set1_epi32(0x7fff)), 13);
    __m128i sign = _mm_slli_epi32(_mm_and_si128(halves_in_words, _mm_set1_epi32(0x8000)), 16);
    __m128 value = _mm_mul_ps(_mm_castsi128_ps(magnitude), _mm_castsi128_ps(_mm_set1_epi32(0x77800000)));
    return _mm_or_ps(value, _mm_castsi128_ps(sign));
}

INLINE float scale_sse2(const byte *place) { return _mm_cvtss_f32(floats_sse2(_mm_cvtsi32_si128(half_at(place)))); }

INLINE float sum_128(__m128 v) {
    v = _mm_add_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_add_ss(v, _mm_shuffle_ps(v, v, 1)));
}

INLINE float row_f16_sse2(const byte *w, const byte *x, whole blocks) {
    __m128 low = _mm_setzero_ps(), high = _mm_setzero_ps();
    __m128i none = _mm_setzero_si128();
    for (whole at = 0; at < blocks * F16_BYTES; at += 16) {
        __m128i a = LOAD_128(w + at), b = LOAD_128(x + at);
        low = _mm_add_ps(low, _mm_mul_ps(floats_sse2(_mm_unpacklo_epi16(a, none)), floats_sse2(_mm_unpacklo_epi16(b, none))));
        high = _mm_add_ps(high, _mm_mul_ps(floats_sse2(_mm_unpackhi_epi16(a, none)), floats_sse2(_mm_unpackhi_epi16(b, none))));
    }
    return sum_128(_mm_add_ps(low, high));
}

INLINE __m128 scaled_sse2(__m128i a, __m128i b, __m128i c, __m128i d, float scale) {
    __m128i products = _mm_add_epi32(PRODUCTS_128(a, b), PRODUCTS_128(c, d));
    return _mm_mul_ps(_mm_cvtepi32_ps(products), _mm_set1_ps(scale));
}

INLINE float row_q8_0_sse2(const byte *w, const byte *x, whole blocks) {
    __m128 acc = _mm_setzero_ps();
    for (whole n = 0; n < blocks; n++, w += Q8_0_BYTES, x += Q8_0_BYTES)
        acc = _mm_add_ps(acc, scaled_sse2(LOAD_128(w + 2), LOAD_128(x + 2), LOAD_128(w + 18), LOAD_128(x + 18),
                                          scale_sse2(w) * scale_sse2(x)));
    return sum_128(acc);
}

INLINE float row_q4_0_sse2(const byte *w, const byte *x, whole blocks) {
    __m128 acc = _mm_setzero_ps();
    __m128i nibble = _mm_set1_epi8(15), eight = _mm_set1_epi8(8);
    for (whole n = 0; n < blocks; n++, w += Q4_0_BYTES, x += Q8_0_BYTES) {
        __m128i both = LOAD_128(w + 2);
        __m128i low = _mm_sub_epi8(_mm_and_si128(both, nibble), eight);
        __m128i high = _mm_sub_epi8(_mm_and_si128(_mm_srli_epi16(both, 4), nibble), eight);
        acc = _mm_add_ps(acc, scaled_sse2(low, LOAD_128(x + 2), high, LOAD_128(x + 18), scale_sse2(w) * scale_sse2(x)));
    }
    return sum_128(acc);
}

DOT_LOOP(dot_f16_sse2, T_SSE2, row_f16_sse2, F16_BYTES)
DOT_LOOP(dot_q8_0_sse2, T_SSE2, row_q8_0_sse2, Q8_0_BYTES)
DOT_LOOP(dot_q4_0_sse2, T_SSE2, row_q4_0_sse2, Q4_0_BYTES)

TARGET(T_AVX2) INLINE float sum_256(__m256 v) { return sum_128(_mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1))); }

TARGET(T_AVX2) INLINE __m256 floats_256(const byte *place) { return _mm256_cvtph_ps(LOAD_128(place)); }

TARGET(T_AVX2) INLINE float row_f16_avx2(const byte *w, const byte *x, whole blocks) {
    __m256 a = _mm256_setzero_ps(), b = a, c = a, d = a;
    for (whole at = 0; at < blocks * F16_BYTES; at += F16_BYTES) {
        a = _mm256_fmadd_ps(floats_256(w + at), floats_256(x + at), a);
        b = _mm256_fmadd_ps(floats_256(w + at + 16), floats_256(x + at + 16), b);
        c = _mm256_fmadd_ps(floats_256(w + at + 32), floats_256(x + at + 32), c);
        d = _mm256_fmadd_ps(floats_256(w + at + 48), floats_256(x + at + 48), d);
    }
    return sum_256(_mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d)));
}
DOT_LOOP(dot_f16_avx2, T_AVX2, row_f16_avx2, F16_BYTES)

TARGET(T_512) INLINE __m512 floats_512(const byte *place) { return _mm512_cvtph_ps(LOAD_256(place)); }

TARGET(T_512) INLINE float row_f16_512(const byte *w, const byte *x, whole blocks) {
    __m512 a = _mm512_setzero_ps(), b = a, c = a, d = a;
    whole at = 0;
    for (; at + 2 * F16_BYTES <= blocks * F16_BYTES; at += 2 * F16_BYTES) {
        a = _mm512_fmadd_ps(floats_512(w + at), floats_512(x + at), a);
        b = _mm512_fmadd_ps(floats_512(w + at + 32), floats_512(x + at + 32), b);
        c = _mm512_fmadd_ps(floats_512(w + at + 64), floats_512(x + at + 64), c);
        d = _mm512_fmadd_ps(floats_512(w + at + 96), floats_512(x + at + 96), d);
    }
    for (; at < blocks * F16_BYTES; at += 32) a = _mm512_fmadd_ps(floats_512(w + at), floats_512(x + at), a);
    return _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d)));
}
DOT_LOOP(dot_f16_512, T_512, row_f16_512, F16_BYTES)

/* Rows of 8 and 4 bits for each way to multiply bytes. These multiply unsigned with signed: a sign moves over. */
TARGET(T_AVX2) INLINE float scale_avx2(const byte *place) { return _cvtsh_ss(half_at(place)); }

/* Engines keep Q4_0 in groups of 8 rows: 8 scales, then 8 bytes at a time of rows 0 1 4 5, of rows 2 3 6 7, and again
 * the other half of their blocks. `even` and `odd` gather these two sets of rows, two sums each. */
#define HIGH_NIBBLES(v) _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble)
#define SIGNED_PRODUCTS(dot, w, x) dot(_mm256_setzero_si256(), _mm256_sign_epi8(w, w), _mm256_sign_epi8(x, w))
#define BYTE_ROWS(suffix, features, dot)                                                                        \
    TARGET(features) INLINE float row_q8_0_##suffix(const byte *w, const byte *x, whole blocks) {               \
        __m256 acc = _mm256_setzero_ps();                                                                       \
        for (whole n = 0; n < blocks; n++, w += Q8_0_BYTES, x += Q8_0_BYTES) {                                  \
            __m256i weights = LOAD_256(w + 2), products = SIGNED_PRODUCTS(dot, weights, LOAD_256(x + 2));       \
            acc = _mm256_fmadd_ps(_mm256_set1_ps(scale_avx2(w) * scale_avx2(x)), _mm256_cvtepi32_ps(products), acc); \
        }                                                                                                       \
        return sum_256(acc);                                                                                    \
    }                                                                                                           \
    TARGET(features) INLINE float rows_q4_0_##suffix(const byte *w, const byte *x, whole blocks) {              \
        __m256 acc = _mm256_setzero_ps();                                                                       \
        __m256i nibble = _mm256_set1_epi8(15), eight = _mm256_set1_epi8(8);                            \
        for (whole n = 0; n < blocks; n++, w += 8 * Q4_0_BYTES, x += Q8_0_BYTES) {                              \
            __m256i even = _mm256_setzero_si256(), odd, both[4], part[4];                                       \
            EACH_OF_4 both[i] = LOAD_256(w + 16 + 32 * i);                                                      \
            EACH_OF_4 part[i] = _mm256_set1_epi64x(*(const whole *)(x + 2 + 8 * i));                            \
            EACH_OF_4 even = dot(even, eight, part[i]); /* 8 too much in each nibble */                         \
            odd = even = _mm256_sub_epi32(_mm256_setzero_si256(), even);                                        \
            even = dot(dot(even, _mm256_and_si256(both[0], nibble), part[0]), HIGH_NIBBLES(both[0]), part[2]);  \
            odd = dot(dot(odd, _mm256_and_si256(both[1], nibble), part[0]), HIGH_NIBBLES(both[1]), part[2]);    \
            even = dot(dot(even, _mm256_and_si256(both[2], nibble), part[1]), HIGH_NIBBLES(both[2]), part[3]);  \
            odd = dot(dot(odd, _mm256_and_si256(both[3], nibble), part[1]), HIGH_NIBBLES(both[3]), part[3]);    \
            __m256 scales = _mm256_mul_ps(floats_256(w), _mm256_set1_ps(scale_avx2(x)));                        \
            acc = _mm256_fmadd_ps(scales, _mm256_cvtepi32_ps(_mm256_hadd_epi32(even, odd)), acc);               \
        }                                                                                                       \
        return sum_256(acc);                                                                                    \
    }                                                                                                           \
    DOT_LOOP(dot_q8_0_##suffix, features, row_q8_0_##suffix, Q8_0_BYTES)                                        \
    DOT_LOOP(dot_q4_0_##suffix, features, rows_q4_0_##suffix, 8 * Q4_0_BYTES)

BYTE_ROWS(avx2, T_AVX2, DOT_256)
BYTE_ROWS(512_vnni, T_512_VNNI, _mm256_dpbusd_epi32)
BYTE_ROWS(avx_vnni, T_AVX_VNNI, _mm256_dpbusd_avx_epi32)

static void cpuid(word leaf, word subleaf, word out[4]) {
#if defined(GNU)
    __cpuid_count(leaf, subleaf, out[0], out[1], out[2], out[3]);
#else
    __cpuidex((int *)out, (int)leaf, (int)subleaf);
#endif
}

/* Which registers the system saves when it changes threads. */
static word saved_state(void) {
#if defined(GNU)
    word low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#else
    return (word)_xgetbv(0);
#endif
}

#define BIT(value, place) ((value) >> (place) & 1)
enum { YMM_STATE = 0x06, ZMM_STATE = 0xe6 };

EXPORT word kernel_isa(word told_by_system) {
    word base[4], first[4], extended[4] = {0}, further[4] = {0}, mask = PORTABLE;
    (void)told_by_system;
    cpuid(0, 0, base);
    cpuid(1, 0, first);
    if (!BIT(first[2], 27)) return mask; /* xgetbv is not for programs */
    if (base[0] >= 7) {
        cpuid(7, 0, extended);
        if (extended[0] >= 1) cpuid(7, 1, further);
    }
    word state = saved_state();
    if ((state & YMM_STATE) != YMM_STATE || !BIT(first[2], 28)) return mask;
    mask |= AVX;
    if (!BIT(first[2], 12) || !BIT(first[2], 29) || !BIT(extended[1], 5)) return mask; /* FMA, F16C, AVX2 */
    mask |= AVX2;
    if (BIT(further[0], 4)) mask |= AVX_VNNI;
    word wide = BIT(extended[1], 16) & BIT(extended[1], 17) & BIT(extended[1], 30) & BIT(extended[1], 31); /* F DQ BW VL */
    if ((state & ZMM_STATE) != ZMM_STATE || !wide) return mask;
    return mask | AVX512 | (BIT(extended[2], 11) ? AVX512_VNNI : 0);
}

EXPORT float kernel_fma(word isa, whole turns, double *flop_per_turn) {
    int lanes = isa & AVX512 ? 16 : isa & (AVX2 | AVX) ? 8 : 4;
    *flop_per_turn = 2.0 * CHAINS * lanes;
    if (isa & AVX512) return fma_512(turns);
    if (isa & AVX2) return fma_avx2(turns);
    return isa & AVX ? fma_avx(turns) : fma_sse2(turns);
}

EXPORT word kernel_i8(word isa, whole turns, double *op_per_turn) {
    int lanes = isa & AVX512 ? 64 : isa & AVX2 ? 32 : 16;
    *op_per_turn = 2.0 * CHAINS * lanes;
    if (isa & AVX512) return isa & AVX512_VNNI ? i8_512_vnni(turns) : i8_512(turns);
    if (isa & AVX2) return isa & AVX_VNNI ? i8_avx_vnni(turns) : i8_avx2(turns);
    return i8_sse2(turns);
}

EXPORT word kernel_read(word isa, const byte *start, whole size, whole times) {
    if (isa & AVX512) return read_512(start, size, times);
    return isa & AVX2 ? read_avx2(start, size, times) : read_sse2(start, size, times);
}

EXPORT float kernel_dot(word isa, word type, const byte *w, const byte *x, whole blocks, whole groups) {
    if (type == F16) {
        if (isa & AVX512) return dot_f16_512(w, x, blocks, groups);
        return isa & AVX2 ? dot_f16_avx2(w, x, blocks, groups) : dot_f16_sse2(w, x, blocks, groups);
    }
    if (type == Q8_0) {
        if (isa & AVX512_VNNI) return dot_q8_0_512_vnni(w, x, blocks, groups);
        if (isa & AVX_VNNI) return dot_q8_0_avx_vnni(w, x, blocks, groups);
        return isa & AVX2 ? dot_q8_0_avx2(w, x, blocks, groups) : dot_q8_0_sse2(w, x, blocks, groups);
    }
    if (isa & AVX512_VNNI) return dot_q4_0_512_vnni(w, x, blocks, groups);
    if (isa & AVX_VNNI) return dot_q4_0_avx_vnni(w, x, blocks, groups);
    return isa & AVX2 ? dot_q4_0_avx2(w, x, blocks, groups) : dot_q4_0_sse2(w, x, blocks, groups);
}

#else
/* ------------------------------------------------------------------------------------------------------- arm64 */

/* The instructions beyond the first NEON are written as such: not every compiler offers them without a switch, and
 * each has its own way to let them pass. */
#undef TARGET
#define TARGET(features) features
#if defined(__clang__)
#define T_DOTPROD __attribute__((target("dotprod")))
#define T_I8MM __attribute__((target("i8mm")))
#define PASS_DOTPROD
#define PASS_I8MM
#else
#define T_DOTPROD
#define T_I8MM
#define PASS_DOTPROD ".arch armv8.2-a+dotprod\n\t"
#define PASS_I8MM ".arch armv8.2-a+i8mm\n\t"
#endif
#if defined(GNU)
T_DOTPROD INLINE int32x4_t dot_product(int32x4_t acc, int8x16_t a, int8x16_t b) {
    __asm__(PASS_DOTPROD "sdot %0.4s, %1.16b, %2.16b" : "+w"(acc) : "w"(a), "w"(b));
    return acc;
}
T_I8MM INLINE int32x4_t matrix_product(int32x4_t acc, int8x16_t a, int8x16_t b) {
    __asm__(PASS_I8MM "smmla %0.4s, %1.16b, %2.16b" : "+w"(acc) : "w"(a), "w"(b));
    return acc;
}
#else
#define dot_product vdotq_s32
#define matrix_product vmmlaq_s32
#endif

INLINE int32x4_t long_product(int32x4_t acc, int8x16_t a, int8x16_t b) {
    acc = vpadalq_s16(acc, vmull_s8(vget_low_s8(a), vget_low_s8(b)));
    return vpadalq_s16(acc, vmull_high_s8(a, b));
}

#define MULTIPLY_ADD(acc, factor, term) vfmaq_f32(term, acc, factor)
FMA_LOOP(fma_neon, , float32x4_t, vdupq_n_f32, MULTIPLY_ADD, vst1q_f32, 4)
I8_LOOP(i8_neon, , int8x16_t, vdupq_n_s8(3), vdupq_n_s8(5), vdupq_n_s32(0), long_product, vst1q_s32, 4)
I8_LOOP(i8_dotprod, T_DOTPROD, int8x16_t, vdupq_n_s8(3), vdupq_n_s8(5), vdupq_n_s32(0), dot_product, vst1q_s32, 4)
I8_LOOP(i8_i8mm, T_I8MM, int8x16_t, vdupq_n_s8(3), vdupq_n_s8(5), vdupq_n_s32(0), matrix_product, vst1q_s32, 4)
#define LOAD_WORDS(p) vld1q_u32((const word *)(p))
READ_LOOP(read_neon, , uint32x4_t, LOAD_WORDS, vdupq_n_u32(0), veorq_u32, vst1q_u32, 16)

INLINE float scale_neon(const byte *place) {
    return vgetq_lane_f32(vcvt_f32_f16(vreinterpret_f16_u16(vdup_n_u16(half_at(place)))), 0);
}

INLINE float row_f16_neon(const byte *w, const byte *x, whole blocks) {
    float32x4_t acc[8];
    EACH_OF_8 acc[i] = vdupq_n_f32(0);
    for (whole at = 0; at < blocks * F16_BYTES; at += F16_BYTES) EACH_OF_8 {
        float16x4_t a = vreinterpret_f16_u8(vld1_u8(w + at + 8 * i)), b = vreinterpret_f16_u8(vld1_u8(x + at + 8 * i));
        acc[i] = vfmaq_f32(acc[i], vcvt_f32_f16(a), vcvt_f32_f16(b));
    }
    float sum = 0;
    EACH_OF_8 sum += vaddvq_f32(acc[i]);
    return sum;
}

#define Q8_0_ROW(suffix, features, dot)                                                                         \
    features INLINE float row_q8_0_##suffix(const byte *w, const byte *x, whole blocks) {                       \
        float32x4_t acc[4];                                                                                     \
        EACH_OF_4 acc[i] = vdupq_n_f32(0);                                                                      \
        for (whole n = 0; n < blocks; n += 4) EACH_OF_4 {                                                       \
            int32x4_t products = dot(vdupq_n_s32(0), vld1q_s8((const int8 *)w + 2), vld1q_s8((const int8 *)x + 2)); \
            products = dot(products, vld1q_s8((const int8 *)w + 18), vld1q_s8((const int8 *)x + 18));           \
            acc[i] = vfmaq_n_f32(acc[i], vcvtq_f32_s32(products), scale_neon(w) * scale_neon(x));               \
            w += Q8_0_BYTES;                                                                                    \
            x += Q8_0_BYTES;                                                                                    \
        }                                                                                                       \
        return vaddvq_f32(vaddq_f32(vaddq_f32(acc[0], acc[1]), vaddq_f32(acc[2], acc[3])));                     \
    }                                                                                                           \
    DOT_LOOP(dot_q8_0_##suffix, features, row_q8_0_##suffix, Q8_0_BYTES)

INLINE float row_q4_0_neon(const byte *w, const byte *x, whole blocks) {
    float32x4_t acc = vdupq_n_f32(0);
    for (whole n = 0; n < blocks; n++, w += Q4_0_BYTES, x += Q8_0_BYTES) {
        uint8x16_t both = vld1q_u8(w + 2);
        int8x16_t low = vsubq_s8(vreinterpretq_s8_u8(vandq_u8(both, vdupq_n_u8(15))), vdupq_n_s8(8));
        int8x16_t high = vsubq_s8(vreinterpretq_s8_u8(vshrq_n_u8(both, 4)), vdupq_n_s8(8));
        int32x4_t products = long_product(vdupq_n_s32(0), low, vld1q_s8((const int8 *)x + 2));
        products = long_product(products, high, vld1q_s8((const int8 *)x + 18));
        acc = vfmaq_n_f32(acc, vcvtq_f32_s32(products), scale_neon(w) * scale_neon(x));
    }
    return vaddvq_f32(acc);
}

/* Engines keep Q4_0 in groups of 4 rows here: 4 scales, then 4 bytes of each row at a time. The upper half of a byte
 * less 8 is a number of 8 bits times 16; the lower one becomes it by a shift. */
T_DOTPROD INLINE float rows_q4_0_dotprod(const byte *w, const byte *x, whole blocks) {
    float32x4_t acc = vdupq_n_f32(0);
    int8x16_t eight = vdupq_n_s8(-128), upper = vdupq_n_s8(-16);
    for (whole n = 0; n < blocks; n++, w += 4 * Q4_0_BYTES, x += Q8_0_BYTES) {
        int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);
        EACH_OF_4 {
            int8x16_t both = vld1q_s8((const int8 *)w + 8 + 16 * i);
            int8x16_t first = vreinterpretq_s8_s32(vld1q_dup_s32((const int *)(x + 2 + 4 * i)));
            int8x16_t second = vreinterpretq_s8_s32(vld1q_dup_s32((const int *)(x + 18 + 4 * i)));
            low = dot_product(low, veorq_s8(vshlq_n_s8(both, 4), eight), first);
            high = dot_product(high, veorq_s8(vandq_s8(both, upper), eight), second);
        }
        float32x4_t scales = vcvt_f32_f16(vreinterpret_f16_u8(vld1_u8(w)));
        acc = vfmaq_f32(acc, vmulq_n_f32(scales, scale_neon(x) / 16), vcvtq_f32_s32(vaddq_s32(low, high)));
    }
    return vaddvq_f32(acc);
}

DOT_LOOP(dot_f16_neon, , row_f16_neon, F16_BYTES)
Q8_0_ROW(neon, , long_product)
Q8_0_ROW(dotprod, T_DOTPROD, dot_product)
DOT_LOOP(dot_q4_0_neon, , row_q4_0_neon, Q4_0_BYTES)
DOT_LOOP(dot_q4_0_dotprod, T_DOTPROD, rows_q4_0_dotprod, 4 * Q4_0_BYTES)

/* Programs cannot ask these processors; the caller asked the system. */
EXPORT word kernel_isa(word told_by_system) { return PORTABLE | (told_by_system & (DOTPROD | I8MM)); }

EXPORT float kernel_fma(word isa, whole turns, double *flop_per_turn) {
    (void)isa;
    *flop_per_turn = 2.0 * CHAINS * 4;
    return fma_neon(turns);
}

EXPORT word kernel_i8(word isa, whole turns, double *op_per_turn) {
    *op_per_turn = 2.0 * CHAINS * (isa & I8MM ? 32 : 16);
    if (isa & I8MM) return i8_i8mm(turns);
    return isa & DOTPROD ? i8_dotprod(turns) : i8_neon(turns);
}

EXPORT word kernel_read(word isa, const byte *start, whole size, whole times) {
    (void)isa;
    return read_neon(start, size, times);
}

EXPORT float kernel_dot(word isa, word type, const byte *w, const byte *x, whole blocks, whole groups) {
    if (type == F16) return dot_f16_neon(w, x, blocks, groups);
    if (type == Q8_0) return isa & DOTPROD ? dot_q8_0_dotprod(w, x, blocks, groups) : dot_q8_0_neon(w, x, blocks, groups);
    return isa & DOTPROD ? dot_q4_0_dotprod(w, x, blocks, groups) : dot_q4_0_neon(w, x, blocks, groups);
}
#endif

/* ---------------------------------------------------------------------------------------------------- any CPU */

#if defined(_WIN32) && defined(GNU)
/* Called by Windows when it loads or leaves the file; the C library would bring one of its own. */
int DllMainCRTStartup(void *module, word reason, void *reserved) {
    (void)module, (void)reason, (void)reserved;
    return 1;
}
#endif

/* Raise it when a function changes its meaning: a file left from before is then not used. */
EXPORT word kernel_version(void) { return 1; }

/* How many rows of this block type stand together in one group. */
EXPORT word kernel_group_rows(word isa, word type) {
    if (type != Q4_0) return 1;
    return isa & AVX2 ? 8 : isa & DOTPROD ? 4 : 1;
}

/* Make of `lines` cache lines (a power of two) one ring in an order that nothing foresees: each line begins with the
 * place of the next. A generator modulo a power of two visits every number once; its weak low bits are mixed with its
 * high ones by a step that undoes itself. So the lines are written from first to last, not at random. */
INLINE word mixed(word line, word bits) { return line ^ line >> ((bits + 1) / 2); }

EXPORT void kernel_cycle(byte *start, word lines) {
    word bits = 0;
    while ((1u << bits) < lines) bits++;
    for (word line = 0; line < lines; line++) {
        word next = (mixed(line, bits) * 1664525u + 1013904223u) & (lines - 1);
        *(word *)(start + (whole)line * LINE) = mixed(next, bits) * LINE;
    }
}

/* Follow the ring from `place` for `steps`; the place reached. */
EXPORT word kernel_chase(const byte *start, whole steps, word place) {
    for (; steps > 0; steps--) place = *(const word *)(start + place);
    return place;
}
