// SPDX-License-Identifier: MIT
#ifndef WEB_FILES_H
#define WEB_FILES_H

#include "exports.h"

// The set, for a model that ends its use with web_files_close().
const maq_files *web_files_use(web_files *files);

#endif
