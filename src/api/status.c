// SPDX-License-Identifier: MIT
//
// The names of things.
#include "maquette/maquette.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *maq_version(void) {
    return TEXT(MAQ_VERSION_MAJOR) "." TEXT(MAQ_VERSION_MINOR) "." TEXT(MAQ_VERSION_PATCH);
}

const char *maq_status_text(maq_status status) {
    switch (status) {
    case MAQ_OK:
        return "success";
    case MAQ_BAD_ARGUMENT:
        return "an argument of the call is wrong";
    case MAQ_NO_MEMORY:
        return "there is not enough memory";
    case MAQ_OVER_LIMIT:
        return "the input exceeds the limits";
    case MAQ_UNKNOWN_FORMAT:
        return "the input is not a model of a known format";
    case MAQ_BAD_DATA:
        return "the input cannot be read as a model";
    case MAQ_UNSUPPORTED:
        return "the format cannot do this";
    case MAQ_CANNOT_READ:
        return "the file cannot be read";
    case MAQ_CANNOT_WRITE:
        return "the file cannot be written";
    case MAQ_LOSS_REFUSED:
        return "the conversion would drop something";
    }
    return "an unknown status";
}

const char *maq_severity_name(maq_severity severity) {
    switch (severity) {
    case MAQ_SILENT:
        return "silent";
    case MAQ_NOTE:
        return "note";
    case MAQ_WARNING:
        return "warning";
    case MAQ_ERROR:
        return "error";
    case MAQ_LOSS:
        return "loss";
    }
    return "unknown";
}
