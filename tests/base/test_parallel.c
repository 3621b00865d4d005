// SPDX-License-Identifier: MIT
//
// mq_parallel(): everything once, reported in order, whatever the number of threads.
#define _GNU_SOURCE // sched_setaffinity()
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "base/lock.h" // MQ_THREADS
#include "base/parallel.h"

enum { MANY = 2000 };

typedef struct log {
    atomic_int worked[MANY];
    size_t reported[MANY];
    size_t count;
    atomic_int reporting; // how many are in done() at once
    atomic_int working, most_working;
    int overlaps, early;
} log;

static void pause_for(long nanoseconds) {
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

static void work(void *context, size_t index) {
    log *l = context;
    int working = atomic_fetch_add(&l->working, 1) + 1;
    int most = atomic_load(&l->most_working);
    while (working > most && !atomic_compare_exchange_weak(&l->most_working, &most, working))
        continue;
    // The first of each group takes longest, so that work ends out of order.
    if (index % 64 == 0)
        pause_for(2000000);
    atomic_fetch_add(&l->worked[index], 1);
    atomic_fetch_sub(&l->working, 1);
}

static void done(void *context, size_t index) {
    log *l = context;
    if (atomic_fetch_add(&l->reporting, 1) != 0)
        l->overlaps++;
    if (atomic_load(&l->worked[index]) != 1)
        l->early++;
    l->reported[l->count++] = index;
    if (index % 100 == 0)
        pause_for(200000);
    atomic_fetch_sub(&l->reporting, 1);
}

static void run_with(unsigned threads) {
    static log l;
    l = (log){0};
    mq_parallel(MANY, threads, work, done, &l);
    assert_int_equal(l.count, MANY);
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(atomic_load(&l.worked[i]), 1);
        assert_int_equal(l.reported[i], i);
    }
    assert_int_equal(l.overlaps, 0);
    assert_int_equal(l.early, 0);
    if (threads > 0)
        assert_true((unsigned)atomic_load(&l.most_working) <= threads);
}

static void all_once_and_in_order(void **state) {
    (void)state;
    const unsigned threads[] = {0, 1, 2, 3, 16};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        run_with(threads[i]);
}

static void threads_work_at_the_same_time(void **state) {
    (void)state;
    static log l;
    l = (log){0};
    mq_parallel(MANY, 4, work, NULL, &l);
    assert_true(atomic_load(&l.most_working) > 1);
}

static void without_done(void **state) {
    (void)state;
    static log l;
    l = (log){0};
    mq_parallel(100, 3, work, NULL, &l);
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(atomic_load(&l.worked[i]), i < 100);
}

static void nothing_to_do(void **state) {
    (void)state;
    static log l;
    l = (log){0};
    mq_parallel(0, 4, work, done, &l);
    assert_int_equal(l.count, 0);
}

static void more_threads_than_things(void **state) {
    (void)state;
    static log l;
    l = (log){0};
    mq_parallel(2, 100000, work, done, &l);
    assert_int_equal(l.count, 2);
}

static void there_is_a_core(void **state) {
    (void)state;
    assert_true(mq_cores() >= 1);
}

// As taskset and containers limit a process.
static void cores_that_the_process_must_not_use_do_not_count(void **state) {
    (void)state;
#if defined(CPU_COUNT) && MQ_THREADS
    cpu_set_t usable, one;
    if (sched_getaffinity(0, sizeof usable, &usable) != 0)
        skip();
    size_t first = 0;
    while (!CPU_ISSET(first, &usable))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(mq_cores(), CPU_COUNT(&usable));
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    unsigned cores = mq_cores();
    assert_int_equal(sched_setaffinity(0, sizeof usable, &usable), 0);
    assert_int_equal(cores, 1);
#else
    skip();
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_once_and_in_order),
        cmocka_unit_test(threads_work_at_the_same_time),
        cmocka_unit_test(without_done),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(more_threads_than_things),
        cmocka_unit_test(there_is_a_core),
        cmocka_unit_test(cores_that_the_process_must_not_use_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
