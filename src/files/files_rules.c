// SPDX-License-Identifier: MIT
#include "files/files_rules.h"

#define RULE(name, id, severity, incomplete_read, title, explain)                                  \
    [MQ_##name] = {                                                                                \
        id, title, explain, false, {severity, severity, severity, severity}, incomplete_read}

const maq_rule mq_files_rules[MQ_FILES_RULE_COUNT] = {
    RULE(SOURCE_UNREADABLE, "FIL-0001", MAQ_ERROR, true, "A folder or an archive cannot be read",
         "It is not there, or its permissions do not allow reading it. Nothing is found in it."),
    RULE(FILE_UNREADABLE, "FIL-0002", MAQ_ERROR, true, "A file cannot be read",
         "It vanished or changed while it was being read, or its permissions do not allow reading "
         "it."),
    RULE(FILE_SPECIAL, "FIL-0003", MAQ_ERROR, true, "Not a regular file",
         "Reading from a pipe or a device may wait for ever, and a link inside an archive leads "
         "nowhere. Only regular files are opened."),
    RULE(FILE_OUTSIDE, "FIL-0004", MAQ_ERROR, true, "A link leads out of its folder",
         "A model must not reach into folders that were not named. Replace the link by the file "
         "itself."),
    RULE(FOLDER_UNREADABLE, "FIL-0005", MAQ_WARNING, false, "A folder cannot be listed",
         "Its permissions do not allow it. What lies in it is not found."),
    RULE(FILE_TOO_LARGE, "FIL-0006", MAQ_ERROR, true, "A file is larger than the limits allow",
         "The most bytes of one file are an option, so that one file cannot fill all memory."),
    RULE(NAME_REFUSED, "FIL-0101", MAQ_ERROR, false, "A file name leads out of all folders",
         "Absolute names, names with a drive letter, and names with more .. than folders before "
         "them are of no use on another machine, and control characters belong in no name."),
    RULE(NAME_OTHER_CAPITALS, "FIL-0102", MAQ_WARNING, false,
         "A file is spelt with other capital letters",
         "Windows does not care, other systems do: there a game does not find the file. Spell both "
         "alike."),
    RULE(
        ARCHIVE_UNKNOWN, "FIL-0201", MAQ_ERROR, true, "The file is not a zip archive",
        "Nothing in it marks it as one, whatever its name says. 7z and rar archives are not read."),
    RULE(ARCHIVE_TRUNCATED, "FIL-0202", MAQ_ERROR, true, "The archive is truncated",
         "It begins as a zip archive does, but its end, which lists the entries, is missing. Fetch "
         "it again."),
    RULE(ARCHIVE_BROKEN, "FIL-0203", MAQ_ERROR, true, "The directory of the archive is broken",
         "The list of entries does not lie where the archive says, or its bytes have changed. "
         "Entries before the fault are used."),
    RULE(ARCHIVE_UNSUPPORTED, "FIL-0204", MAQ_ERROR, true,
         "The archive is of a kind that is not read",
         "Archives that are split into several files are not read, and a library that was built "
         "without zlib reads none. Unpack it into a folder and name that."),
    RULE(ARCHIVE_TOO_MANY, "FIL-0205", MAQ_ERROR, true,
         "The archive has more entries than the limits allow",
         "Each entry takes memory, so their number is limited by an option."),
    RULE(ARCHIVE_TOO_LARGE, "FIL-0206", MAQ_ERROR, true,
         "The archive unpacks to more than the limits allow",
         "A few bytes can unpack to very many. How many there may be in all, and how many for each "
         "byte of the archive, are options."),
    RULE(
        ENTRY_UNSAFE, "FIL-0301", MAQ_WARNING, true,
        "The name of an entry leads out of the archive",
        "An absolute name, a drive letter, .. or a control character would let an archive write or "
        "read elsewhere. The entry is left out."),
    RULE(ENTRY_CLEANED, "FIL-0302", MAQ_NOTE, false, "The name of an entry is not in plain form",
         "Backslashes, doubled slashes and parts such as . make a name that some programs do not "
         "find. The entry is used under its plain name."),
    RULE(ENTRY_DUPLICATE, "FIL-0303", MAQ_WARNING, true, "Two entries have the same name",
         "Programs differ in which one they use. The last one is used, as after unpacking."),
    RULE(ENTRY_ENCRYPTED, "FIL-0304", MAQ_ERROR, true, "An entry is encrypted",
         "There is no way to give a password. Pack the archive again without one."),
    RULE(
        ENTRY_UNSUPPORTED, "FIL-0305", MAQ_ERROR, true,
        "An entry is packed in a way that is not read",
        "Stored and deflated entries are read, as all games and tools write them. Pack the archive "
        "again."),
    RULE(
        ENTRY_BROKEN, "FIL-0306", MAQ_ERROR, true, "An entry is broken",
        "Its bytes have changed since it was packed, or some are missing. Fetch the archive again."),
    RULE(ENTRY_SIZE, "FIL-0307", MAQ_ERROR, true, "An entry has another size than it says",
         "The sizes in the directory of the archive decide how much memory is needed. An entry "
         "that does not keep to them is not used."),
    RULE(ENTRY_RATIO, "FIL-0308", MAQ_ERROR, true, "An entry unpacks to more than the limits allow",
         "How many unpacked bytes there may be for each packed one is an option. Models and images "
         "stay far below it."),
    RULE(ENTRY_DISAGREES, "FIL-0309", MAQ_WARNING, false,
         "The two descriptions of an entry disagree",
         "Its header, the directory of the archive and its data should agree. The directory "
         "counts, and the checksum holds. Another program may see something else."),
};

const maq_rule *maq_files_rules(size_t *count) {
    if (count)
        *count = MQ_FILES_RULE_COUNT;
    return mq_files_rules;
}
