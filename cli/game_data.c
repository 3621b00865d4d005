// SPDX-License-Identifier: MIT
#include "game_data.h"

#include <errno.h>
#include <string.h>

static cli_exit add(maq_files *files, const char *path, size_t index,
                    const cli_settings *settings) {
    maq_status status = maq_files_add_path(files, path);
    if (status == MAQ_NO_MEMORY)
        return cli_no_memory();
    if (status == MAQ_BAD_ARGUMENT) {
        cli_error("--data needs the path of a folder or an archive");
        return CLI_WRONG_USAGE;
    }
    mq_text text;
    mq_text_init(&text, NULL);
    cli_model model = {.path = path};
    cli_exit code = cli_list_findings(&text, &model, maq_files_source_at(files, index)->findings,
                                      settings, settings->level);
    cli_write_text(CLI_STDERR, &text);
    return status == MAQ_OK ? code : CLI_UNREADABLE;
}

cli_exit cli_open_data(const cli_arguments *arguments, const cli_settings *settings,
                       const char *path, maq_files **out, size_t *count) {
    cli_exit code = CLI_CLEAN;
    *count = 0;
    if (maq_files_new(NULL, out) != MAQ_OK)
        return cli_no_memory();
    for (size_t i = 0; i < arguments->setting_count && code < CLI_WRONG_USAGE; i++) {
        if (arguments->settings[i].option == &cli_options.items[CLI_OPT_DATA])
            code = cli_worse(code, add(*out, arguments->settings[i].value, (*count)++, settings));
    }
    if (path && code < CLI_WRONG_USAGE)
        code = cli_worse(code, add(*out, path, *count, settings));
    return code;
}
