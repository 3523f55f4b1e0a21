/* Floating-point environments in which the library must give the same results: the four rounding
 * modes, and on x86 each of them with subnormals flushed to zero, as input and as output. */
#ifndef FJ_TESTS_ENVIRONMENT_H
#define FJ_TESTS_ENVIRONMENT_H

#include <fenv.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#define ENVIRONMENT_COUNT 8

static inline void environment_flush(int on)
{
    unsigned flush_and_zero = 0x8040;
    _mm_setcsr(on ? _mm_getcsr() | flush_and_zero : _mm_getcsr() & ~flush_and_zero);
}
#else
#define ENVIRONMENT_COUNT 4

static inline void environment_flush(int on)
{
    (void)on;
}
#endif

/* 0 is the usual one. */
static inline void environment_enter(int which)
{
    static const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(modes[which & 3]);
    environment_flush(which >> 2);
}

#endif
