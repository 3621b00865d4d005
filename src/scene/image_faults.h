// SPDX-License-Identifier: MIT
//
// What can be wrong with the images of a model, for formats that have rules for it.
#ifndef MQ_SCENE_IMAGE_FAULTS_H
#define MQ_SCENE_IMAGE_FAULTS_H

typedef enum mq_image_fault {
    MQ_IMAGE_FAULT_MISSING,
    MQ_IMAGE_FAULT_MASK_MISSING, // the same for a team mask
    MQ_IMAGE_FAULT_OTHER_CAPITALS,
    MQ_IMAGE_FAULT_TWIN,   // there is a compressed image beside it, which the game prefers
    MQ_IMAGE_FAULT_BROKEN, // the file is damaged or incomplete
    MQ_IMAGE_FAULT_NOT_PNG,
    MQ_IMAGE_FAULT_NOT_POWER_OF_TWO,
    MQ_IMAGE_FAULT_TOO_LARGE, // a side has more than 4096 pixels
    MQ_IMAGE_FAULT_COUNT,
} mq_image_fault;

#endif
