// SPDX-License-Identifier: MIT
#ifndef MQ_API_POSITION_H
#define MQ_API_POSITION_H

#include "formats/format.h"

// Prepares maq_document_position() for a document's source. False when there is no memory.
bool mq_line_marks_build(maq_document *document);

#endif
