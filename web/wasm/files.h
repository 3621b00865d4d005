// SPDX-License-Identifier: MIT
#ifndef WEB_FILES_H
#define WEB_FILES_H

#include "exports.h"

const maq_files *web_files_set(const web_files *files);

// Keeps a set in use until web_files_close() is called once more.
void web_files_use(web_files *files);

#endif
