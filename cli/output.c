// SPDX-License-Identifier: MIT
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#include "base/utf8.h"

// The process has one standard output, one terminal and one set of signals: so does this file.
static struct {
    int reason; // errno of the first failed write to standard output
    bool colours[3];
    bool terminal;
    bool no_memory;
} output;

// Set by a request to end and read by all threads: its number.
static atomic_int interrupted;

cli_exit cli_worse(cli_exit a, cli_exit b) {
    return a > b ? a : b;
}

void cli_output_start(void) {
    if (!mq_platform_start())
        exit(CLI_UNWRITABLE);
    const char *no_colour = getenv("NO_COLOR");
    bool colours = !(no_colour && *no_colour);
    output.colours[CLI_STDOUT] = colours && mq_platform_is_terminal(CLI_STDOUT);
    output.terminal = mq_platform_is_terminal(CLI_STDERR);
    output.colours[CLI_STDERR] = colours && output.terminal;
}

void cli_write(cli_stream stream, const void *bytes, size_t length) {
    if (stream == CLI_STDOUT && output.reason != 0)
        return;
    const char *at = bytes;
    while (length > 0) {
        ptrdiff_t n = mq_platform_write(mq_platform_standard((int)stream), at, length);
        if (n < 0) {
            if (stream == CLI_STDOUT)
                output.reason = errno;
            return;
        }
        at += n;
        length -= (size_t)n;
    }
}

void cli_write_text(cli_stream stream, mq_text *text) {
    if (text->status != MAQ_OK) {
        if (!output.no_memory)
            cli_no_memory();
        output.no_memory = true;
    } else {
        cli_write(stream, text->data, text->length);
    }
    mq_text_free(text);
}

bool cli_output_failed(void) {
    return output.reason != 0;
}

cli_exit cli_output_end(cli_exit code) {
    if (output.reason != 0) {
        if (output.reason != EPIPE)
            cli_error("cannot write to standard output: %s", mq_platform_error_text(output.reason));
        return CLI_UNWRITABLE;
    }
    return output.no_memory ? CLI_UNWRITABLE : code;
}

cli_exit cli_no_memory(void) {
    cli_error("%s", maq_status_text(MAQ_NO_MEMORY));
    return CLI_UNREADABLE;
}

void cli_error(const char *format, ...) {
    char message[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    mq_text text;
    mq_text_init(&text, NULL);
    mq_text_string(&text, "maquette: ");
    cli_put_safe(&text, message, strlen(message));
    mq_text_char(&text, '\n');
    cli_write(CLI_STDERR, text.data, text.status == MAQ_OK ? text.length : 0);
    mq_text_free(&text);
}

// ---------------------------------------------------------------------------------------- colours

bool cli_has_colours(cli_stream stream) {
    return output.colours[stream];
}

void cli_put_colour(mq_text *text, bool colours, cli_colour colour) {
    static const char *const codes[] = {
        [CLI_PLAIN] = "\033[0m",    [CLI_RED] = "\033[1;31m", [CLI_YELLOW] = "\033[1;33m",
        [CLI_GREEN] = "\033[1;32m", [CLI_CYAN] = "\033[36m",  [CLI_MAGENTA] = "\033[1;35m",
        [CLI_BOLD] = "\033[1m",
    };
    if (colours)
        mq_text_string(text, codes[colour]);
}

// Whether a character controls the terminal or the direction of text: C0, C1, U+200E, U+200F, U+2028 to
// U+202E, U+2066 to U+2069. A byte that is not UTF-8 is one of C1 for some terminals.
static bool is_control(const unsigned char *bytes, size_t length) {
    if (length <= 1)
        return bytes[0] < 0x20 || (bytes[0] >= 0x7f && bytes[0] <= 0x9f);
    if (length == 2)
        return bytes[0] == 0xc2 && bytes[1] <= 0x9f;
    if (length != 3 || bytes[0] != 0xe2)
        return false;
    return (bytes[1] == 0x80 &&
            (bytes[2] == 0x8e || bytes[2] == 0x8f || (bytes[2] >= 0xa8 && bytes[2] <= 0xae))) ||
           (bytes[1] == 0x81 && bytes[2] >= 0xa6 && bytes[2] <= 0xa9);
}

void cli_put_safe(mq_text *text, const char *bytes, size_t length) {
    const unsigned char *at = (const unsigned char *)bytes;
    size_t plain = 0, step;
    for (size_t i = 0; i < length; i += step) {
        size_t character = mq_utf8_length(at + i, length - i);
        step = character ? character : 1;
        if (!is_control(at + i, character))
            continue;
        if (i > plain)
            mq_text_bytes(text, bytes + plain, i - plain);
        for (size_t k = 0; k < step; k++)
            mq_text_format(text, "\\x%02x", at[i + k]);
        plain = i + step;
    }
    if (length > plain)
        mq_text_bytes(text, bytes + plain, length - plain);
}

void cli_put_count(mq_text *text, uint64_t count, const char *one, const char *many) {
    mq_text_format(text, "%llu %s", (unsigned long long)count, count == 1 ? one : many);
}

enum { LINE_WIDTH = 80 };

static void put_blanks(mq_text *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        mq_text_char(text, ' ');
}

void cli_put_wrapped(mq_text *text, size_t column, size_t indent, const char *paragraphs) {
    const char *at = paragraphs;
    while (*at) {
        if (*at == '\n') {
            mq_text_char(text, '\n');
            column = 0;
            at++;
            continue;
        }
        if (*at == ' ') {
            at++;
            continue;
        }
        size_t length = strcspn(at, " \n");
        if (column > indent && column + 1 + length > LINE_WIDTH) {
            mq_text_char(text, '\n');
            column = 0;
        }
        if (column < indent) {
            put_blanks(text, indent - column);
            column = indent;
        } else if (column > indent) {
            mq_text_char(text, ' ');
            column++;
        }
        mq_text_bytes(text, at, length);
        column += length;
        at += length;
    }
    mq_text_char(text, '\n');
}

// --------------------------------------------------------------------------------------- progress

enum { PROGRESS_DELAY = 500, PROGRESS_STEP = 100 };

void cli_progress_start(cli_progress *progress, const char *what, size_t total, bool quiet) {
    *progress = (cli_progress){.what = what,
                               .total = total,
                               .wanted = output.terminal && !quiet && total != 1,
                               .started = mq_platform_milliseconds()};
}

void cli_progress_step(cli_progress *progress) {
    progress->done++;
    if (!progress->wanted)
        return;
    int64_t now = mq_platform_milliseconds();
    if (now - progress->started < PROGRESS_DELAY || now - progress->last < PROGRESS_STEP)
        return;
    progress->last = now;
    progress->shown = true;
    char line[96];
    int length =
        progress->total > 0
            ? snprintf(line, sizeof line, "\r\033[K%s: %zu of %zu (%zu%%)", progress->what,
                       progress->done, progress->total, progress->done * 100 / progress->total)
            : snprintf(line, sizeof line, "\r\033[K%s: %zu", progress->what, progress->done);
    if (length > 0)
        cli_write(CLI_STDERR, line, (size_t)length);
}

void cli_progress_clear(cli_progress *progress) {
    if (progress->shown)
        cli_write(CLI_STDERR, "\r\033[K", 4);
    progress->shown = false;
}

// ------------------------------------------------------------------------------------ interruption

static void on_interrupt(int number) {
    atomic_store(&interrupted, number);
}

void cli_finish_on_interrupt(void) {
    mq_platform_handle_interrupts(on_interrupt);
}

bool cli_interrupted(void) {
    return atomic_load(&interrupted) != 0;
}

void cli_end_interrupted(void) {
    int number = atomic_load(&interrupted);
    if (number != 0)
        mq_platform_end_by_interrupt(number);
}
