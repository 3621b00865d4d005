// SPDX-License-Identifier: MIT
//
// Reading glTF and GLB: the container, the JSON, and the parts in their order. Faulty parts are left
// out with a finding; mq_scene_finish() repairs the rest as for any scene.
#include <string.h>

#include "base/cursor.h"
#include "base/number.h"
#include "base/plural.h"
#include "base/utf8.h"
#include "formats/gltf/gltf_passthrough.h"
#include "formats/gltf/gltf_read.h"
#include "scene/scene_rules.h"

// The budget of memory: a multiple of the size of the file, and a minimum for small files, so that a
// small file may show a mesh many times. The documented limits are 64 and 64 MiB; the difference is
// for names and other small things that are not counted.
#define MOST_PER_BYTE 56
#define SMALLEST_POOL ((uint64_t)40 << 20)
// The part of it for numbers of accessors, of which a conversion makes several copies.
#define NUMBERS_PER_BYTE 16
#define SMALLEST_BYTES ((uint64_t)24 << 20)
#define SMALLEST_WORK ((uint64_t)256 << 20)

// Deeper JSON is refused, since cJSON reads it by recursion.
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

// Whether a string of the JSON has an escaped NUL, where its text would end.
static bool has_nul(const char *text, size_t length) {
    for (size_t i = 0; i + 6 <= length; i++) {
        if (text[i] == '\\') {
            if (memcmp(text + i, "\\u0000", 6) == 0)
                return true;
            i++;
        }
    }
    return false;
}

// The JSON as UTF-8: other bytes become characters of Latin 1, as mq_json_string() writes them.
static bool repair_utf8(gltf_reader *r, const char **text, size_t *length) {
    const unsigned char *bytes = (const unsigned char *)*text;
    size_t stray = 0, first = 0, size = *length;
    for (size_t i = 0; i < size;) {
        size_t step = mq_utf8_length(bytes + i, size - i);
        if (step == 0 && stray++ == 0)
            first = i;
        i += step ? step : 1;
    }
    if (has_nul(*text, size))
        GLTF_FIND(r->findings, NOT_UTF8, r->json_offset, 0, "a text with a NUL ends there");
    if (stray == 0)
        return true;
    GLTF_FIND(r->findings, NOT_UTF8, r->json_offset + first, 1, "%zu %s not UTF-8", stray,
              MQ_PLURAL(stray, "byte is", "bytes are"));
    char *repaired = MQ_NEW_ARRAY(r->arena, char, size + stray);
    size_t used = 0;
    for (size_t i = 0; repaired && i < size;) {
        size_t step = mq_utf8_length(bytes + i, size - i);
        if (step == 0) {
            repaired[used++] = (char)(0xc0 | bytes[i] >> 6);
            repaired[used++] = (char)(0x80 | (bytes[i] & 0x3f));
            i++;
        } else {
            memcpy(repaired + used, bytes + i, step);
            used += step;
            i += step;
        }
    }
    *text = repaired;
    *length = used;
    return repaired != NULL;
}

// Checks the memory that cJSON will need against the limits, and asks the allocator of the document
// for as much, so that a lack of memory is reported as such and not as bad JSON.
static maq_status reserve(gltf_reader *r, const char *text, size_t length) {
    gltf_scan scan = mq_gltf_scan(text, length, DEEPEST_JSON);
    uint64_t limit = mq_arena_memory(r->arena)->byte_limit, held = mq_arena_bytes(r->arena);
    uint64_t rest = limit > held ? limit - held : 0;
    if (scan.too_deep) {
        GLTF_FIND(r->findings, JSON_LIMIT, r->json_offset + scan.offset, 0,
                  "the JSON is nested more than %d levels deep", DEEPEST_JSON);
        return MAQ_BAD_DATA;
    }
    if (scan.bytes > rest || scan.bytes > SIZE_MAX) {
        GLTF_FIND(r->findings, JSON_LIMIT, r->json_offset, 0,
                  "the JSON needs %llu %s of memory, and the limit leaves %llu",
                  (unsigned long long)scan.bytes, MQ_PLURAL(scan.bytes, "byte", "bytes"),
                  (unsigned long long)rest);
        return MAQ_OVER_LIMIT;
    }
    mq_arena *scratch = mq_arena_scratch(r->arena);
    void *block = scratch ? mq_arena_alloc_uninitialized(scratch, (size_t)scan.bytes, 1, 1) : NULL;
    mq_arena_end_scratch(r->arena, scratch);
    if (!block)
        return mq_arena_status(r->arena);
    // What is left of both budgets is for everything else.
    r->pool_left = MOST_PER_BYTE * (uint64_t)r->document->source_length + SMALLEST_POOL;
    r->pool_left -= scan.bytes < r->pool_left ? scan.bytes : r->pool_left;
    if (r->pool_left > rest - scan.bytes)
        r->pool_left = rest - scan.bytes;
    return MAQ_OK;
}

// NULL with the status when the JSON cannot be read.
static cJSON *parse(gltf_reader *r, maq_status *status) {
    const char *text = r->json, *end = NULL;
    size_t length = r->json_length;
    *status = MAQ_BAD_DATA;
    if (!repair_utf8(r, &text, &length)) {
        *status = mq_arena_status(r->arena);
        return NULL;
    }
    *status = reserve(r, text, length);
    if (*status != MAQ_OK)
        return NULL;
    *status = MAQ_BAD_DATA;
    cJSON *root = cJSON_ParseWithLengthOpts(text, length, &end, false);
    size_t at = end ? (size_t)(end - text) : 0;
    // Only white space may follow, which cJSON does not check.
    while (root && at < length && (strchr(" \t\r\n", text[at]) || !text[at]))
        at++;
    if (cJSON_IsObject(root) && at == length)
        return root;
    GLTF_FIND(r->findings, NOT_JSON, r->json_offset + (at < r->json_length ? at : r->json_length),
              0, "the JSON is not valid here");
    cJSON_Delete(root);
    return NULL;
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
    const cJSON *required = mq_gltf_get(r->root, "extensionsRequired");
    for (const cJSON *e = mq_gltf_first(required); e; e = e->next) {
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
    const cJSON *asset = mq_gltf_get(r->root, "asset");
    const char *version = mq_gltf_text(mq_gltf_get(asset, "version"));
    const char *needed = mq_gltf_text(mq_gltf_get(asset, "minVersion"));
    bool good = begins_with(version, "2.") && (!*needed || strcmp(needed, "2.0") == 0);
    if (!good)
        GLTF_FIND(r->findings, ASSET_VERSION, r->json_offset, 0,
                  "asset.version is \"%.20s\"%s%.20s", version, *needed ? ", minVersion " : "",
                  needed);
    return good;
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
        const cJSON *array = mq_gltf_get(r->root, mq_gltf_kind_names[kind]);
        const cJSON *item = mq_gltf_first(array);
        list->count = mq_gltf_count(r, array, costs[kind]);
        list->items = MQ_NEW_ARRAY(r->arena, const cJSON *, list->count);
        list->offsets = MQ_NEW_ARRAY(r->arena, uint64_t, list->count);
        if (!list->items || !list->offsets)
            return false;
        for (uint32_t i = 0; i < list->count; i++, item = item->next) {
            list->offsets[i] = r->json_offset;
            list->items[i] = item;
        }
    }
    mq_gltf_find_offsets(r);
    return true;
}

// ------------------------------------------------------------------------------------------ scene

// The default scene, or the first.
static void find_scene(gltf_reader *r) {
    const gltf_list *scenes = &r->lists[GLTF_SCENES];
    mq_gltf_u32(mq_gltf_get(r->root, "scene"), &r->scene_index);
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

static void read_boxes(gltf_reader *r, const cJSON *own) {
    const cJSON *boxes = mq_gltf_get(own, "boxes"), *b = mq_gltf_first(boxes);
    for (uint32_t count = mq_gltf_count(r, boxes, 192); count > 0; count--, b = b->next) {
        size_t length;
        const cJSON *node = mq_gltf_get(b, "node");
        maq_scene_box box = {.node = MAQ_SCENE_NONE};
        box.name = mq_gltf_exact_of(r, mq_gltf_get(b, "name"), &length);
        if (!mq_gltf_floats_of(mq_gltf_get(b, "min"), box.min, 3) ||
            !mq_gltf_floats_of(mq_gltf_get(b, "max"), box.max, 3)) {
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
    const cJSON *events = mq_gltf_get(own, "events"), *e = mq_gltf_first(events);
    for (uint32_t count = mq_gltf_count(r, events, 64); count > 0; count--, e = e->next) {
        size_t length;
        maq_scene_event event = {.name = mq_gltf_exact_of(r, mq_gltf_get(e, "name"), &length),
                                 .file = mq_gltf_exact_of(r, mq_gltf_get(e, "file"), &length)};
        mq_scene_add_event(&r->builder, &event);
    }
}

// The file that the scene was made from, and the format of that file.
static void read_source(gltf_reader *r, maq_scene *scene) {
    const cJSON *source = mq_gltf_get(mq_gltf_own_extras(r->root), "source");
    const char *format = mq_gltf_text(mq_gltf_get(mq_gltf_own_extras(r->scene), "source_format"));
    const char *variant = mq_gltf_text(mq_gltf_get(source, "variant"));
    const char *digest = mq_gltf_text(mq_gltf_get(source, "digest"));
    uint64_t number = 0;
    bool overflow = false;
    uint32_t view;
    size_t stride;
    gltf_bytes bytes;
    if (*format)
        scene->source_format = mq_arena_text(r->arena, format, strlen(format));
    if (!mq_gltf_u32(mq_gltf_get(source, "view"), &view) || view >= r->lists[GLTF_VIEWS].count ||
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
                     .json_length = document->source_length,
                     .bytes_left =
                         NUMBERS_PER_BYTE * (uint64_t)document->source_length + SMALLEST_BYTES,
                     .work_left = 64 * (uint64_t)document->source_length + SMALLEST_WORK};
    mq_cursor cursor = mq_cursor_over(document->source, document->source_length);
    bool binary = mq_read_u32(&cursor) == GLB_MAGIC;
    document->variant = mq_gltf_variant(binary);
    document->text_source = !binary;
    if (binary && !open_glb(&r))
        return MAQ_BAD_DATA;
    maq_status status;
    cJSON *root = parse(&r, &status);
    if (!root)
        return status;
    r.root = root;
    status = MAQ_BAD_DATA;
    if (check_asset(&r) && check_extensions(&r))
        status = read_scene(&r);
    cJSON_Delete(root);
    return status;
}
