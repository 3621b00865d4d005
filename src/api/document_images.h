// SPDX-License-Identifier: MIT
//
// The images of a document, for checks and summaries.
#ifndef MQ_API_DOCUMENT_IMAGES_H
#define MQ_API_DOCUMENT_IMAGES_H

#include "formats/format.h"

// Adds what is wrong with the images that a document names or embeds. Failing memory shows in the status
// of the findings' arena.
void mq_document_check_images(const maq_document *document, const maq_check_options *options,
                              mq_findings *findings);

// Adds the images of a document to the list "images" of a summary (NULL: there was no memory for it).
void mq_document_list_images(const maq_document *document, mq_node *list);

#endif
