// SPDX-License-Identifier: MIT
//
// A lock for what several threads share. In a build without threads (MQ_THREADS=0), where one thread
// does all the work, locks do nothing.
#ifndef MQ_BASE_LOCK_H
#define MQ_BASE_LOCK_H

#include <stdbool.h>

#ifndef MQ_THREADS
#define MQ_THREADS 1
#endif

#if MQ_THREADS

#include <pthread.h>

typedef pthread_mutex_t mq_lock;

// False when the system has no lock left.
static inline bool mq_lock_init(mq_lock *lock) {
    return pthread_mutex_init(lock, NULL) == 0;
}

static inline void mq_lock_destroy(mq_lock *lock) {
    pthread_mutex_destroy(lock);
}

static inline void mq_lock_acquire(mq_lock *lock) {
    pthread_mutex_lock(lock);
}

static inline void mq_lock_release(mq_lock *lock) {
    pthread_mutex_unlock(lock);
}

#else

typedef char mq_lock;

static inline bool mq_lock_init(mq_lock *lock) {
    *lock = 0;
    return true;
}

static inline void mq_lock_destroy(mq_lock *lock) {
    (void)lock;
}

static inline void mq_lock_acquire(mq_lock *lock) {
    (void)lock;
}

static inline void mq_lock_release(mq_lock *lock) {
    (void)lock;
}

#endif

#endif
