// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_THREADS = 256 };

typedef struct job {
    void (*work)(void *context, size_t index);
    void (*done)(void *context, size_t index);
    void *context;
    size_t count;

    pthread_mutex_t lock; // for all below
    size_t next;          // the first item that no thread has started
    size_t reported;      // how many done() was called for
    bool reporting;       // some thread is in done()
    bool *finished;       // by item: work() has returned
} job;

unsigned mq_cores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores < 1)
        return 1;
    return cores > MOST_THREADS ? MOST_THREADS : (unsigned)cores;
}

// Called with the lock held. The thread that finds the next item finished reports it and those that
// follow, with the lock released during the call so that the other threads go on.
static void report(job *j) {
    if (j->reporting)
        return;
    j->reporting = true;
    while (j->reported < j->count && j->finished[j->reported]) {
        size_t index = j->reported;
        pthread_mutex_unlock(&j->lock);
        j->done(j->context, index);
        pthread_mutex_lock(&j->lock);
        j->reported++;
    }
    j->reporting = false;
}

static void *run(void *argument) {
    job *j = argument;
    pthread_mutex_lock(&j->lock);
    while (j->next < j->count) {
        size_t index = j->next++;
        pthread_mutex_unlock(&j->lock);
        j->work(j->context, index);
        pthread_mutex_lock(&j->lock);
        if (j->done) {
            j->finished[index] = true;
            report(j);
        }
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

void mq_parallel(size_t count, unsigned threads, void (*work)(void *context, size_t index),
                 void (*done)(void *context, size_t index), void *context) {
    if (threads == 0)
        threads = mq_cores();
    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    if (threads > count)
        threads = (unsigned)count;

    job j = {.work = work, .done = done, .context = context, .count = count};
    bool together = threads > 1 && pthread_mutex_init(&j.lock, NULL) == 0;
    if (together && done) {
        j.finished = calloc(count, sizeof *j.finished);
        if (!j.finished) {
            pthread_mutex_destroy(&j.lock);
            together = false;
        }
    }
    if (!together) {
        for (size_t i = 0; i < count; i++) {
            work(context, i);
            if (done)
                done(context, i);
        }
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
    pthread_mutex_destroy(&j.lock);
}
