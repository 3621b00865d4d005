// SPDX-License-Identifier: MIT
//
// Reading IQM. Tables become structs; what is large stays where it is in the source, so the time
// goes with the number of records and not with the size of the file.
#include <inttypes.h>
#include <string.h>

#include "base/cursor.h"
#include "base/plural.h"
#include "formats/iq/iqm_header.h"
#include "formats/iq/iqm_layout.h"

typedef struct reader {
    iqm_layout layout;
    mq_arena *arena;
    mq_findings *findings;
    maq_iqm *iqm;
    uint32_t field[IQM_FIELD_COUNT];
    maq_status status;
} reader;

// ------------------------------------------------------------------------------------------ header

static bool read_header(reader *r) {
    const maq_document *document = r->layout.document;
    mq_cursor cursor = mq_cursor_over(document->source, document->source_length);
    const unsigned char *magic = mq_read_bytes(&cursor, IQM_MAGIC_SIZE);
    if (!magic || memcmp(magic, mq_iqm_magic, IQM_MAGIC_SIZE) != 0) {
        size_t known = document->source_length < IQM_MAGIC_SIZE ? document->source_length : 0;
        if (known && memcmp(document->source, mq_iqm_magic, known) == 0)
            IQM_FIND(r->findings, SHORT_HEADER, known, 0, "the file has %zu %s, a header 124",
                     known, MQ_PLURAL(known, "byte", "bytes"));
        else
            IQM_FIND(r->findings, NOT_IQM, 0, 0, "the file does not begin with INTERQUAKEMODEL");
        return false;
    }
    for (int i = 0; i < IQM_FIELD_COUNT; i++)
        r->field[i] = mq_read_u32(&cursor);
    if (cursor.failed) {
        IQM_FIND(r->findings, SHORT_HEADER, document->source_length, 0,
                 "the file has %zu %s, a header 124", document->source_length,
                 MQ_PLURAL(document->source_length, "byte", "bytes"));
        return false;
    }
    uint32_t version = r->field[IQM_F_VERSION];
    uint32_t field = mq_iqm_field_offset(IQM_F_VERSION);
    if (version != 1 && version != 2) {
        IQM_FIND(r->findings, BAD_VERSION, field, 4, "version %" PRIu32 " is unknown", version);
        return false;
    }
    if (version == 1)
        IQM_FIND(r->findings, VERSION_1, field, 4, "version 1 is obsolete");
    return true;
}

static void read_size(reader *r) {
    size_t length = r->layout.document->source_length;
    uint32_t size = r->field[IQM_F_FILESIZE];
    uint32_t field = mq_iqm_field_offset(IQM_F_FILESIZE);
    r->layout.limit = length;
    if (size > length) {
        IQM_FIND(r->findings, WRONG_SIZE, field, 4,
                 "the header says %" PRIu32 " %s, the file has %zu", size,
                 MQ_PLURAL(size, "byte", "bytes"), length);
    } else if (size < IQM_HEADER_SIZE) {
        IQM_FIND(r->findings, WRONG_SIZE, field, 4,
                 "the header says %" PRIu32 " %s and has 124 itself", size,
                 MQ_PLURAL(size, "byte", "bytes"));
    } else {
        r->layout.limit = size;
        if (size < length)
            IQM_FIND(r->findings, TRAILING_BYTES, size, length - size,
                     "%zu %s the %" PRIu32 " that the header says", length - size,
                     MQ_PLURAL(length - size, "byte follows", "bytes follow"), size);
    }
    if (r->layout.limit > 16u << 20)
        IQM_FIND(r->findings, OVER_16_MIB, field, 4, "the file has %zu %s", r->layout.limit,
                 MQ_PLURAL(r->layout.limit, "byte", "bytes"));
    if (r->field[IQM_F_FLAGS] != 0)
        IQM_FIND(r->findings, HEADER_FLAGS, mq_iqm_field_offset(IQM_F_FLAGS), 4,
                 "the header has the flags 0x%" PRIx32, r->field[IQM_F_FLAGS]);
}

// ---------------------------------------------------------------------------------------- sections

// Claims `*count` elements whose offset is in a field of the header. NULL when there are none or
// they cannot be had; `*count` is then 0.
static const unsigned char *claim_rows(reader *r, const char *what, uint64_t *count, size_t size,
                                       iqm_field offset_field) {
    const unsigned char *bytes = NULL;
    uint32_t field = mq_iqm_field_offset(offset_field);
    if (*count > 0)
        bytes = mq_iqm_claim(
            &r->layout,
            &(iqm_section){.what = what,
                           .offset = r->field[offset_field],
                           .length = *count > UINT64_MAX / size ? UINT64_MAX : *count * size,
                           .alignment = size < 4 ? (uint32_t)size : 4,
                           .field = field});
    if (!bytes) {
        *count = 0;
    } else if (*count > mq_arena_element_limit(r->arena) && r->status == MAQ_OK) {
        IQM_FIND(r->findings, COUNT_LIMIT, field, 4, "%s: %" PRIu64 " %s too many", what, *count,
                 MQ_PLURAL(*count, "element is", "elements are"));
        r->status = MAQ_OVER_LIMIT;
    }
    return r->status == MAQ_OK ? bytes : NULL;
}

// A table of records: where it begins, how many there are, and a cursor over them.
typedef struct table {
    mq_cursor cursor;
    uint32_t count;
    uint32_t offset;
} table;

static table claim_table(reader *r, const char *what, iqm_field count_field, size_t size,
                         iqm_field offset_field) {
    uint64_t count = r->field[count_field];
    const unsigned char *bytes = claim_rows(r, what, &count, size, offset_field);
    return (table){.cursor = mq_cursor_over(bytes, bytes ? (size_t)count * size : 0),
                   .count = bytes ? (uint32_t)count : 0,
                   .offset = r->field[offset_field]};
}

// Where the record that comes next stands in the file.
static uint32_t record_offset(const table *t) {
    return t->offset + (uint32_t)t->cursor.at;
}

// The words of records from the file; `records` are structs of that kind.
static void read_records(mq_cursor *cursor, const iqm_record *kind, uint32_t version,
                         uint32_t offset, void *records, uint32_t count) {
    char *record = records;
    for (uint32_t i = 0; i < count; i++, record += kind->size) {
        uint32_t at = offset + (uint32_t)cursor->at;
        memcpy(record + kind->offset_field, &at, sizeof at);
        for (unsigned word = 0; word < kind->words; word++) {
            uint32_t bits = mq_iqm_has_word(kind, word, version) ? mq_read_u32(cursor) : 0;
            memcpy(record + word * sizeof bits, &bits, sizeof bits);
        }
    }
}

// A table of records as structs; NULL when there is no memory.
static void *read_table(reader *r, const char *what, const iqm_record *kind, iqm_field count_field,
                        iqm_field offset_field, uint32_t *count) {
    table t =
        claim_table(r, what, count_field, mq_iqm_record_size(kind, r->iqm->version), offset_field);
    void *records = mq_arena_alloc(r->arena, t.count, kind->size, alignof(max_align_t));
    *count = records ? t.count : 0;
    if (records)
        read_records(&t.cursor, kind, r->iqm->version, t.offset, records, t.count);
    return records;
}

static void read_text(reader *r) {
    uint64_t size = r->field[IQM_F_NUM_TEXT];
    const char *text = (const char *)claim_rows(r, "the text", &size, 1, IQM_F_OFS_TEXT);
    if (!text)
        return;
    maq_iqm *iqm = r->iqm;
    iqm->text_offset = r->field[IQM_F_OFS_TEXT];
    if (text[size - 1] != 0) {
        IQM_FIND(r->findings, TEXT_NOT_ENDED, iqm->text_offset + size - 1, 1,
                 "the text of %" PRIu64 " %s does not end with a NUL", size,
                 MQ_PLURAL(size, "byte", "bytes"));
        text = mq_arena_text(r->arena, text, (size_t)size);
        if (!text)
            return;
    }
    iqm->text = text;
    iqm->text_size = (uint32_t)size;
}

// -------------------------------------------------------------------------------------- geometry

static void read_meshes(reader *r) {
    r->iqm->meshes = read_table(r, "the meshes", &mq_iqm_mesh_record, IQM_F_NUM_MESHES,
                                IQM_F_OFS_MESHES, &r->iqm->mesh_count);
}

// Whether an array can be kept; what it points at is claimed.
static bool claim_array(reader *r, maq_iqm_array *array) {
    // Fields of the record: type, flags, format, size, offset.
    if (array->format >= MAQ_IQM_FORMAT_COUNT) {
        IQM_FIND(r->findings, ARRAY_FORMAT, array->offset + 8, 4,
                 "the %s array has the unknown format %" PRIu32, maq_iqm_array_name(r->iqm, array),
                 array->format);
        r->layout.dropped = true;
        return false;
    }
    if (array->size < 1 || array->size > MAQ_IQM_MAX_SIZE) {
        IQM_FIND(r->findings, ARRAY_COMPONENTS, array->offset + 12, 4,
                 "the %s array has %" PRIu32 " %s for each vertex",
                 maq_iqm_array_name(r->iqm, array), array->size,
                 MQ_PLURAL(array->size, "number", "numbers"));
        r->layout.dropped = true;
        return false;
    }
    uint32_t component = maq_iqm_format_size(array->format);
    uint64_t length = (uint64_t)r->iqm->vertex_count * mq_iqm_stride(array);
    array->data = (const unsigned char *)r->layout.document->source;
    if (length > 0)
        array->data = mq_iqm_claim(&r->layout, &(iqm_section){.what = "vertex data",
                                                              .offset = array->data_offset,
                                                              .length = length,
                                                              .alignment = component,
                                                              .field = array->offset + 16});
    return array->data != NULL;
}

static void read_arrays(reader *r) {
    r->iqm->vertex_count = r->field[IQM_F_NUM_VERTEXES];
    table t = claim_table(r, "the vertex arrays", IQM_F_NUM_VERTEXARRAYS, IQM_ARRAY_SIZE,
                          IQM_F_OFS_VERTEXARRAYS);
    maq_iqm_array *arrays = MQ_NEW_ARRAY(r->arena, maq_iqm_array, t.count);
    if (!arrays)
        return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t.count; i++) {
        maq_iqm_array *array = &arrays[kept];
        array->offset = record_offset(&t);
        array->type = mq_read_u32(&t.cursor);
        array->flags = mq_read_u32(&t.cursor);
        array->format = mq_read_u32(&t.cursor);
        array->size = mq_read_u32(&t.cursor);
        array->data_offset = mq_read_u32(&t.cursor);
        kept += claim_array(r, array);
    }
    r->iqm->arrays = arrays;
    r->iqm->array_count = kept;
    r->iqm->tight_data = kept > 0 && r->iqm->vertex_count > 0 &&
                         arrays[0].data_offset == record_offset(&t) && record_offset(&t) % 8 == 4;
}

static void read_triangles(reader *r) {
    uint64_t count = r->field[IQM_F_NUM_TRIANGLES];
    maq_iqm *iqm = r->iqm;
    iqm->triangles = claim_rows(r, "the triangles", &count, IQM_TRIANGLE_SIZE, IQM_F_OFS_TRIANGLES);
    iqm->triangles_offset = r->field[IQM_F_OFS_TRIANGLES];
    iqm->triangle_count = (uint32_t)count;
    if (iqm->triangles && r->field[IQM_F_OFS_ADJACENCY] != 0) {
        iqm->adjacency =
            claim_rows(r, "the adjacency", &count, IQM_TRIANGLE_SIZE, IQM_F_OFS_ADJACENCY);
        iqm->adjacency_offset = r->field[IQM_F_OFS_ADJACENCY];
    }
}

// -------------------------------------------------------------------------------------- animation

static void read_joints(reader *r) {
    maq_iqm_joint *joints = read_table(r, "the joints", &mq_iqm_joint_record, IQM_F_NUM_JOINTS,
                                       IQM_F_OFS_JOINTS, &r->iqm->joint_count);
    for (uint32_t i = 0; r->iqm->version == 1 && i < r->iqm->joint_count; i++)
        joints[i].rotation[3] = mq_iqm_derived_w(joints[i].rotation);
    r->iqm->joints = joints;
}

static void read_poses(reader *r) {
    r->iqm->poses = read_table(r, "the poses", &mq_iqm_pose_record, IQM_F_NUM_POSES,
                               IQM_F_OFS_POSES, &r->iqm->pose_count);
}

static void read_anims(reader *r) {
    r->iqm->anims = read_table(r, "the animations", &mq_iqm_anim_record, IQM_F_NUM_ANIMS,
                               IQM_F_OFS_ANIMS, &r->iqm->anim_count);
}

static void read_frames(reader *r) {
    maq_iqm *iqm = r->iqm;
    uint64_t frames = r->field[IQM_F_NUM_FRAMES];
    uint64_t numbers = frames * r->field[IQM_F_NUM_FRAMECHANNELS];
    iqm->channel_count = r->field[IQM_F_NUM_FRAMECHANNELS];
    bool expected = numbers > 0;
    iqm->frames = claim_rows(r, "the frames", &numbers, 2, IQM_F_OFS_FRAMES);
    iqm->frames_offset = r->field[IQM_F_OFS_FRAMES];
    // Frames that move nothing have no numbers; frames whose numbers are missing do not count.
    iqm->frame_count = expected && !iqm->frames ? 0 : (uint32_t)frames;
}

// The last of all sections, since the offset of the section behind it limits the table: the header
// does not, and the table can have fewer records than there are frames.
static void read_bounds(reader *r) {
    maq_iqm *iqm = r->iqm;
    uint32_t offset = r->field[IQM_F_OFS_BOUNDS];
    if (iqm->frame_count == 0 || offset == 0)
        return;
    uint64_t count = iqm->frame_count;
    size_t next = mq_iqm_next_range(&r->layout, offset);
    if (offset < next && (next - offset) / IQM_BOUNDS_SIZE < count) {
        uint64_t available = (next - offset) / IQM_BOUNDS_SIZE;
        IQM_FIND(r->findings, BOUNDS_SHORT, mq_iqm_field_offset(IQM_F_OFS_BOUNDS), 4,
                 "there are bounds for %" PRIu64 " of %" PRIu64 " %s", available, count,
                 MQ_PLURAL(count, "frame", "frames"));
        r->layout.dropped = true;
        count = available;
    }
    const unsigned char *bytes =
        claim_rows(r, "the bounds", &count, IQM_BOUNDS_SIZE, IQM_F_OFS_BOUNDS);
    maq_iqm_bounds *bounds = MQ_NEW_ARRAY(r->arena, maq_iqm_bounds, bytes ? (size_t)count : 0);
    if (!bytes || !bounds)
        return;
    mq_cursor cursor = mq_cursor_over(bytes, (size_t)count * IQM_BOUNDS_SIZE);
    read_records(&cursor, &mq_iqm_bounds_record, 2, offset, bounds, (uint32_t)count);
    iqm->bounds = bounds;
    iqm->bounds_count = (uint32_t)count;
    iqm->bounds_offset = offset;
}

// ----------------------------------------------------------------------------- comment, extensions

static void read_comment(reader *r) {
    uint64_t size = r->field[IQM_F_NUM_COMMENT];
    r->iqm->comment = (const char *)claim_rows(r, "the comment", &size, 1, IQM_F_OFS_COMMENT);
    r->iqm->comment_size = (uint32_t)size;
    r->iqm->comment_offset = r->field[IQM_F_OFS_COMMENT];
}

// Reads the record at `at`, which `field` named, and moves both to the next. False when the list
// cannot go on.
static bool read_extension(reader *r, maq_iqm_extension *extension, uint32_t *at, uint32_t *field) {
    const unsigned char *record =
        mq_iqm_claim(&r->layout, &(iqm_section){.what = "an extension",
                                                .offset = *at,
                                                .length = IQM_EXTENSION_SIZE,
                                                .alignment = 4,
                                                .field = *field});
    if (!record)
        return false;
    mq_cursor cursor = mq_cursor_over(record, IQM_EXTENSION_SIZE);
    extension->offset = *at;
    extension->name = mq_read_u32(&cursor);
    extension->size = mq_read_u32(&cursor);
    extension->data_offset = mq_read_u32(&cursor);
    extension->data = (const unsigned char *)r->layout.document->source;
    if (extension->size > 0)
        extension->data =
            mq_iqm_claim(&r->layout, &(iqm_section){.what = "the data of an extension",
                                                    .offset = extension->data_offset,
                                                    .length = extension->size,
                                                    .alignment = 1,
                                                    .field = *at + 8});
    *field = *at + 12;
    *at = mq_read_u32(&cursor);
    return true;
}

static void read_extensions(reader *r) {
    maq_iqm_extension *items = NULL;
    size_t capacity = 0;
    uint32_t said = r->field[IQM_F_NUM_EXTENSIONS], seen = 0, kept = 0;
    uint32_t at = r->field[IQM_F_OFS_EXTENSIONS];
    uint32_t field = mq_iqm_field_offset(IQM_F_OFS_EXTENSIONS);
    // A ring ends when its records have claimed more bytes than there are.
    for (; seen < said && at != 0; seen++) {
        items = mq_arena_grow(r->arena, items, &capacity, kept, sizeof *items);
        if (!items || !read_extension(r, &items[kept], &at, &field))
            break;
        kept += items[kept].data != NULL;
    }
    if (seen < said && at == 0)
        IQM_FIND(r->findings, EXTENSION_LIST, field, 4,
                 "%" PRIu32 " %s announced, the list ends after %" PRIu32, said,
                 MQ_PLURAL(said, "extension is", "extensions are"), seen);
    else if (seen == said && said > 0 && at != 0)
        IQM_FIND(r->findings, EXTENSION_LIST, field, 4,
                 "%" PRIu32 " %s announced, the list goes on", said,
                 MQ_PLURAL(said, "extension is", "extensions are"));
    if (mq_arena_status(r->arena) == MAQ_OK) {
        r->iqm->extensions = items;
        r->iqm->extension_count = kept;
    }
}

maq_status mq_iqm_read(maq_document *document) {
    reader r = {.layout = {.document = document},
                .arena = document->arena,
                .findings = &document->findings};
    if (!read_header(&r))
        return MAQ_BAD_DATA;
    r.iqm = MQ_NEW(r.arena, maq_iqm);
    if (!r.iqm)
        return mq_arena_status(r.arena);
    r.iqm->version = r.field[IQM_F_VERSION];
    r.iqm->flags = r.field[IQM_F_FLAGS];
    read_size(&r);
    static void (*const parts[])(reader *) = {
        read_text,  read_meshes, read_arrays,  read_triangles,  read_joints, read_poses,
        read_anims, read_frames, read_comment, read_extensions, read_bounds};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && r.status == MAQ_OK; i++) {
        parts[i](&r);
        if (r.status == MAQ_OK)
            r.status = mq_arena_status(r.arena);
    }
    if (r.status != MAQ_OK)
        return r.status;
    mq_iqm_layout_finish(&r.layout);
    document->content = r.iqm;
    document->variant = mq_iqm_variant(r.iqm->version);
    return mq_arena_status(r.arena);
}
