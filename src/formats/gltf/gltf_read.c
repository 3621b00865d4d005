// SPDX-License-Identifier: MIT
//
// Reading glTF and GLB: the container, the JSON, and the parts in their order. Faulty parts are left
// out with a finding; mq_scene_finish() repairs the rest as for any scene.
#include <string.h>

#include "base/cursor.h"
#include "base/json_read.h"
#include "base/number.h"
#include "base/plural.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"
#include "scene/scene_rules.h"

// Deeper JSON is refused, since maq_value reads it by recursion.
#define DEEPEST_JSON 500

// -------------------------------------------------------------------------------------- container

// Finds the JSON and the binary data of a GLB file.
static bool open_glb(gltf_reader *r) {
    maq_document *document = r->document;
    mq_cursor file = mq_cursor_over(document->source, document->source_length);
    uint32_t magic = mq_read_u32(&file), version = mq_read_u32(&file);
    uint64_t length = mq_read_u32(&file);
    uint64_t json_length = mq_read_u32(&file);
    uint32_t kind = mq_read_u32(&file);
    if (file.failed || magic != GLB_MAGIC || version != 2 || kind != GLB_JSON) {
        GLTF_FIND(r->findings, GLB_HEADER, 0, 0,
                  "this is not the header of a GLB file of version 2");
        return false;
    }
    if (length != document->source_length)
        GLTF_FIND(r->findings, GLB_LENGTH, 8, 4, "the header says %llu %s, the file has %zu",
                  (unsigned long long)length, MQ_PLURAL(length, "byte", "bytes"),
                  document->source_length);
    if (json_length > mq_cursor_left(&file)) {
        GLTF_FIND(r->findings, GLB_LENGTH, 12, 4, "the JSON chunk ends after the file");
        json_length = mq_cursor_left(&file);
    }
    r->json_offset = file.at;
    r->json_length = (size_t)json_length;
    r->json = (const char *)mq_read_bytes(&file, (size_t)json_length);
    bool first = true;
    while (mq_cursor_left(&file) >= 8) {
        size_t at = file.at;
        size_t size = mq_read_u32(&file);
        kind = mq_read_u32(&file);
        if (size > mq_cursor_left(&file)) {
            GLTF_FIND(r->findings, GLB_LENGTH, at, 4, "a chunk ends after the file");
            size = mq_cursor_left(&file);
        }
        const unsigned char *bytes = mq_read_bytes(&file, size);
        if (first && kind == GLB_BIN)
            r->bin = (gltf_bytes){bytes, size};
        else
            GLTF_FIND(r->findings, GLB_CHUNK, at, 8, "a chunk of kind 0x%x is left out", kind);
        first = false;
    }
    return true;
}

// Whether no value begins in the text: a file of another kind that only has the name of a glTF file.
static bool is_other_file(const gltf_reader *r, const mq_json_result *json) {
    size_t at = 0;
    while (at < json->offset && strchr(" \t\r\n", r->json[at]))
        at++;
    // The JSON of a GLB file begins behind its header.
    return r->json_offset == 0 && !json->root && at == json->offset && at < r->json_length;
}

// Reports why the JSON cannot be read.
static maq_status report_json(gltf_reader *r, const mq_json_result *json) {
    uint64_t at = r->json_offset + json->offset;
    if (json->too_deep)
        GLTF_FIND(r->findings, JSON_LIMIT, at, 0, "the JSON is nested more than %d levels deep",
                  MQ_JSON_MAX_DEPTH);
    else if (json->status == MAQ_OVER_LIMIT)
        GLTF_FIND(r->findings, JSON_LIMIT, r->json_offset, 0,
                  "the JSON, of %zu %s, needs more memory than the limit leaves", r->json_length,
                  MQ_PLURAL(r->json_length, "byte", "bytes"));
    else if (json->status == MAQ_BAD_DATA && is_other_file(r, json))
        GLTF_FIND(r->findings, NOT_JSON, at, 0,
                  "the file is neither a GLB file, which begins with glTF, nor JSON");
    else if (json->status == MAQ_BAD_DATA)
        GLTF_FIND(r->findings, NOT_JSON, at, 0, "the JSON is not valid here: %s", json->message);
    return json->status;
}

// Reads the JSON into the scratch arena.
static maq_status parse(gltf_reader *r, mq_arena *scratch) {
    mq_json_result json = mq_json_read(scratch, r->json, r->json_length);
    if (json.nul_count)
        GLTF_FIND(r->findings, NOT_UTF8, r->json_offset, 0, "a text with a NUL ends there");
    if (json.stray_count)
        GLTF_FIND(r->findings, NOT_UTF8, r->json_offset + json.first_stray, 1, "%zu %s not UTF-8",
                  json.stray_count, MQ_PLURAL(json.stray_count, "byte is", "bytes are"));
    if (json.status == MAQ_OK && json.root->kind != MAQ_VALUE_OBJECT) {
        json.status = MAQ_BAD_DATA;
        json.offset = mq_json_offset(json.root);
        json.message = "an object is expected";
    }
    if (json.status != MAQ_OK)
        return report_json(r, &json);
    r->root = json.root;
    // What the JSON leaves of the budget and of the limit is for everything else.
    uint64_t used = mq_arena_bytes(scratch), limit = mq_arena_memory(scratch)->byte_limit;
    uint64_t tree = used - mq_arena_bytes(r->arena), rest = limit > used ? limit - used : 0;
    mq_gltf_extend_budgets(r, r->document->source_length);
    r->memory.left -= tree < r->memory.left ? tree : r->memory.left;
    if (r->memory.left > rest)
        r->memory.left = rest;
    return MAQ_OK;
}

// ----------------------------------------------------------------------- version and extensions

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

// Extensions without which a model can be read, even if the file requires them.
static bool is_optional(const char *name) {
    static const char *const names[] = {"KHR_mesh_quantization", "KHR_texture_transform",
                                        "KHR_lights_punctual",   "KHR_texture_basisu",
                                        "EXT_texture_webp",      "EXT_texture_avif",
                                        "MSFT_texture_dds",      "KHR_xmp_json_ld"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return begins_with(name, "KHR_materials_");
}

static bool check_extensions(gltf_reader *r) {
    bool good = true;
    const maq_value *required = maq_value_find(r->root, "extensionsRequired");
    for (const maq_value *e = mq_first_element(required); e; e = e->next) {
        const char *name = mq_gltf_text(e);
        if (is_optional(name))
            continue;
        GLTF_FIND(
            r->findings, EXTENSION_REQUIRED, r->json_offset, 0,
            "the file requires the extension %.100s, which is not supported: export the model "
            "%s",
            name, strstr(name, "compression") ? "with mesh compression turned off" : "without it");
        good = false;
    }
    return good;
}

static bool check_asset(gltf_reader *r) {
    const maq_value *asset = maq_value_find(r->root, "asset");
    const char *version = mq_gltf_text(maq_value_find(asset, "version"));
    const char *needed = mq_gltf_text(maq_value_find(asset, "minVersion"));
    bool good = begins_with(version, "2.") && (!*needed || strcmp(needed, "2.0") == 0);
    if (!good)
        GLTF_FIND(r->findings, ASSET_VERSION, r->json_offset, 0,
                  "asset.version is \"%.20s\"%s%.20s", version, *needed ? ", minVersion " : "",
                  needed);
    return good;
}

// A scene that Maquette wrote has extras, which Blender writes back only when it is asked to.
static void check_custom_properties(gltf_reader *r) {
    const char *generator =
        mq_gltf_text(maq_value_find(maq_value_find(r->root, "asset"), "generator"));
    if (!strstr(generator, "Blender"))
        return;
    for (uint32_t i = 0; i < r->lists[GLTF_SCENES].count; i++) {
        const maq_value *extras = maq_value_find(r->lists[GLTF_SCENES].items[i], "extras");
        if (maq_value_find(extras, "maquette"))
            return;
    }
    GLTF_FIND(
        r->findings, NO_CUSTOM_PROPERTIES, r->json_offset, 0, "%s",
        "Blender wrote this file without custom properties: if the model was converted from the "
        "format of a game, what glTF cannot say is lost, such as TYPE, team masks and connectors");
}

static bool index_lists(gltf_reader *r) {
    // The least memory of an element.
    static const uint32_t costs[GLTF_KIND_COUNT] = {[GLTF_ACCESSORS] = 16,
                                                    [GLTF_VIEWS] = 16,
                                                    [GLTF_BUFFERS] = 32,
                                                    [GLTF_MESHES] = MESH_COST,
                                                    [GLTF_MATERIALS] = 512,
                                                    [GLTF_TEXTURES] = 16,
                                                    [GLTF_SAMPLERS] = 16,
                                                    [GLTF_IMAGES] = 48,
                                                    [GLTF_NODES] = 512,
                                                    [GLTF_SKINS] = 128,
                                                    [GLTF_ANIMATIONS] = CLIP_COST,
                                                    [GLTF_SCENES] = 16};
    for (int kind = 0; kind < GLTF_KIND_COUNT; kind++) {
        gltf_list *list = &r->lists[kind];
        const maq_value *array = maq_value_find(r->root, mq_gltf_kind_names[kind]);
        const maq_value *item = mq_first_element(array);
        list->count = mq_gltf_count(r, array, costs[kind]);
        list->items = MQ_NEW_ARRAY(r->arena, const maq_value *, list->count);
        if (!list->items)
            return false;
        for (uint32_t i = 0; item && i < list->count; i++, item = item->next)
            list->items[i] = item;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ scene

// The default scene, or the first.
static void find_scene(gltf_reader *r) {
    const gltf_list *scenes = &r->lists[GLTF_SCENES];
    mq_gltf_u32(maq_value_find(r->root, "scene"), &r->scene_index);
    if (r->scene_index >= scenes->count)
        r->scene_index = 0;
    r->scene = scenes->count ? scenes->items[r->scene_index] : NULL;
}

// The names of the lists that extras refer to.
static bool read_names(gltf_reader *r) {
    static const gltf_kind kinds[] = {GLTF_MATERIALS, GLTF_NODES, GLTF_ANIMATIONS};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        gltf_list *list = &r->lists[kinds[k]];
        list->names = MQ_NEW_ARRAY(r->arena, const char *, list->count);
        for (uint32_t i = 0; list->names && i < list->count; i++)
            list->names[i] = mq_gltf_name_of(r, list->items[i], mq_gltf_own_extras(list->items[i]));
    }
    return mq_arena_status(r->arena) == MAQ_OK;
}

static void read_boxes(gltf_reader *r, const maq_value *own) {
    const maq_value *boxes = maq_value_find(own, "boxes"), *b = mq_first_element(boxes);
    for (uint32_t count = mq_gltf_count(r, boxes, 192); count > 0; count--, b = b->next) {
        size_t length;
        const maq_value *node = maq_value_find(b, "node");
        maq_scene_box box = {.node = MAQ_SCENE_NONE};
        box.name = mq_gltf_exact_of(r, maq_value_find(b, "name"), &length);
        if (!mq_gltf_floats_of(maq_value_find(b, "min"), box.min, 3) ||
            !mq_gltf_floats_of(maq_value_find(b, "max"), box.max, 3)) {
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.boxes: the box \"%.100s\" has no bounds and is left out",
                      box.name ? box.name : "");
            continue;
        }
        uint32_t index = mq_gltf_reference(r, node, GLTF_NODES);
        if (index != GLTF_NONE)
            box.node = r->node_map[index];
        else if (node)
            GLTF_FIND(r->findings, EXTRAS_IGNORED, r->json_offset, 0,
                      "extras.maquette.boxes: the node of the box \"%.100s\" does not exist",
                      box.name ? box.name : "");
        box.extras = mq_gltf_format_extras_of(r, b);
        mq_scene_add_box(&r->builder, &box);
    }
    const maq_value *events = maq_value_find(own, "events"), *e = mq_first_element(events);
    for (uint32_t count = mq_gltf_count(r, events, 64); count > 0; count--, e = e->next) {
        size_t length;
        maq_scene_event event = {.name = mq_gltf_exact_of(r, maq_value_find(e, "name"), &length),
                                 .file = mq_gltf_exact_of(r, maq_value_find(e, "file"), &length)};
        mq_scene_add_event(&r->builder, &event);
    }
}

// The file that the scene was made from, and the format of that file.
static void read_source(gltf_reader *r, maq_scene *scene) {
    const maq_value *source = maq_value_find(mq_gltf_own_extras(r->root), "source");
    const char *format =
        mq_gltf_text(maq_value_find(mq_gltf_own_extras(r->scene), "source_format"));
    const char *variant = mq_gltf_text(maq_value_find(source, "variant"));
    const char *digest = mq_gltf_text(maq_value_find(source, "digest"));
    uint64_t number = 0;
    bool overflow = false;
    uint32_t view;
    size_t stride;
    gltf_bytes bytes;
    if (*format)
        scene->source_format = mq_arena_text(r->arena, format, strlen(format));
    if (!mq_gltf_u32(maq_value_find(source, "view"), &view) || view >= r->lists[GLTF_VIEWS].count ||
        mq_parse_hex_u64(digest, digest + strlen(digest), &number, &overflow) == digest ||
        overflow || !mq_gltf_view(r, view, &bytes, &stride))
        return;
    scene->source = (maq_scene_source){.variant = mq_arena_text(r->arena, variant, strlen(variant)),
                                       .data = bytes.bytes,
                                       .length = bytes.length,
                                       .digest = number};
}

// Repairs of the whole scene as findings of glTF.
static void add_scene_findings(gltf_reader *r, const mq_findings *findings) {
    static const gltf_rule rules[MQ_SCENE_RULE_COUNT] = {
        [MQ_SCENE_TRIANGLES_DROPPED] = GLTF_TRIANGLES_DROPPED,
        [MQ_SCENE_NUMBERS_REPAIRED] = GLTF_NUMBERS_REPAIRED,
        [MQ_SCENE_REFERENCE_CUT] = GLTF_REFERENCE,
        [MQ_SCENE_RING_CUT] = GLTF_NODE_TREE,
        [MQ_SCENE_KEYS_DROPPED] = GLTF_KEYS_DROPPED,
    };
    for (size_t i = 0; i < findings->list.count; i++) {
        const maq_finding *from = &findings->list.items[i];
        maq_finding *to =
            mq_add_finding(r->findings, &mq_gltf_rules[rules[from->rule - mq_scene_rules]],
                           r->json_offset, 0, "%s", from->message);
        if (to)
            to->count = from->count;
    }
}

static maq_status read_scene(gltf_reader *r) {
    mq_findings repaired;
    maq_scene *scene = MQ_NEW(r->arena, maq_scene);
    if (!scene || !index_lists(r) || !read_names(r))
        return mq_arena_status(r->arena);
    find_scene(r);
    maq_status status = mq_gltf_read_buffers(r);
    if (status != MAQ_OK)
        return status;
    mq_findings_init(&repaired, r->arena, r->findings->max, 0);
    mq_scene_begin(&r->builder, r->arena, &repaired);
    r->passthrough = mq_value_root(r->arena, MAQ_VALUE_OBJECT);
    check_custom_properties(r);
    mq_gltf_read_materials(r);
    mq_gltf_report_extensions(r);
    mq_gltf_read_meshes(r);
    if (mq_arena_status(r->arena) == MAQ_OK)
        mq_gltf_read_nodes(r);
    if (mq_arena_status(r->arena) == MAQ_OK)
        mq_gltf_read_animations(r);
    if (mq_arena_status(r->arena) == MAQ_OK)
        read_boxes(r, mq_gltf_own_extras(r->scene));
    r->builder.scene.extras =
        mq_gltf_add_member(r, mq_gltf_merge_extras(r, r->root, mq_gltf_own_extras(r->scene), false),
                           GLTF_FILE_KEY, mq_gltf_read_passthroughs(r));
    status = mq_scene_finish(&r->builder, scene);
    if (status != MAQ_OK)
        return status;
    add_scene_findings(r, &repaired);
    read_source(r, scene);
    if (!mq_gltf_canonicalize(r->arena, scene))
        return mq_arena_status(r->arena);
    mq_gltf_set_rates(r, scene);
    r->document->content = scene;
    return MAQ_OK;
}

maq_status mq_gltf_read(maq_document *document) {
    gltf_reader r = {.document = document,
                     .arena = document->arena,
                     .findings = &document->findings,
                     .json = document->source,
                     .json_length = document->source_length};
    mq_cursor cursor = mq_cursor_over(document->source, document->source_length);
    bool binary = mq_read_u32(&cursor) == GLB_MAGIC;
    document->variant = mq_gltf_variant(binary);
    document->text_source = !binary;
    if (binary && !open_glb(&r))
        return MAQ_BAD_DATA;
    mq_arena *scratch = mq_arena_scratch(r.arena);
    if (!scratch)
        return mq_arena_status(r.arena);
    maq_status status = parse(&r, scratch);
    mq_arena_count_requests(r.arena, scratch);
    if (status == MAQ_OK)
        status = check_asset(&r) && check_extensions(&r) ? read_scene(&r) : MAQ_BAD_DATA;
    mq_arena_free(scratch);
    return status;
}
