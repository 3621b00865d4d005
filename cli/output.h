// SPDX-License-Identifier: MIT
//
// What the command prints: standard output (with its failures noticed), messages, colours, counts
// and progress.
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

typedef enum cli_exit {
    CLI_CLEAN = 0,
    CLI_PROBLEMS = 1,
    CLI_WRONG_USAGE = 2,
    CLI_UNREADABLE = 3,
    CLI_UNWRITABLE = 4,
} cli_exit;

// The higher of two, which is the more serious one.
cli_exit cli_worse(cli_exit a, cli_exit b);

// Once, before anything is printed: signals, closed standard streams, colours.
void cli_output_start(void);

// Which of the two streams a text goes to.
typedef enum cli_stream { CLI_STDOUT = 1, CLI_STDERR = 2 } cli_stream;

void cli_write(cli_stream stream, const void *bytes, size_t length);

// Writes the text and frees it. A text that ran out of memory is reported as an error.
void cli_write_text(cli_stream stream, mq_text *text);

// Whether standard output has failed, so that further printing is useless.
bool cli_output_failed(void);

// The exit code: `code`, or CLI_UNWRITABLE when standard output failed. A closed pipe is not
// reported: whoever closed it knows.
cli_exit cli_output_end(cli_exit code);

// Reports that memory ran out; the exit code for it.
cli_exit cli_no_memory(void);

// "maquette: ..." on standard error. Only from the main thread or a `done` of mq_parallel.
__attribute__((format(printf, 1, 2))) void cli_error(const char *format, ...);

// ---------------------------------------------------------------------------------------- colours

typedef enum cli_colour {
    CLI_PLAIN,
    CLI_RED,
    CLI_YELLOW,
    CLI_GREEN,
    CLI_CYAN,
    CLI_MAGENTA,
    CLI_BOLD,
} cli_colour;

bool cli_has_colours(cli_stream stream);

// Nothing without `colours`. CLI_PLAIN ends what another began.
void cli_put_colour(mq_text *text, bool colours, cli_colour colour);

// Text from a file or the command line: control characters, also those of the direction of text, are shown
// as \x1b.
void cli_put_safe(mq_text *text, const char *bytes, size_t length);

// "1 file", "2 files"; "1 loss", "2 losses".
void cli_put_count(mq_text *text, uint64_t count, const char *one, const char *many);

// Paragraphs, separated by line breaks, wrapped to 80 columns with `indent` blanks before each line.
// The text continues a line that has `column` characters already. Ends with a line break.
void cli_put_wrapped(mq_text *text, size_t column, size_t indent, const char *paragraphs);

// --------------------------------------------------------------------------------------- progress

// One line on a terminal that is rewritten; it appears after half a second.
typedef struct cli_progress {
    const char *what; // "checking"
    size_t total, done;
    bool wanted, shown;
    int64_t started, last; // milliseconds
} cli_progress;

// A total of 0 is not known.
void cli_progress_start(cli_progress *progress, const char *what, size_t total, bool quiet);
void cli_progress_step(cli_progress *progress);

// Removes the line: before anything else is printed, and at the end.
void cli_progress_clear(cli_progress *progress);

// ------------------------------------------------------------------------------------ interruption

// From here on, the first Ctrl-C lets the files in progress be finished; the second one ends the
// process at once.
void cli_finish_on_interrupt(void);
bool cli_interrupted(void);

// Ends the process by the signal that was deferred, if there was one, so that shells see it.
void cli_end_interrupted(void);

// ------------------------------------------------------------------------------------- suggestions

// The known word that is nearest to one that the user typed.
typedef struct cli_suggestion {
    const char *word; // NULL: none is near
    size_t distance;
} cli_suggestion;

// Offers a known word.
void cli_suggest(cli_suggestion *suggestion, const char *given, const char *word);

#endif
