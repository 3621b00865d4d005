// SPDX-License-Identifier: MIT
//
// What can be wrong with files, their names, and archives.
// files_rules.h makes an enumeration of this list, files_rules.c a table.
// RULE(name, id, flags, severity, title, explanation)
// clang-format off
RULE(MQ_SOURCE_UNREADABLE, "FIL-0001", INCOMPLETE, E, "A folder or an archive cannot be read",
     "It is not there, or its permissions do not allow reading it. Nothing is found in it.")
RULE(MQ_FILE_UNREADABLE, "FIL-0002", INCOMPLETE, E, "A file cannot be read",
     "It vanished or changed while it was being read, or its permissions do not allow reading it.")
RULE(MQ_FILE_SPECIAL, "FIL-0003", INCOMPLETE, E, "Not a regular file",
     "Reading from a pipe or a device may wait for ever, and a link inside an archive leads "
     "nowhere. Only regular files are opened, unless a pipe or a device is itself given to a "
     "command.")
RULE(MQ_FILE_OUTSIDE, "FIL-0004", INCOMPLETE, E, "A link leads out of its folder",
     "A model must not reach into folders that were not named. Replace the link by the file "
     "itself.")
RULE(MQ_FOLDER_UNREADABLE, "FIL-0005", 0, W, "A folder cannot be listed",
     "Its permissions do not allow it. What lies in it is not found.")
RULE(MQ_FILE_TOO_LARGE, "FIL-0006", INCOMPLETE, E, "A file is larger than the limits allow",
     "The most bytes of one file are an option, so that one file cannot fill all memory.")
RULE(MQ_NAME_REFUSED, "FIL-0101", 0, E, "A file name leads out of all folders",
     "Absolute names, names with a drive letter, and names with more .. than folders before them "
     "are of no use on another machine, and control characters belong in no name.")
RULE(MQ_NAME_OTHER_CAPITALS, "FIL-0102", 0, W, "A file is spelt with other capital letters",
     "Windows does not care, other systems do: there a game does not find the file. Spell both "
     "alike.")
RULE(MQ_ARCHIVE_UNKNOWN, "FIL-0201", INCOMPLETE, E, "The file is not a zip archive",
     "Nothing in it marks it as one, whatever its name says. 7z and rar archives are not read.")
RULE(MQ_ARCHIVE_TRUNCATED, "FIL-0202", INCOMPLETE, E, "The archive is truncated",
     "It begins as a zip archive does, but its end, which lists the entries, is missing. Fetch it "
     "again.")
RULE(MQ_ARCHIVE_BROKEN, "FIL-0203", INCOMPLETE, E, "The directory of the archive is broken",
     "The list of entries does not lie where the archive says, or its bytes have changed. Entries "
     "before the fault are used.")
RULE(MQ_ARCHIVE_UNSUPPORTED, "FIL-0204", INCOMPLETE, E, "The archive is of a kind that is not read",
     "Archives that are split into several files are not read, and a library that was built "
     "without zlib reads none. Unpack it into a folder and name that.")
RULE(MQ_ARCHIVE_TOO_MANY, "FIL-0205", INCOMPLETE, E,
     "The archive has more entries than the limits allow",
     "Each entry takes memory, so their number is limited by an option.")
RULE(MQ_ARCHIVE_TOO_LARGE, "FIL-0206", INCOMPLETE, E,
     "The archive unpacks to more than the limits allow",
     "A few bytes can unpack to very many. How many there may be in all, and how many for each "
     "byte of the archive, are options.")
RULE(MQ_ENTRY_UNSAFE, "FIL-0301", INCOMPLETE, W, "The name of an entry leads out of the archive",
     "An absolute name, a drive letter, .. or a control character would let an archive write or "
     "read elsewhere. The entry is left out.")
RULE(MQ_ENTRY_CLEANED, "FIL-0302", 0, N, "The name of an entry is not in plain form",
     "Backslashes, doubled slashes and parts such as . make a name that some programs do not find. "
     "The entry is used under its plain name.")
RULE(MQ_ENTRY_DUPLICATE, "FIL-0303", INCOMPLETE, W, "Two entries have the same name",
     "Programs differ in which one they use. The last one is used, as after unpacking.")
RULE(MQ_ENTRY_ENCRYPTED, "FIL-0304", INCOMPLETE, E, "An entry is encrypted",
     "There is no way to give a password. Pack the archive again without one.")
RULE(MQ_ENTRY_UNSUPPORTED, "FIL-0305", INCOMPLETE, E,
     "An entry is packed in a way that is not read",
     "Stored and deflated entries are read, as all games and tools write them. Pack the archive "
     "again.")
RULE(MQ_ENTRY_BROKEN, "FIL-0306", INCOMPLETE, E, "An entry is broken",
     "Its bytes have changed since it was packed, or some are missing. Fetch the archive again.")
RULE(MQ_ENTRY_SIZE, "FIL-0307", INCOMPLETE, E, "An entry has another size than it says",
     "The sizes in the directory of the archive decide how much memory is needed. An entry that "
     "does not keep to them is not used.")
RULE(MQ_ENTRY_RATIO, "FIL-0308", INCOMPLETE, E, "An entry unpacks to more than the limits allow",
     "How many unpacked bytes there may be for each packed one is an option. Models and images "
     "stay far below it.")
RULE(MQ_ENTRY_DISAGREES, "FIL-0309", 0, W, "The two descriptions of an entry disagree",
     "Its header, the directory of the archive and its data should agree. The directory counts, "
     "and the checksum holds. Another program may see something else.")
#undef RULE
