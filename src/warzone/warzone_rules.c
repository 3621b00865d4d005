// SPDX-License-Identifier: MIT
#include "warzone/warzone_rules.h"

#define RULE(name, id, severity, title, explain)                                                   \
    [MQ_WZ_##name] = {id, title, explain, false, {severity, severity, severity, severity}, false}

const maq_rule mq_warzone_rules[MQ_WZ_RULE_COUNT] = {
    RULE(JSON, "WZ-0001", MAQ_ERROR, "The file is not valid JSON",
         "The game stops loading at such a file. The position is that of the first fault. "
         "Correct it; commas after the last element and comments are not allowed."),
    RULE(JSON_LARGE, "WZ-0002", MAQ_ERROR, "A JSON file is larger than 16 MiB",
         "The largest of the game has one MiB. A larger one is not read, so that one file cannot "
         "fill all memory."),
    RULE(JSON_UNREADABLE, "WZ-0003", MAQ_ERROR, "A JSON file cannot be read",
         "Its archive is broken, or its permissions do not allow reading it. "
         "Pack or fetch the archive again, or change the permissions."),
    RULE(NOT_OBJECT, "WZ-0004", MAQ_ERROR, "Stats are not an object of objects",
         "A file of stats is one object that has an object for each id."),
    RULE(NO_STATS, "WZ-0005", MAQ_ERROR, "The stats to use are not there",
         "Stats lie in `stats` or in a folder of it. Name the data of the game with `--data`, and "
         "the folder with `--stats` where there are several."),
    RULE(NO_GAME, "WZ-0006", MAQ_NOTE, "The data of the game was not given",
         "A mod uses models and images of the game, so what is missing can only be known with "
         "the game's data below it: `--data base.wz --data mp.wz`."),
    RULE(MODEL_MISSING, "WZ-0101", MAQ_ERROR, "A model that the stats name is missing",
         "The game lower-cases the name and searches structs, misc, effects, components/prop, "
         "components/weapons, components/bodies, features and the folders of misc. It does not "
         "load without the model. "
         "Add the model to one of these folders, or correct the name."),
    RULE(IMAGE_MISSING, "WZ-0102", MAQ_ERROR, "An image that a model names is missing",
         "Images lie in texpages, or in graphics_overrides/curr/texpages. "
         "Add the image to one of them, or correct the name in the model."),
    RULE(IMAGE_CAPITALS, "WZ-0103", MAQ_WARNING, "An image is spelt with other capital letters",
         "The game does not find it, except on Windows when the data is unpacked. Spell both "
         "alike."),
    RULE(EVENT_MISSING, "WZ-0104", MAQ_ERROR, "The model of an EVENT is missing",
         "The game replaces the model by this one when the event happens. It searches the same "
         "folders as for models that stats name. "
         "Add the model, or remove the EVENT line."),
    RULE(PROGRAM_MODEL, "WZ-0105", MAQ_ERROR, "A model that the program itself uses is missing",
         "Effects, debris and the marks of groups are named by the program, not by stats. It "
         "does not start a game without them. "
         "Add the model, or name all data of the game with --data."),
    RULE(MODEL_UNREADABLE, "WZ-0106", MAQ_ERROR, "A model that the game loads cannot be read",
         "The findings of the model itself say why."),
    RULE(ID_UNKNOWN, "WZ-0201", MAQ_ERROR, "Stats name an id that there is not",
         "Propulsions of propulsionExtraModels, turrets of brains, and weapons, sensors and ECMs "
         "of structures are ids of other stats. An unknown one stops the game from loading, or "
         "the part is missing. "
         "Correct the id; assemble --list lists those that exist."),
    RULE(PAIR, "WZ-0202", MAQ_WARNING, "A designable body lacks the models of a propulsion",
         "Players can combine both, but propulsionExtraModels of the body has no entry for the "
         "propulsion: the game then draws the body alone. "
         "Add an entry for the propulsion."),
    RULE(CONNECTORS, "WZ-0203", MAQ_ERROR, "A structure has fewer connectors than weapons",
         "The game reads the connector of each weapon without a check, beyond the end of the "
         "list. Add connectors to the model, or have none at all."),
    RULE(FIELD, "WZ-0204", MAQ_ERROR, "A field of stats is not of the expected kind",
         "Models and ids are texts, or lists of texts where there can be several."),
    RULE(CAPITALS, "WZ-0301", MAQ_ERROR, "The name of a model file has capital letters",
         "The game lower-cases the names that stats use, so it never finds this file. Rename it."),
    RULE(OVERRIDE_CONNECTORS, "WZ-0302", MAQ_NOTE,
         "An override has fewer connectors than the model it replaces",
         "The game copies the missing ones from the replaced model."),
    RULE(UNUSED, "WZ-0303", MAQ_NOTE, "Nothing names this model",
         "Neither stats nor messages nor events nor the program use it. Scripts and maps may. "
         "Remove the model, or name it in the stats, unless a script or a map uses it."),
    RULE(DESIGN_ID, "WZ-0401", MAQ_ERROR, "There is no such component or structure",
         "`maquette assemble --list` shows the ids of each kind."),
    RULE(DESIGN_PART, "WZ-0402", MAQ_WARNING, "A part cannot be shown as designed",
         "The game leaves the part out or shows it at the centre of the body: the body has no "
         "connector for it, or no models for the propulsion."),
};

const maq_rule *maq_warzone_rules(size_t *count) {
    if (count)
        *count = MQ_WZ_RULE_COUNT;
    return mq_warzone_rules;
}
