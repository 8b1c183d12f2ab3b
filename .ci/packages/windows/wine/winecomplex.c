/* The complex functions that numpy asks ucrtbase.dll for and Wine 10 does not have. A structure of two numbers travels as
   Microsoft's compiler hands it over; a long double has 64 bits there. */
#include <complex.h>
#include <math.h>

#define EXPORTED __declspec(dllexport)

#define FOR_TYPE(type, suffix, end)                                                                                    \
    typedef struct { type re, im; } pair##end;                                                                         \
    static complex type in##end(pair##end z) { complex type c; __real__ c = z.re; __imag__ c = z.im; return c; }       \
    static pair##end out##end(complex type c) { pair##end z = { __real__ c, __imag__ c }; return z; }                  \
    COMPLEX(cacos, suffix, end) COMPLEX(cacosh, suffix, end) COMPLEX(casin, suffix, end) COMPLEX(casinh, suffix, end)  \
    COMPLEX(catan, suffix, end) COMPLEX(catanh, suffix, end) COMPLEX(ccos, suffix, end) COMPLEX(ccosh, suffix, end)    \
    COMPLEX(cexp, suffix, end) COMPLEX(clog, suffix, end) COMPLEX(conj, suffix, end) COMPLEX(cproj, suffix, end)       \
    COMPLEX(csin, suffix, end) COMPLEX(csinh, suffix, end) COMPLEX(csqrt, suffix, end) COMPLEX(ctan, suffix, end)      \
    COMPLEX(ctanh, suffix, end)                                                                                        \
    REAL(type, carg, suffix, end) REAL(type, cimag, suffix, end) REAL(type, creal, suffix, end)                        \
    REAL(type, cabs, suffix, end)                                                                                      \
    EXPORTED pair##end w_cpow##end(pair##end a, pair##end b) { return out##end(cpow##suffix(in##end(a), in##end(b))); } \
    EXPORTED type w_norm##end(pair##end z) { return z.re * z.re + z.im * z.im; }

#define COMPLEX(name, suffix, end)                                                                                     \
    EXPORTED pair##end w_##name##end(pair##end z) { return out##end(name##suffix(in##end(z))); }
#define REAL(type, name, suffix, end)                                                                                  \
    EXPORTED type w_##name##end(pair##end z) { return name##suffix(in##end(z)); }

FOR_TYPE(float, f, f)
FOR_TYPE(double, , )
FOR_TYPE(double, , l)
