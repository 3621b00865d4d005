// SPDX-License-Identifier: MIT
//
// What all ways to a new document share.
#ifndef MQ_API_CONVERT_H
#define MQ_API_CONVERT_H

#include "formats/format.h"

// The row of the format that a variant belongs to.
const mq_format *mq_format_of(const maq_format *description);

// Whether a format declares all these settings, for inputs or for the whole.
bool mq_settings_known(const mq_format *format, const maq_setting *settings, uint32_t count,
                       bool per_input);

// Decides what a finished conversion hands out.
maq_status mq_convert_finish(maq_document *made, maq_status status, bool strict,
                             maq_document **out);

#endif
