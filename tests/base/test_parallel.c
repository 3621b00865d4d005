// SPDX-License-Identifier: MIT
//
// Everything once, reported in order, whatever the number of threads.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "base/lock.h" // MQ_THREADS
#include "base/parallel.h"
#include "support/one_core.h"

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

// -------------------------------------------------------------------------------------- in turn

typedef struct turns {
    log log;
    unsigned threads;
    pthread_t caller;
    atomic_size_t reported;
    atomic_int too_early, elsewhere;
} turns;

static void work_in_turn(void *context, size_t index) {
    turns *t = context;
    if (index >= atomic_load(&t->reported) + 2 * (size_t)t->threads)
        atomic_fetch_add(&t->too_early, 1);
    work(&t->log, index);
}

static void done_in_turn(void *context, size_t index) {
    turns *t = context;
    if (!pthread_equal(t->caller, pthread_self()))
        atomic_fetch_add(&t->elsewhere, 1);
    done(&t->log, index);
    atomic_fetch_add(&t->reported, 1);
}

static void places_are_used_in_turn(void **state) {
    (void)state;
    static turns t;
    for (unsigned threads = 1; threads <= MQ_TURN_THREADS; threads++) {
        for (size_t count = 0; count <= MANY; count = count < 20 ? count + 1 : count * 10) {
            t = (turns){.threads = threads, .caller = pthread_self()};
            mq_parallel_in_turn(count, threads, work_in_turn, done_in_turn, &t);
            assert_int_equal(t.log.count, count);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(atomic_load(&t.log.worked[i]), 1);
                assert_int_equal(t.log.reported[i], i);
            }
            assert_int_equal(t.log.early, 0);
            assert_int_equal(atomic_load(&t.too_early), 0);
            assert_int_equal(atomic_load(&t.elsewhere), 0);
            assert_true((unsigned)atomic_load(&t.log.most_working) <= threads);
        }
    }
#if MQ_THREADS
    assert_true(atomic_load(&t.log.most_working) > 1);
#endif
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

static void count_cores(void *context) {
    *(unsigned *)context = mq_cores();
}

static void cores_that_the_process_must_not_use_do_not_count(void **state) {
    (void)state;
    unsigned before = mq_cores(), cores = 0;
    int usable = MQ_THREADS ? on_one_core(count_cores, &cores) : 0;
    if (usable == 0)
        skip();
    assert_int_equal(before, usable);
    assert_int_equal(cores, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_once_and_in_order),
        cmocka_unit_test(threads_work_at_the_same_time),
        cmocka_unit_test(places_are_used_in_turn),
        cmocka_unit_test(without_done),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(more_threads_than_things),
        cmocka_unit_test(there_is_a_core),
        cmocka_unit_test(cores_that_the_process_must_not_use_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
