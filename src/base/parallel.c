// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <stdlib.h>

#include "base/lock.h"
#include "base/platform.h"

static void run_in_order(size_t count, void (*work)(void *context, size_t index),
                         void (*done)(void *context, size_t index), void *context) {
    for (size_t i = 0; i < count; i++) {
        work(context, i);
        if (done)
            done(context, i);
    }
}

#if MQ_THREADS

enum { MOST_THREADS = 256 };

typedef struct job {
    void (*work)(void *context, size_t index);
    void (*done)(void *context, size_t index);
    void *context;
    size_t count;

    mq_lock lock;    // for all below
    size_t next;     // the first item that no thread has started
    size_t reported; // how many done() was called for
    bool reporting;  // some thread is in done()
    bool *finished;  // by item: work() has returned
} job;

unsigned mq_cores(void) {
    unsigned cores = mq_platform_cores();
    return cores > MOST_THREADS ? MOST_THREADS : cores;
}

// Called with the lock held. The thread that finds the next item finished reports it and those that
// follow, with the lock released during the call so that the other threads go on.
static void report(job *j) {
    if (j->reporting)
        return;
    j->reporting = true;
    while (j->reported < j->count && j->finished[j->reported]) {
        size_t index = j->reported;
        mq_lock_release(&j->lock);
        j->done(j->context, index);
        mq_lock_acquire(&j->lock);
        j->reported++;
    }
    j->reporting = false;
}

static void *run(void *argument) {
    job *j = argument;
    mq_lock_acquire(&j->lock);
    while (j->next < j->count) {
        size_t index = j->next++;
        mq_lock_release(&j->lock);
        j->work(j->context, index);
        mq_lock_acquire(&j->lock);
        if (j->done) {
            j->finished[index] = true;
            report(j);
        }
    }
    mq_lock_release(&j->lock);
    return NULL;
}

void mq_parallel(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                 void (*done)(void *context, size_t index), void *context) {
    // Asking for the cores takes longer than many single items.
    if (threads == 0)
        threads = count > 1 ? mq_cores() : 1;
    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    if (threads > count)
        threads = (unsigned)count;

    job j = {.work = work, .done = done, .context = context, .count = count};
    bool together = threads > 1 && mq_lock_init(&j.lock);
    if (together && done) {
        j.finished = calloc(count, sizeof *j.finished);
        if (!j.finished) {
            mq_lock_destroy(&j.lock);
            together = false;
        }
    }
    if (!together) {
        run_in_order(count, work, done, context);
        return;
    }

    pthread_t others[MOST_THREADS];
    unsigned started = 0;
    while (started < threads - 1 && pthread_create(&others[started], NULL, run, &j) == 0)
        started++;
    run(&j);
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    free(j.finished);
    mq_lock_destroy(&j.lock);
}

// ---------------------------------------------------------------------------------------- in turn

typedef struct turns {
    void (*work)(void *context, size_t index);
    void *context;
    size_t count, places;

    pthread_mutex_t lock;               // for all below
    pthread_cond_t changed;             // an item was finished or done
    size_t next;                        // the first item that no thread has started
    size_t reported;                    // how many done() has returned for
    bool finished[2 * MQ_TURN_THREADS]; // of items that are not done
} turns;

// These are called with the lock held.
static bool may_start(const turns *t) {
    return t->next < t->count && t->next - t->reported < t->places;
}

static void work_on_next(turns *t) {
    size_t index = t->next++;
    pthread_mutex_unlock(&t->lock);
    t->work(t->context, index);
    pthread_mutex_lock(&t->lock);
    t->finished[index % t->places] = true;
    pthread_cond_broadcast(&t->changed);
}

static void *help(void *argument) {
    turns *t = argument;
    pthread_mutex_lock(&t->lock);
    while (t->next < t->count) {
        if (may_start(t))
            work_on_next(t);
        else
            pthread_cond_wait(&t->changed, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

// The thread of the caller works, too, while the first item that is not done is not finished.
static void lead(turns *t, void (*done)(void *context, size_t index)) {
    pthread_mutex_lock(&t->lock);
    while (t->reported < t->count) {
        bool *finished = &t->finished[t->reported % t->places];
        if (*finished) {
            pthread_mutex_unlock(&t->lock);
            done(t->context, t->reported);
            pthread_mutex_lock(&t->lock);
            *finished = false;
            t->reported++;
            pthread_cond_broadcast(&t->changed);
        } else if (may_start(t)) {
            work_on_next(t);
        } else {
            pthread_cond_wait(&t->changed, &t->lock);
        }
    }
    pthread_mutex_unlock(&t->lock);
}

void mq_parallel_in_turn(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                         void (*done)(void *context, size_t index), void *context) {
    turns t = {.work = work, .context = context, .count = count, .places = 2 * threads};
    if (threads > count)
        threads = (unsigned)count;
    if (threads < 2 || pthread_mutex_init(&t.lock, NULL) != 0) {
        run_in_order(count, work, done, context);
        return;
    }
    if (pthread_cond_init(&t.changed, NULL) == 0) {
        pthread_t others[MQ_TURN_THREADS];
        unsigned started = 0;
        while (started < threads - 1 && pthread_create(&others[started], NULL, help, &t) == 0)
            started++;
        lead(&t, done);
        for (unsigned i = 0; i < started; i++)
            pthread_join(others[i], NULL);
        pthread_cond_destroy(&t.changed);
    } else {
        run_in_order(count, work, done, context);
    }
    pthread_mutex_destroy(&t.lock);
}

#else

unsigned mq_cores(void) {
    return 1;
}

void mq_parallel_in_turn(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                         void (*done)(void *context, size_t index), void *context) {
    (void)threads;
    run_in_order(count, work, done, context);
}

void mq_parallel(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                 void (*done)(void *context, size_t index), void *context) {
    (void)threads;
    run_in_order(count, work, done, context);
}

#endif
