// SPDX-License-Identifier: MIT
//
// Exact conversions back: a glTF file carries the model file that it was made from, with a digest of
// the scene. While nobody edits the scene, a conversion to the family of that file starts from the
// file itself, so that nothing at all changes. There is no other mechanism for this; formats rebuild
// what was edited from the scene and from the extras of its objects.
#ifndef MQ_API_ROUND_TRIP_H
#define MQ_API_ROUND_TRIP_H

#include "formats/format.h"

// Whether `made` is to carry the file of `from`: a scene does, unless the format needs a second file.
bool mq_round_trip_stores(const maq_document *from, const maq_document *made);

// Puts the file of `from` into `made`, which is finished; without its bytes the file is written anew, from
// the content. MAQ_OK, or why memory ran out.
maq_status mq_round_trip_store(const maq_document *from, maq_document *made);

// Fills `made` from the file that `from` carries, when that is of the same family and the scene is
// as it was. Otherwise *restored is false and nothing changed. MAQ_OK, or the status of the
// conversion within the family.
maq_status mq_round_trip_restore(const maq_document *from, const mq_settings *settings,
                                 maq_document *made, bool *restored);

#endif
