// SPDX-License-Identifier: MIT
//
// The formats, one row each. What is recognised by content is asked in this order.
#include "formats/format.h"
#include "formats/gltf/gltf_priv.h"
#include "formats/iq/iqe_priv.h"
#include "formats/iq/iqm_priv.h"
#include "formats/pet/pet_priv.h"
#include "formats/obj/obj_priv.h"
#include "formats/pie/pie_priv.h"
#include "formats/wza/wza_priv.h"
#include "formats/wzm/wzm_priv.h"

// clang-format off
static const mq_format *const rows[] = {
    &mq_pie_format,
    &mq_wzm_format,
    &mq_wza_format,
    &mq_iqe_format,
    &mq_iqm_format,
    &mq_pet_format,
    &mq_obj_format,
    &mq_gltf_format,
};
// clang-format on

const mq_format *mq_format_row(size_t index) {
    return index < sizeof rows / sizeof rows[0] ? rows[index] : NULL;
}
