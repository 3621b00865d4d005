// SPDX-License-Identifier: MIT
#include "support/conversions_page.h"

#include <stdlib.h>
#include <string.h>

#define WHOLE "●"
#define PARTLY "○"
#define NOT "-"

static const char *family_of(size_t name) {
    const maq_format *format = NULL;
    maq_find_variant(conversion_names[name], &format);
    return format->family;
}

static bool related(size_t a, size_t b) {
    return strcmp(family_of(a), family_of(b)) == 0;
}

static void head(FILE *out, const char *corner) {
    fprintf(out, "| %s |", corner);
    for (size_t i = 0; i < CONVERSION_NAMES; i++)
        fprintf(out, " %s |", conversion_names[i]);
    fputs("\n|---|", out);
    for (size_t i = 0; i < CONVERSION_NAMES; i++)
        fputs(":-:|", out);
    fputc('\n', out);
}

// ---------------------------------------------------------------------------------- the two tables

static void write_ways(FILE *out) {
    head(out, "from \\ to");
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        fprintf(out, "| **%s** |", conversion_names[i]);
        for (size_t k = 0; k < CONVERSION_NAMES; k++) {
            const conversion *c = &conversions[i][k];
            fprintf(out, " %s |",
                    c->status != MAQ_OK     ? NOT
                    : c->losses->losses > 0 ? PARTLY
                                            : WHOLE);
        }
        fputc('\n', out);
    }
}

// Whether a category comes through into a format from all models that have it, or from some.
static const char *survival(census_category category, size_t to) {
    unsigned kept = 0, lost = 0;
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        const conversion *c = &conversions[i][to];
        if (i == to || c->status != MAQ_OK || c->before.counts[category] == 0)
            continue;
        if (c->differences[category])
            lost++;
        else
            kept++;
    }
    return kept + lost == 0 ? "" : lost == 0 ? WHOLE : kept == 0 ? NOT : PARTLY;
}

static void write_survival(FILE *out) {
    head(out, "");
    for (int i = 0; i < CENSUS_COUNT; i++) {
        fprintf(out, "| %s |", census_names[i]);
        for (size_t k = 0; k < CONVERSION_NAMES; k++)
            fprintf(out, " %s |", survival((census_category)i, k));
        fputc('\n', out);
    }
}

// --------------------------------------------------------------------------- what each cannot hold

static bool reports(const conversion *c, const maq_rule *rule) {
    for (size_t i = 0; i < c->losses->count; i++) {
        if (c->losses->items[i].rule == rule)
            return true;
    }
    return false;
}

// Names some of the formats in question, or says nothing when it is all of them.
static void write_some(FILE *out, const char *word, const bool *marked, const bool *possible) {
    bool all = true, first = true;
    for (size_t i = 0; i < CONVERSION_NAMES; i++)
        all = all && marked[i] == possible[i];
    for (size_t i = 0; i < CONVERSION_NAMES && !all; i++) {
        if (!marked[i])
            continue;
        fprintf(out, "%s%s", first ? word : ", ", conversion_names[i]);
        first = false;
    }
}

// One rule, if a conversion into the family from others (or within it) reports it, below a title (or NULL).
static bool write_rule(FILE *out, const maq_rule *rule, const char *family, bool within,
                       const char *title) {
    bool from[CONVERSION_NAMES] = {0}, to[CONVERSION_NAMES] = {0}, reported = false;
    bool sources[CONVERSION_NAMES] = {0}, targets[CONVERSION_NAMES] = {0};
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        for (size_t k = 0; k < CONVERSION_NAMES; k++) {
            if (strcmp(family_of(k), family) != 0 || related(i, k) != within || i == k)
                continue;
            sources[i] = targets[k] = true;
            if (!reports(&conversions[i][k], rule))
                continue;
            from[i] = to[k] = reported = true;
        }
    }
    if (!reported)
        return false;
    if (title)
        fprintf(out, "\n%s\n\n", title);
    fprintf(out, "* %s ([%s](rules.md#%s))", rule->title, rule->id, rule->id);
    write_some(out, ", from ", from, sources);
    write_some(out, ", in ", to, targets);
    fputs(".\n", out);
    return true;
}

// All rules of a kind that conversions into a family report. False when there is none.
static bool write_rules(FILE *out, const char *family, bool within, bool losses,
                        const char *title) {
    bool any = false;
    const maq_format *format;
    for (size_t f = 0; (format = maq_format_at(f)); f++) {
        for (uint32_t r = 0; r < format->rule_count; r++) {
            const maq_rule *rule = &format->rules[r];
            if ((rule->severity[0] == MAQ_LOSS) != losses)
                continue;
            any = write_rule(out, rule, family, within, any ? NULL : title) || any;
        }
    }
    return any;
}

static void write_family(FILE *out, size_t first) {
    const char *family = family_of(first);
    const maq_format *format = NULL;
    maq_find_variant(conversion_names[first], &format);
    fprintf(out, "\n## Into %s:", format->title);
    for (size_t i = first; i < CONVERSION_NAMES; i++) {
        if (related(first, i))
            fprintf(out, " %s", conversion_names[i]);
    }
    fputc('\n', out);
    bool any = write_rules(out, family, false, true, "From other formats this is lost:");
    any |= write_rules(out, family, false, false, "This is made for it:");
    any |= write_rules(out, family, true, true, "Within the family this is lost:");
    if (!any)
        fputs("\nNothing is lost.\n", out);
}

void conversions_page(FILE *out) {
    fputs(
        "<!-- SPDX-License-Identifier: MIT -->\n"
        "<!-- Made by: scripts/make-docs -->\n"
        "# Conversions\n"
        "\n"
        "Every format can be converted into every other. What the new format has no place for is\n"
        "named, one line for each kind of thing, and `--strict` refuses a conversion that loses\n"
        "anything. This page is made from such lists: each format is tried with a model that uses\n"
        "everything it has (`tests/data/full`), and a test holds the lists against what really is\n"
        "in the new files.\n"
        "\n"
        "## All ways\n"
        "\n" WHOLE " all of that model comes through; " PARTLY
        " something of it has no place and is named; " NOT " not possible.\n\n",
        out);
    write_ways(out);
    fputs(
        "\n"
        "These models have everything; an ordinary one loses less. `maquette convert` lists what\n"
        "a given model loses.\n"
        "\n"
        "## What comes through\n"
        "\n" WHOLE " from all of those models that have it; " PARTLY " from some; " NOT
        " from none.\n\n",
        out);
    write_survival(out);
    for (size_t i = 0; i < CONVERSION_NAMES; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first = first && !related(i, k);
        if (first)
            write_family(out, i);
    }
}
