// SPDX-License-Identifier: MIT
//
// The rules of PIE files. pie_rules.h makes an enumeration of this list, pie_rules.c a table.
// RULE(name, id, flags, game, game_4_3, wmit, spec, title, explanation)
// Severities are for the game (4.4 and later), game 4.3, WMIT and the document: what that reader
// refuses, or what breaks it, is an error; what it repairs or complains of is a warning.
// clang-format off
// 00xx: the text as such
RULE(PIE_NOT_PIE, "PIE-0001", INCOMPLETE, E, E, E, E, "The file does not begin with PIE",
     "Every reader looks for the word PIE at the very start and refuses the file without it. "
     "Write PIE and the version in the first line.")
RULE(PIE_BAD_VERSION, "PIE-0002", INCOMPLETE, E, E, E, E,
     "The version after PIE is missing or unknown",
     "Versions 2, 3 and 4 are in use and 5 is a draft. Any other number is refused. "
     "Write PIE 3, or PIE 4 for games from 4.4 on.")
RULE(PIE_SIGNATURE_IMD, "PIE-0003", FIXABLE, E, E, E, E, "The signature is IMD",
     "Games before 2007 took IMD for PIE. Today's refuse it. Write PIE.")
RULE(PIE_DRAFT_5, "PIE-0004", 0, E, E, E, S, "PIE 5 is a draft that no game reads",
     "Convert the model to PIE 4 (or 3) to use it.")
RULE(PIE_VERSION_4, "PIE-0005", 0, S, E, E, W, "PIE 4 needs game 4.4 or later",
     "Game 4.3, WMIT and the published document know versions 2 and 3 only. Convert to PIE 3 for "
     "them.")
RULE(PIE_BYTE_ORDER_MARK, "PIE-0006", FIXABLE, E, E, E, E,
     "A byte order mark stands before the text",
     "The mark hides the word PIE from every reader. Save the file as UTF-8 without it.")
RULE(PIE_CONTROL_Z, "PIE-0007", FIXABLE, N, N, N, W, "A Ctrl-Z ends the text",
     "DOS editors ended text so. Nothing after it is read here; the games meet it as stray data.")
RULE(PIE_NUL_BYTE, "PIE-0008", INCOMPLETE, E, E, E, E, "A NUL byte is in the text",
     "The game does not read what follows it on the line. The file may be damaged. "
     "Remove the byte, or fetch the file again.")
RULE(PIE_FIRST_LINE, "PIE-0009", FIXABLE, E, S, S, W, "Something blank stands before PIE",
     "The game reads the first line as the signature: an empty first line makes it refuse the "
     "file.")
RULE(PIE_COMMENT_LINE, "PIE-0010", FIXABLE, E, E, E, W, "A comment stands alone on its line",
     "Games from 4.4 on hang for ever on a line that begins with #. Earlier games and WMIT know no "
     "comments at all. Put it behind data on the line before.")
RULE(PIE_COMMENT, "PIE-0011", 0, S, E, E, N, "A comment stands behind data",
     "Games from 4.4 on skip it; game 4.3 and WMIT know no comments and refuse the file.")
RULE(PIE_ROWS_SHARE_LINE, "PIE-0012", FIXABLE, E, S, S, E, "Several rows are on one line",
     "From 4.4 on each point, normal, polygon, connector and frame needs a line of its own; what "
     "follows on the line is ignored and the list then ends early.")
RULE(PIE_ROW_SPANS_LINES, "PIE-0013", FIXABLE, E, S, S, E, "A row goes on in the next line",
     "From 4.4 on a row must be on one line; game 4.3 and WMIT read tokens and do not mind.")
RULE(PIE_SURPLUS_TOKENS, "PIE-0014", FIXABLE | INCOMPLETE, W, E, E, E,
     "There is more on the line than belongs there",
     "The game ignores the rest of the line; game 4.3 and WMIT read it as the next value and go "
     "wrong from there.")
RULE(PIE_BLANK_LINE, "PIE-0015", FIXABLE, E, S, S, W, "A line holds nothing but blanks",
     "From 4.4 on such a line inside a list is an error, and between sections it ends the level. A "
     "line that is empty is fine.")
RULE(PIE_CRLF, "PIE-0016", 0, N, N, N, N, "Lines end in CR LF",
     "All readers accept it; the files of the game mostly use LF.")
RULE(PIE_INDENT, "PIE-0017", FIXABLE, N, N, N, E, "Rows are not indented by a tab",
     "The document asks for a tab before each row; no reader needs it.")
RULE(PIE_DIRECTIVE_SHARES_LINE, "PIE-0018", FIXABLE, E, S, S, E,
     "A directive does not start a line",
     "From 4.4 on everything behind the first directive of a line is ignored.")
RULE(PIE_KEYWORD_CASE, "PIE-0019", FIXABLE, E, E, E, E, "A keyword is not in capitals",
     "Keywords are compared letter for letter.")
RULE(PIE_KEYWORD_PREFIX, "PIE-0020", FIXABLE, N, E, E, E, "A keyword has letters too many",
     "Today's game compares the first letters of this keyword only; others refuse it.")
RULE(PIE_LONG_TOKEN, "PIE-0021", 0, E, E, E, E, "A name is longer than 255 bytes",
     "The game's buffer for names and keywords holds 255 bytes. "
     "Choose a shorter name.")
RULE(PIE_UNKNOWN_DIRECTIVE, "PIE-0022", INCOMPLETE, E, E, E, E,
     "A directive is unknown or unexpected",
     "The game finds something else than it expects and refuses the file. "
     "Remove the line, or correct its first word.")
RULE(PIE_UNKNOWN_IN_LAST_LEVEL, "PIE-0023", INCOMPLETE, W, E, E, E,
     "An unknown directive ends the last level",
     "The game ignores the rest of the level from here on. "
     "Remove the line, or correct its first word.")
RULE(PIE_SURPLUS_ROWS, "PIE-0024", INCOMPLETE, E, E, E, E,
     "A list has more rows than its count says",
     "The game expects the next directive here and refuses the file. Correct the count or remove "
     "the rows.")
RULE(PIE_AFTER_LAST_LEVEL, "PIE-0025", INCOMPLETE, W, W, W, E, "There is text after the last level",
     "No reader reads it. "
     "Remove it, or count its level in LEVELS.")
RULE(PIE_BAD_NUMBER, "PIE-0026", INCOMPLETE, E, E, E, E, "A number cannot be read",
     "The game refuses a list with a row that it cannot read. "
     "Correct the number in that row.")
RULE(PIE_NUMBER_RANGE, "PIE-0027", INCOMPLETE, E, E, E, E, "A number is too large for its field",
     "The field holds 32 bits (16 for texture animation); the value wraps or is cut. "
     "Write a smaller number.")
RULE(PIE_NOT_WHOLE, "PIE-0028", INCOMPLETE, E, E, E, E, "A whole number has decimals",
     "Readers stop at the point and read the rest as the next value.")
RULE(PIE_NOT_FINITE, "PIE-0029", 0, W, W, E, E, "A value is infinite or not a number",
     "The game accepts it and draws garbage. "
     "Correct the value in the program that made the model, and export it again.")
RULE(PIE_HEX_FLOAT, "PIE-0030", 0, N, N, E, E, "A value is written as a hexadecimal float",
     "The number functions of C read it, other tools do not.")
RULE(PIE_LIST_ENDS_EARLY, "PIE-0031", INCOMPLETE, E, E, E, E,
     "A list has fewer rows than its count says",
     "The game refuses the file. "
     "Correct the count, or add the rows that are missing.")
RULE(PIE_COUNT_LIMIT, "PIE-0032", INCOMPLETE, E, E, E, E, "A count exceeds the limit",
     "The number of rows announced exceeds the limit for any list, and the rest is not read. The "
     "game wraps a number of more than 32 bits. "
     "Correct the count.")
RULE(PIE_SECTIONS_DROPPED, "PIE-0033", INCOMPLETE, E, W, W, E,
     "The game drops sections of the last level",
     "It stops reading the last level at text that it does not expect and loads the model without "
     "the sections behind it: turret points or animation are missing. "
     "Remove the text, or move it behind a #.")
RULE(PIE_UNUSUAL_NUMBER, "PIE-0034", 0, W, W, W, E, "A number is written in an unusual way",
     "The games read signs and leading zeros and ignore what follows the digits; other tools may "
     "not.")
RULE(PIE_GAME_REFUSES, "PIE-0035", 0, E, S, S, S, "The game does not load the file",
     "The loader of games from 4.4 on refuses the file here, crashes or goes on with undefined "
     "values. "
     "The message names what the loader finds at this position; correct that.")
// 01xx: the head
RULE(PIE_TYPE_MISSING, "PIE-0101", INCOMPLETE, E, E, E, E, "TYPE is missing or unreadable",
     "TYPE and a hexadecimal number must follow the version.")
RULE(PIE_TYPE_UNKNOWN_BITS, "PIE-0102", 0, N, S, N, W, "TYPE has bits without a meaning",
     "The game keeps and ignores them.")
RULE(PIE_TYPE_NOT_TEXTURED, "PIE-0103", 0, N, N, N, W, "TYPE lacks 200",
     "All models of the game have it; it is ignored today.")
RULE(PIE_TYPE_CONTRADICTION, "PIE-0104", 0, N, N, N, N,
     "TYPE asks for more than one way of blending",
     "4 (premultiplied) wins over 2 (additive), and 2 over 1.")
RULE(PIE_HEAD_ORDER, "PIE-0105", INCOMPLETE, E, E, E, E, "The head's directives are out of order",
     "The order is TYPE, INTERPOLATE, textures (in PIE 2 and 3: TEXTURE, NORMALMAP, SPECULARMAP), "
     "EVENT, LEVELS. The game refuses another. "
     "Put the lines into this order.")
RULE(PIE_TEXTURE_MISSING, "PIE-0106", 0, W, W, E, E, "There is no TEXTURE",
     "The model loads and is drawn without a texture; WMIT refuses it. "
     "Add TEXTURE with the name of an image.")
RULE(PIE_TEXTURE_REPEATED, "PIE-0107", 0, E, E, E, E, "A texture directive is repeated",
     "Before PIE 4 there can be one of each. "
     "Keep one of the lines, or write PIE 4.")
RULE(PIE_TCMASK_TOO_EARLY, "PIE-0108", 0, E, E, E, E, "TCMASK needs PIE 4",
     "Before PIE 4 the mask's name follows from that of the texture when TYPE has 10000. "
     "Write PIE 4, or name the mask as the game expects it.")
RULE(PIE_TILESET, "PIE-0109", 0, E, S, S, N, "The tileset number is not 0, 1 or 2",
     "0 is arizona, 1 urban, 2 rockies; the game refuses others in every version.")
RULE(PIE_TEXTURE_NOT_PNG, "PIE-0110", 0, E, E, S, E, "The texture's name does not end in .png",
     "The game accepts names in lower-case .png only. "
     "Convert the image to PNG and rename it.")
RULE(PIE_NAME_MISSING, "PIE-0111", INCOMPLETE, E, E, E, E, "A file name is missing",
     "The line needs a name.")
RULE(PIE_NAME_CHARACTERS, "PIE-0112", 0, S, S, E, E, "A texture's name has unusual characters",
     "The document and WMIT allow letters, digits and . _ \\ - only. "
     "Rename the image.")
RULE(PIE_NAME_BLANK, "PIE-0113", 0, E, S, E, E, "A texture's name has a blank",
     "Today's game ends the name there; game 4.3 reads on up to .png. "
     "Rename the image.")
RULE(PIE_NAME_DOTS, "PIE-0114", 0, S, E, S, S, "A texture's name has more than one dot",
     "Game 4.3 expects png after the first dot. "
     "Rename the image.")
RULE(PIE_TEXTURE_SIZE_MISSING, "PIE-0115", FIXABLE, N, E, E, W, "TEXTURE has no size",
     "Game 4.3 and WMIT need two numbers behind the name, though neither uses them.")
RULE(PIE_NAME_NOT_PAGE, "PIE-0116", 0, N, N, N, W, "A texture's name does not start with page-N",
     "Such a texture is not exchanged with the tileset. If it has to be, rename the image: "
     "page-90-depot.png, for example.")
RULE(PIE_TEAM_MASK_NAME, "PIE-0117", 0, E, E, W, W, "The name of the team mask cannot be derived",
     "TYPE has 10000 and there is no TCMASK, so the game makes the mask's name from a texture "
     "named page-N..., which this one is not. "
     "Rename the texture, or write PIE 4 with TCMASK.")
RULE(PIE_TEXTURE_REPLACED, "PIE-0118", 0, W, W, W, W, "A texture line is replaced by a later one",
     "The last line for the same tileset counts.")
RULE(PIE_EVENT_NUMBER, "PIE-0119", 0, E, E, E, E, "The event does not exist",
     "Events are 1 active, 2 firing, 3 dying. The game writes outside of its memory for others. "
     "Use one of these numbers, or remove the line.")
RULE(PIE_EVENT_ZERO, "PIE-0120", 0, W, W, W, W, "Event 0 replaces the model permanently",
     "0 means that there is no event. "
     "Write the number of the event that is meant.")
RULE(PIE_EVENT_REPEATED, "PIE-0121", 0, W, W, W, W, "An event is repeated",
     "The game uses the last line, WMIT the first. "
     "Keep one of the lines.")
RULE(PIE_EVENT_CASE, "PIE-0122", 0, N, N, N, N, "The event's model is not in lower case",
     "The game looks for the name in lower case.")
RULE(PIE_EVENT_TARGET, "PIE-0123", 0, W, W, N, W, "The event's model does not exist",
     "The game logs an error and ignores the event. "
     "Add the model, or remove the line.")
RULE(PIE_EVENT_RING, "PIE-0124", 0, E, E, W, E, "Events lead back to this model",
     "The game loads models of events at once: a ring never ends. "
     "Remove one of the EVENT lines of the ring.")
RULE(PIE_LEVELS_MISSING, "PIE-0125", 0, E, E, E, E, "LEVELS is missing",
     "Its number must come before the first LEVEL.")
RULE(PIE_LEVELS_ZERO, "PIE-0126", 0, E, E, E, E, "LEVELS is 0",
     "A model has at least one level.")
RULE(PIE_LEVELS_TOO_FEW, "PIE-0127", INCOMPLETE, E, E, E, E,
     "There are fewer levels than LEVELS announces",
     "The game refuses the file. "
     "Correct the number, or add the levels that are missing.")
RULE(PIE_LEVELS_TOO_MANY, "PIE-0128", INCOMPLETE, W, W, W, E,
     "There are more levels than LEVELS announces",
     "The rest is ignored by every reader. "
     "Correct the number.")
RULE(PIE_DRAFT_5_TEXTURE, "PIE-0129", FIXABLE, N, N, N, E, "TEXTURE of PIE 5 has more than a name",
     "The exporters of 2007 wrote the line of PIE 2.")
RULE(PIE_UV_WHOLE_256, "PIE-0130", 0, E, W, W, W, "Texture coordinates of PIE 3 run from 0 to 256",
     "Development trees of 2009 had such files. They are read as 1/256 here; the game reads them "
     "as whole pages, and the model looks wrong there. "
     "Divide the coordinates by 256, or write PIE 2.")
RULE(PIE_DRAFT_5_UV_256, "PIE-0131", 0, N, N, N, E,
     "Texture coordinates of PIE 5 run from 0 to 256",
     "The exporters of 2007 wrote those of PIE 2, from the top left. They are read so.")
RULE(PIE_NOT_IN_DRAFT_5, "PIE-0132", 0, N, N, N, E, "The directive is not part of PIE 5",
     "The draft has TYPE, TEXTURE, LEVELS, LEVEL, POINTS, POLYGONS and CONNECTORS.")
RULE(PIE_MAP_NAME_CHARACTERS, "PIE-0133", 0, S, S, S, E, "The name of a map has unusual characters",
     "The document allows letters, digits and . _ \\ - in the names of all images.")
RULE(PIE_NAME_NOT_PAGE_DASH, "PIE-0134", 0, S, S, S, W,
     "A texture's name does not start with page-NN-",
     "The document asks for a dash behind the number, so that the texture can be replaced by that "
     "of another tileset.")
RULE(PIE_TILESET_ALONE, "PIE-0135", 0, W, S, S, W, "There is a TEXTURE for another tileset than 0 alone",
     "A tileset without a texture falls back to tileset 0. Without one for 0, the model has no texture "
     "on the other tilesets.")
// 02xx: levels, points, normals, polygons
RULE(PIE_LEVEL_MISSING, "PIE-0201", 0, E, E, E, E, "LEVEL is missing",
     "Each level begins with LEVEL and its number. "
     "Add the line.")
RULE(PIE_LEVEL_NUMBER, "PIE-0202", FIXABLE, E, S, S, W, "A level has the wrong number",
     "From 4.4 on levels must be numbered 1, 2, 3 and so on.")
RULE(PIE_OVERRIDE_TOO_EARLY, "PIE-0203", 0, E, E, E, E, "Settings of a level need PIE 4",
     "Before PIE 4, TYPE, INTERPOLATE and textures stand in the head only. "
     "Write PIE 4, or move the lines into the head.")
RULE(PIE_LEVEL_ORDER, "PIE-0204", 0, E, E, E, E, "A level's sections are out of order",
     "The order is settings (TYPE, INTERPOLATE, textures), MATERIALS, SHADERS, POINTS, NORMALS, "
     "POLYGONS, and then the rest. "
     "Put the sections into this order.")
RULE(PIE_SECTION_REPEATED, "PIE-0205", INCOMPLETE, E, E, E, E, "A section is repeated in a level",
     "The game expects each once and refuses the file. "
     "Keep one of them.")
RULE(PIE_MATERIALS_OBSOLETE, "PIE-0206", 0, W, N, S, W, "MATERIALS is obsolete",
     "The game skips it.")
RULE(PIE_SHADERS_OBSOLETE, "PIE-0207", 0, W, N, S, W, "SHADERS is obsolete",
     "The game skips it.")
RULE(PIE_MATERIALS_AND_SHADERS, "PIE-0208", 0, S, E, S, S, "A level has MATERIALS and SHADERS",
     "Game 4.3 accepts only one of them.")
RULE(PIE_POINTS_MISSING, "PIE-0209", INCOMPLETE, E, E, E, E, "A level has no POINTS",
     "It may be POINTS 0, but it must be there.")
RULE(PIE_POLYGONS_MISSING, "PIE-0210", INCOMPLETE, E, E, E, E, "A level has no POLYGONS",
     "It may be POLYGONS 0, but it must be there.")
RULE(PIE_MANY_POINTS, "PIE-0211", 0, W, W, S, E, "A level has more than 768 points",
     "That is the limit of the document and of old games.")
RULE(PIE_MANY_POLYGONS, "PIE-0212", 0, W, W, S, E, "A level has more than 512 polygons",
     "That is the limit of the document and of old games.")
RULE(PIE_TOO_MANY_POLYGONS, "PIE-0213", 0, E, W, S, E, "A level has more than 8192 polygons",
     "Games from 4.5.4 on refuse it.")
RULE(PIE_NO_POLYGONS, "PIE-0214", 0, W, W, W, W, "A level has no polygons",
     "The game logs an error and loads the model.")
RULE(PIE_NORMAL_COUNT, "PIE-0215", 0, W, W, W, E, "There are not as many normals as polygons",
     "The game drops all normals of the level and draws it flat.")
RULE(PIE_NORMAL_LENGTH, "PIE-0216", 0, N, N, N, N, "A normal is not of length 1",
     "The game uses it as it is, and the lighting is wrong.")
RULE(PIE_NORMAL_INWARD, "PIE-0217", 0, W, W, W, W, "Normals point to the back of their polygon",
     "The lighting is inverted. Normals point outwards, to the side from which the corners run "
     "clockwise in the game.")
RULE(PIE_INDEX_RANGE, "PIE-0218", 0, E, E, E, E, "A polygon uses a point that does not exist",
     "Points count from 0, polygons in messages from 1. The game refuses the file. Correct the "
     "number, or add the missing points.")
RULE(PIE_NGON, "PIE-0219", FIXABLE, E, E, N, E, "A polygon has more than 3 corners",
     "Games since 3.0 refuse it. It can be cut into a fan of triangles.")
RULE(PIE_CORNER_COUNT, "PIE-0220", INCOMPLETE, E, E, E, E,
     "A polygon has fewer than 3 or more than 16 corners",
     "No reader accepts it.")
RULE(PIE_NOT_TEXTURED, "PIE-0221", 0, W, W, E, E, "A polygon lacks flag 200",
     "Then no texture coordinates follow; WMIT reads them all the same.")
RULE(PIE_ANIMATED_NOT_TEXTURED, "PIE-0222", 0, E, E, W, E, "A polygon has flag 4000 without 200",
     "The game refuses an animated polygon without a texture.")
RULE(PIE_OBSOLETE_FLAGS, "PIE-0223", 0, N, N, N, E, "A polygon has obsolete flags",
     "Bits that once meant flat, wire, translucent, shaded, palette colour and the like are "
     "ignored today.")
RULE(PIE_TWO_SIDED, "PIE-0224", FIXABLE, W, W, W, E, "A polygon is marked two-sided (2000)",
     "Ignored since 2009: the back is not drawn. A second polygon with reversed corners does it.")
RULE(PIE_UNKNOWN_FLAGS, "PIE-0225", 0, N, N, N, E, "A polygon has flags that never had a meaning",
     "They are ignored.")
RULE(PIE_TEXTURE_ANIMATION, "PIE-0226", 0, N, N, N, N, "A level has texture animation",
     "For ordinary models the rate is the time of the whole cycle, for muzzle flashes that of one "
     "frame; effects ignore it.")
RULE(PIE_ANIMATION_FRAMES, "PIE-0227", 0, W, W, W, W, "Texture animation has fewer than 2 frames",
     "The game logs an error.")
RULE(PIE_ANIMATION_RATE, "PIE-0228", 0, W, W, W, W, "Texture animation has no rate above 0",
     "The game logs an error.")
RULE(PIE_ANIMATION_SIZE, "PIE-0229", 0, W, W, W, W,
     "A frame of texture animation has no height or a negative width",
     "The game logs an error.")
RULE(PIE_ANIMATION_WIDTH_ZERO, "PIE-0230", 0, E, E, E, E,
     "A frame of texture animation has no width",
     "The game divides by it. Use the whole page (256, or 1.0 from PIE 3 on) for frames one below "
     "the other.")
RULE(PIE_ANIMATION_DIFFERS, "PIE-0231", 0, W, W, W, W,
     "Polygons of a level differ in frames or rate",
     "The game uses those of the first animated polygon of the level.")
RULE(PIE_ANIMATION_MIXED, "PIE-0232", 0, S, S, W, S, "A level has still and animated polygons",
     "The game draws it right; WMIT drops the animation or animates the still ones.")
RULE(PIE_UV_NEGATIVE, "PIE-0233", 0, W, W, W, N, "A texture coordinate is below 0",
     "Textures are not repeated but clamped at the edge. Move the coordinates onto the page, and "
     "cut polygons that are to repeat a texture.")
RULE(PIE_UV_ABOVE_ONE, "PIE-0234", 0, W, W, W, W, "A texture coordinate is beyond the page",
     "Textures are not repeated but clamped at the edge.")
RULE(PIE_INDEX_REPEATED, "PIE-0235", 0, N, N, W, N, "A polygon uses a point twice",
     "It has no area and is not seen; WMIT drops it.")
RULE(PIE_ZERO_AREA, "PIE-0236", 0, N, N, W, N, "A polygon has no area",
     "Its points lie on a line; it is not seen.")
RULE(PIE_DUPLICATE_POINTS, "PIE-0237", 0, N, N, N, N, "Points of a level are equal",
     "They could be one.")
RULE(PIE_UNUSED_POINTS, "PIE-0238", 0, N, N, W, N, "Points of a level are used by no polygon",
     "They still count for the bounds of the model; WMIT drops them.")
RULE(PIE_EQUAL_UVS, "PIE-0239", 0, S, S, W, S, "Two corners have the same texture coordinates",
     "WMIT drops such triangles when the level has no NORMALS.")
RULE(PIE_FAR_POINT, "PIE-0240", 0, N, N, N, N, "A point is farther than 4096 from the origin",
     "The game's bounds start at 4096.")
RULE(PIE_FRACTIONAL_POINTS, "PIE-0241", 0, W, W, E, W, "Points of PIE 2 have decimals",
     "The game accepts them, WMIT does not.")
RULE(PIE_FRACTIONAL_UVS, "PIE-0242", 0, W, W, E, E, "Texture coordinates of PIE 2 have decimals",
     "The game accepts them; the document and WMIT allow whole numbers only.")
RULE(PIE_OBSOLETE_CONTENT, "PIE-0243", INCOMPLETE, W, E, E, E,
     "MATERIALS or SHADERS cannot be read",
     "Games from 4.4 on skip the whole line, whatever it holds; it is not kept.")
RULE(PIE_ANIMATION_WRAPS, "PIE-0244", 0, E, E, W, W,
     "Frames or rate of a texture animation do not fit into 16 bits",
     "The game keeps the lower 16 bits: 65536 becomes 0.")
RULE(PIE_DRAFT_5_UV_RANGE, "PIE-0245", 0, S, S, S, E,
     "A texture coordinate of PIE 5 is outside 0 to 1",
     "The draft allows coordinates from 0 to 1.")
// 03xx: connectors, animation, shadows
RULE(PIE_CONNECTOR_DECIMALS, "PIE-0301", FIXABLE, W, W, E, W,
     "A connector is not written in whole numbers",
     "The game reads whole numbers only and drops the rest of each.")
RULE(PIE_CONNECTOR_MIXED, "PIE-0302", FIXABLE, E, E, E, E,
     "A connector is written in a way that the game refuses",
     "It reads three whole numbers, or decimals in the first two and perhaps the third; it reads "
     "neither exponents nor a number without digits before the point.")
RULE(PIE_CONNECTOR_NEEDED, "PIE-0303", 0, E, E, S, W,
     "A model that turns to the camera lacks a connector",
     "With TYPE 10 or 20 the game turns every level about its first connector without checking "
     "that there is one.")
RULE(PIE_CONNECTORS_REPEATED, "PIE-0304", 0, N, N, E, W, "CONNECTORS is repeated in a level",
     "The game appends the second list to the first.")
RULE(PIE_ANIMOBJECT_TIME_ZERO, "PIE-0305", 0, E, E, W, E, "ANIMOBJECT has a time of 0",
     "The game divides by it (before 4.5.2) or refuses the file.")
RULE(PIE_ANIMOBJECT_NEGATIVE, "PIE-0306", INCOMPLETE, E, E, E, E,
     "ANIMOBJECT has a negative number",
     "A negative number of frames crashes the game.")
RULE(PIE_ANIMOBJECT_EMPTY, "PIE-0307", 0, N, N, N, W, "ANIMOBJECT has no frames",
     "It does nothing.")
RULE(PIE_FRAME_NUMBER, "PIE-0308", FIXABLE, W, W, W, E, "Frames are not numbered 0, 1, 2",
     "The game logs an error.")
RULE(PIE_FRAME_ROW, "PIE-0309", INCOMPLETE, E, E, E, E, "A frame's row is not whole",
     "It needs a number, six whole numbers and three numbers. The game keeps what it could read "
     "and garbage for the rest.")
RULE(PIE_ANIMOBJECT_REPEATED, "PIE-0310", INCOMPLETE, W, W, E, E,
     "ANIMOBJECT is repeated in a level",
     "The second replaces the first.")
RULE(PIE_LEGACY_KEY_FRAME, "PIE-0311", 0, N, N, N, W,
     "A frame has the scale -1 of legacy key frames",
     "It hides the level during that frame.")
RULE(PIE_NEGATIVE_SCALE, "PIE-0312", 0, W, W, W, E, "A frame has a negative scale",
     "Anything but exactly -1 mirrors the level; WMIT hides it.")
RULE(PIE_SHADOW_EMPTY, "PIE-0313", 0, E, E, E, E, "A shadow section is empty",
     "The game refuses a count of 0.")
RULE(PIE_SHADOW_ORDER, "PIE-0314", 0, E, E, E, E, "SHADOWPOLYGONS comes before SHADOWPOINTS",
     "The game refuses the file.")
RULE(PIE_SHADOW_POLYGON, "PIE-0315", 0, E, E, E, E, "A shadow polygon is not a plain triangle",
     "Its row is 0 3 and three points.")
RULE(PIE_SHADOW_INDEX_RANGE, "PIE-0316", 0, E, E, E, E,
     "A shadow polygon uses a point that does not exist",
     "The index counts SHADOWPOINTS from 0.")
RULE(PIE_SHADOW_POINTS_ALONE, "PIE-0317", 0, W, W, W, W, "SHADOWPOINTS has no SHADOWPOLYGONS",
     "The game logs an error and drops the points.")
RULE(PIE_SHADOW_IN_WMIT, "PIE-0318", 0, S, S, W, S, "WMIT does not know shadow sections",
     "It drops them in the last level and refuses the file in another.")
RULE(PIE_TAIL_ORDER, "PIE-0319", 0, S, S, E, S, "ANIMOBJECT comes before CONNECTORS",
     "WMIT expects the other order.")
RULE(PIE_SHADOW_REPEATED, "PIE-0320", INCOMPLETE, W, W, E, E,
     "A shadow section is repeated in a level",
     "The last one replaces the others.")
// 04xx: the images that the file names
RULE(PIE_IMAGE_MISSING, "PIE-0401", 0, E, E, W, W, "An image is missing",
     "The game searches texpages of its data and of mods for it and draws the model without it. A "
     "compressed image of the same name that ends in .ktx2 is as good. For models of a mod, name the data "
     "of the game with `--data`.")
RULE(PIE_IMAGE_MASK_MISSING, "PIE-0402", 0, E, E, W, W, "The image of the team mask is missing",
     "The mask is the one that TCMASK names. Without that line, TYPE 10000 asks for the name of the page "
     "with _tcmask.png behind its number: page-7_tcmask.png for page-7-barbarians.png.")
RULE(PIE_IMAGE_OTHER_CAPITALS, "PIE-0403", FIXABLE, E, E, W, W,
     "The name of an image differs from its file in upper and lower case",
     "The game compares names letter by letter, in archives also on Windows. Use the same spelling for "
     "both. When only the name in the model begins with page-, rename the file: `--fix` leaves the model as it "
     "is.")
RULE(PIE_IMAGE_TWIN, "PIE-0404", 0, N, S, S, S, "There is also a compressed image (KTX2)",
     "The game uses the .ktx2 of the same name instead. A change of the PNG alone has no effect.")
RULE(PIE_IMAGE_NOT_PNG, "PIE-0405", 0, E, E, W, W, "An image is not a PNG",
     "The game reads PNG, whatever the name of the file. Save the image as PNG; a new name is not enough.")
RULE(PIE_IMAGE_NOT_POWER_OF_TWO, "PIE-0406", 0, N, N, N, W,
     "The sides of an image are not powers of two",
     "Texture pages of the game are 256, 512, 1024 or 2048 pixels wide and high. Other sizes waste memory "
     "of graphics hardware, or are scaled.")
RULE(PIE_IMAGE_TOO_LARGE, "PIE-0407", 0, W, W, N, W, "An image is larger than 4096 pixels",
     "Much graphics hardware that runs the game has no textures of more than 4096 pixels in width or "
     "height.")
// 09xx: losses of a conversion
RULE(PIE_LOSS_LEVEL_TYPE, "PIE-0901", 0, L, L, L, L, "TYPE of a level is dropped",
     "Before PIE 4 all levels share the TYPE of the head.")
RULE(PIE_LOSS_LEVEL_INTERPOLATE, "PIE-0902", 0, L, L, L, L, "INTERPOLATE of a level is dropped",
     "Before PIE 4 all levels share that of the head.")
RULE(PIE_LOSS_LEVEL_TEXTURE, "PIE-0903", 0, L, L, L, L, "Textures of a level are dropped",
     "Before PIE 4 all levels share the texture of the head.")
RULE(PIE_LOSS_TCMASK, "PIE-0904", 0, L, L, L, L, "A team mask is dropped",
     "The target has no TCMASK, and the name does not follow from that of the texture.")
RULE(PIE_LOSS_TILESET, "PIE-0905", 0, L, L, L, L, "Textures of other tilesets are dropped",
     "Before PIE 4 there is one texture.")
RULE(PIE_LOSS_REPLACED_TEXTURE, "PIE-0906", 0, L, L, L, L,
     "A texture line without effect is dropped",
     "A later line for the same tileset replaces it.")
RULE(PIE_LOSS_UV, "PIE-0907", 0, L, L, L, L, "Texture coordinates are rounded",
     "PIE 2 has whole numbers of 1/256; PIE 5 counts from the bottom.")
RULE(PIE_LOSS_ANIMATION_SIZE, "PIE-0908", 0, L, L, L, L,
     "Sizes of texture-animation frames are rounded",
     "PIE 2 has whole numbers of 1/256.")
RULE(PIE_LOSS_NGON, "PIE-0909", 0, L, L, L, L, "Polygons are cut into triangles",
     "No version that games read today has polygons of more than 3 corners.")
RULE(PIE_LOSS_TWO_SIDED, "PIE-0910", 0, L, L, L, L, "Two-sided polygons are doubled",
     "Flag 2000 has no effect today; a second, reversed polygon replaces it.")
RULE(PIE_LOSS_NGON_NORMALS, "PIE-0911", 0, L, L, L, L,
     "Normals of polygons with more than 3 corners are computed again",
     "A row of NORMALS has the first three only.")
RULE(PIE_LOSS_MAPS, "PIE-0912", 0, L, L, L, L, "Normal and specular maps are dropped",
     "The draft PIE 5 has none.")
RULE(PIE_LOSS_INTERPOLATE, "PIE-0913", 0, L, L, L, L, "INTERPOLATE is dropped",
     "The draft PIE 5 has none.")
RULE(PIE_LOSS_EVENT, "PIE-0914", 0, L, L, L, L, "Events are dropped",
     "The draft PIE 5 has none.")
RULE(PIE_LOSS_NORMALS, "PIE-0915", 0, L, L, L, L, "Normals are dropped",
     "The draft PIE 5 has none.")
RULE(PIE_LOSS_ANIMOBJECT, "PIE-0916", 0, L, L, L, L, "Animation is dropped",
     "The draft PIE 5 has no ANIMOBJECT.")
RULE(PIE_LOSS_SHADOW, "PIE-0917", 0, L, L, L, L, "Shadow meshes are dropped",
     "The draft PIE 5 has none.")
RULE(PIE_LOSS_OBSOLETE, "PIE-0918", 0, L, L, L, L, "MATERIALS and SHADERS are dropped",
     "The draft PIE 5 has none, and no game uses them.")
RULE(PIE_LOSS_ANIMATION_RATE, "PIE-0919", 0, L, L, L, L, "Rates of texture animation are rounded",
     "PIE 5 counts seconds, the others whole milliseconds.")
RULE(PIE_LOSS_POLYGONS, "PIE-0920", 0, E, E, E, E,
     "Polygons with points that do not exist are left out",
     "A scene cannot hold them.")
RULE(PIE_LOSS_TEXTURE_ANIMATION, "PIE-0921", 0, L, L, L, L, "A texture animation is dropped",
     "PIE moves the texture by whole frames of one size; the size must be known and the number of "
     "frames sensible.")
RULE(PIE_LOSS_MATERIALS, "PIE-0922", 0, L, L, L, L, "The model needs several textures",
     "PIE 2 and 3 have one texture page for the whole model. Put the textures on one page, or "
     "write PIE 4, where each level can have its own.")
RULE(PIE_LOSS_TEXTURE_NAME, "PIE-0923", 0, L, L, L, L, "A texture's name is changed",
     "The game accepts names of plain letters, digits, points and dashes that end in .png, without "
     "folders. Give the image file the new name, and convert it if it is not a PNG.")
RULE(PIE_LOSS_MATERIAL, "PIE-0924", 0, L, L, L, L, "A part of a material is dropped",
     "PIE has a texture, a team mask, a normal map and a specular map for each of three tilesets, "
     "and the blending of TYPE.")
RULE(PIE_LOSS_IMAGE, "PIE-0925", 0, L, L, L, L, "An embedded image is dropped",
     "PIE names image files. Save the image beside the model.")
RULE(PIE_LOSS_VERTEX_DATA, "PIE-0926", 0, L, L, L, L, "Data of vertices is dropped",
     "PIE has positions, one set of texture coordinates and normals.")
RULE(PIE_LOSS_SHAPES, "PIE-0927", 0, L, L, L, L, "Morph targets (shapes) are dropped",
     "PIE has none.")
RULE(PIE_LOSS_SKIN, "PIE-0928", 0, L, L, L, L, "A skin is dropped",
     "PIE moves whole levels. A mesh that bends is written in its rest pose.")
RULE(PIE_LOSS_NODE, "PIE-0929", 0, L, L, L, L, "A part of a node is dropped",
     "PIE has levels and connectors; transforms are applied to the points.")
RULE(PIE_LOSS_CLIP, "PIE-0930", 0, L, L, L, L, "A clip is dropped",
     "A PIE level has one animation. Convert once for each clip to keep them all, and name the "
     "files in EVENT lines.")
RULE(PIE_LOSS_MOTION, "PIE-0931", 0, L, L, L, L, "A part of an animation is dropped",
     "ANIMOBJECT has positions, angles and scales in frames of whole milliseconds.")
RULE(PIE_LOSS_MARKERS, "PIE-0932", 0, L, L, L, L, "Markers of a clip are dropped",
     "PIE has none.")
RULE(PIE_LOSS_BOXES, "PIE-0933", 0, L, L, L, L, "Boxes are dropped",
     "PIE has none.")
RULE(PIE_LOSS_MESH, "PIE-0934", 0, L, L, L, L, "A mesh is dropped",
     "PIE has levels and one shadow for each of them.")
RULE(PIE_LOSS_EVENT_NAME, "PIE-0935", 0, L, L, L, L, "An event is dropped",
     "The game knows the events active, firing and dying.")
RULE(PIE_LOSS_CONNECTOR, "PIE-0936", 0, L, L, L, L, "A connector is changed",
     "Connectors are whole numbers without a direction.")
RULE(PIE_LOSS_UNUSED_EXTRAS, "PIE-0937", 0, N, N, N, N, "Extras of another format are dropped",
     "They have no meaning in PIE.")
RULE(PIE_LOSS_TOO_LARGE, "PIE-0938", 0, E, E, E, E, "A level is larger than it may be",
     "The file is written, but the game refuses it: it allows 8192 polygons; the draft of PIE 5 has 512 polygons and 768 points. Convert "
     "with --split, or simplify the mesh.")
RULE(PIE_LOSS_NAMES, "PIE-0939", 0, L, L, L, L, "Names are dropped",
     "PIE has no names of levels, materials, clips or connectors.")
RULE(PIE_LOSS_EMPTY, "PIE-0940", 0, L, L, L, L, "There is no mesh",
     "A PIE model needs a level; an empty one is written.")
RULE(PIE_MADE_LEVELS, "PIE-0942", 0, N, N, N, N, "A mesh becomes several levels",
     "A level has one set of textures, one blending, and as many polygons as the game allows.")
RULE(PIE_MADE_CONNECTOR, "PIE-0943", 0, N, N, N, N, "A connector is added",
     "The game turns a level that faces the camera about its first connector, and refuses one "
     "without.")
RULE(PIE_HIDDEN_BACKS, "PIE-0944", 0, N, N, N, N,
     "Two-sided triangles of closed parts get no second polygon",
     "Nobody sees the back of a closed surface, and many programs mark every material as "
     "two-sided. --two-sided yes writes the second polygons nevertheless.")
#undef RULE
