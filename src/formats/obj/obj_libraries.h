// SPDX-License-Identifier: MIT
//
// The MTL files that an OBJ file names.
#ifndef MQ_OBJ_LIBRARIES_H
#define MQ_OBJ_LIBRARIES_H

#include "formats/obj/obj_priv.h"

// How long the first name of a list is: up to the end of the first word that ends with .mtl, or
// all of it.
size_t mq_obj_library_length(const char *list);

// Reads the libraries that lie beside a file which was opened by its name, as far as they can be
// had. MAQ_OK or the arena's status.
maq_status mq_obj_read_libraries(maq_document *document, maq_obj *obj);

#endif
