// SPDX-License-Identifier: MIT
// What compilers are told about the inner loops: to be used where it was measured to matter.
#ifndef MQ_BASE_HINTS_H
#define MQ_BASE_HINTS_H

#if defined(__GNUC__)
#define MQ_HOT static inline __attribute__((always_inline))
#define MQ_COLD static __attribute__((noinline, cold))
#define MQ_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define MQ_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define MQ_HOT static inline
#define MQ_COLD static
#define MQ_LIKELY(condition) (condition)
#define MQ_UNLIKELY(condition) (condition)
#endif

#endif
