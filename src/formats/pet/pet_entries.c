// SPDX-License-Identifier: MIT
#include "formats/pet/pet_entries.h"

#define LIST(name, type)                                                                           \
    { #name, sizeof(type), offsetof(maq_pet, name), offsetof(type, offset) }
const pet_list_type mq_pet_list_types[MAQ_PET_KNOWN_TAGS] = {
    [MAQ_PET_TEXT] = LIST(textures, maq_pet_texture),
    [MAQ_PET_SMTL] = LIST(materials, maq_pet_material),
    [MAQ_PET_BONE] = LIST(bones, maq_pet_bone),
    [MAQ_PET_FANM] = LIST(faces, maq_pet_face),
    [MAQ_PET_FRAM] = LIST(frames, maq_pet_frame),
    [MAQ_PET_MOTI] = LIST(motions, maq_pet_motion),
    [MAQ_PET_EXTR] = {"extras", sizeof(maq_pet_id), offsetof(maq_pet, extras), 0},
    [MAQ_PET_COLL] = LIST(boxes, maq_pet_box),
};

const void *mq_pet_list(const maq_pet *pet, maq_pet_tag tag) {
    const void *list;
    memcpy(&list, (const char *)pet + mq_pet_list_types[tag].offset, sizeof list);
    return list;
}

// ----------------------------------------------------------------------------------------- fields

void mq_pet_put_hex(mq_arena *scratch, mq_node *parent, const char *key, const void *bytes,
                    size_t length) {
    static const char digits[] = "0123456789abcdef";
    const unsigned char *from = bytes;
    char *text = MQ_NEW_ARRAY(scratch, char, 2 * length);
    for (size_t i = 0; text && i < length; i++) {
        text[2 * i] = digits[from[i] >> 4];
        text[2 * i + 1] = digits[from[i] & 15];
    }
    if (text)
        mq_put_bytes(parent, key, text, 2 * length);
}

// `bytes` are those of the file: for a name in a field of fixed length the whole field.
static void put_text_and_bytes(mq_arena *scratch, mq_node *parent, const char *key,
                               maq_pet_text text, size_t length) {
    bool plain = true;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        plain &= i >= text.length ? byte == 0 : byte >= ' ' && byte <= 126 && byte != '\\';
    }
    if (plain) {
        mq_put_bytes(parent, key, text.bytes, text.length);
        return;
    }
    mq_node *object = mq_put_object(parent, key);
    mq_put_text(object, "text", mq_pet_to_utf8(scratch, text));
    mq_pet_put_hex(scratch, object, "bytes", text.bytes, length);
}

void mq_pet_put_text(mq_arena *scratch, mq_node *parent, const char *key, maq_pet_text text) {
    put_text_and_bytes(scratch, parent, key, text, text.length);
}

// Not by `object`, which is NULL when there is no memory.
static bool describes(const pet_visitor *v) {
    return !v->cursor && !v->writer;
}

static void visit_bytes(const pet_visitor *v, const char *key, void *bytes, size_t length) {
    if (describes(v)) {
        mq_pet_put_hex(v->scratch, v->object, key, bytes, length);
    } else if (v->writer) {
        write_bytes(v->writer, bytes, length);
    } else {
        const unsigned char *from = mq_read_bytes(v->cursor, length);
        if (from)
            memcpy(bytes, from, length);
    }
}

static void visit_name(const pet_visitor *v, const char *key, char name[32]) {
    if (describes(v))
        put_text_and_bytes(v->scratch, v->object, key, mq_pet_name_text(name), 32);
    else
        visit_bytes(v, key, name, 32);
}

static void visit_u8(const pet_visitor *v, const char *key, uint8_t *value) {
    if (describes(v))
        mq_put_integer(v->object, key, *value);
    else
        visit_bytes(v, key, value, 1);
}

static void visit_u32(const pet_visitor *v, const char *key, uint32_t *value) {
    if (describes(v))
        mq_put_integer(v->object, key, *value);
    else if (v->writer)
        write_u32(v->writer, *value);
    else
        *value = mq_read_u32(v->cursor);
}

static void visit_i32(const pet_visitor *v, const char *key, int32_t *value) {
    if (describes(v))
        mq_put_integer(v->object, key, *value);
    else if (v->writer)
        write_u32(v->writer, (uint32_t)*value);
    else
        *value = (int32_t)mq_read_u32(v->cursor);
}

static void visit_floats(const pet_visitor *v, const char *key, float *values, size_t count) {
    if (describes(v) && count == 1)
        mq_put_float(v->object, key, *values);
    else if (describes(v))
        mq_put_floats(v->object, key, values, count);
    else if (v->writer)
        write_floats(v->writer, values, count);
    else
        mq_pet_read_floats(v->cursor, values, count);
}

static void visit_text(const pet_visitor *v, const char *key, maq_pet_text *text) {
    if (describes(v))
        mq_pet_put_text(v->scratch, v->object, key, *text);
    else if (v->writer)
        write_text(v->writer, *text);
    else
        *text = mq_pet_read_text(v->cursor);
}

// A text and the NUL that ends it; the NUL is not part of the text.
static void visit_nul_text(const pet_visitor *v, const char *key, maq_pet_text *text) {
    if (describes(v)) {
        mq_pet_put_text(v->scratch, v->object, key, *text);
    } else if (v->writer) {
        v->writer->failed |= text->length > 0 && memchr(text->bytes, 0, text->length);
        write_bytes(v->writer, text->bytes, text->length);
        write_u8(v->writer, 0);
    } else {
        const unsigned char *start = v->cursor->bytes + v->cursor->at;
        size_t left = mq_cursor_left(v->cursor);
        const unsigned char *end = left > 0 ? memchr(start, '\0', left) : NULL;
        size_t length = end ? (size_t)(end - start) : left;
        mq_read_bytes(v->cursor, length + 1); // fails when there is no NUL
        *text = (maq_pet_text){end ? (const char *)start : "", end ? (uint32_t)length : 0};
    }
}

static void visit_bone_id(const pet_visitor *v, const char *key, maq_pet_id *id) {
    bool client = mq_pet_is_client(v->encoding);
    if (v->writer) {
        mq_pet_write_id(v->writer, *id, client);
    } else if (v->cursor) {
        *id = mq_pet_read_id(v->cursor, client);
    } else {
        mq_put_integer(v->object, key, id->bone);
        if (id->wide)
            mq_put_text(v->object, "form", "wide");
    }
}

// ---------------------------------------------------------------------------------------- entries

static void visit_texture(const pet_visitor *v, maq_pet_texture *texture) {
    visit_name(v, "name", texture->name);
    if (describes(v))
        mq_put_integer(v->object, "flag", texture->flag);
    else
        visit_bytes(v, "flag", &texture->flag, 1);
    visit_u8(v, "group", &texture->group);
    visit_bytes(v, "pad", texture->pad, sizeof texture->pad);
    visit_u32(v, "diffuse", &texture->diffuse);
    visit_i32(v, "handle", &texture->handle);
}

static void visit_bone(const pet_visitor *v, maq_pet_bone *bone) {
    visit_nul_text(v, "name", &bone->name);
    visit_bone_id(v, "parent", &bone->parent);
    if (mq_pet_has_matrices(v->encoding))
        visit_floats(v, "matrix", bone->matrix, 12);
    if (mq_pet_has_matrices(v->encoding) && v->encoding->minor >= 3)
        visit_floats(v, "extra", &bone->extra, 1);
}

static void visit_face(const pet_visitor *v, maq_pet_face *face) {
    visit_u8(v, "group", &face->group);
    visit_name(v, "name", face->name);
    visit_name(v, "texture", face->texture);
}

static void visit_frame(const pet_visitor *v, uint32_t count, maq_pet_frame *frame) {
    bool client = mq_pet_is_client(v->encoding);
    visit_u32(v, "number", &frame->number);
    pet_visitor script = *v;
    script.object = mq_put_array(v->object, "script");
    for (unsigned k = 0; k < (client ? 3 : 1); k++)
        visit_text(&script, NULL, &frame->script[k]);
    // A single empty frame may lack its last word.
    bool needs_check = count > 1 || frame->script[0].length > 0;
    if (v->cursor)
        frame->has_check =
            !client || needs_check || mq_cursor_left(v->cursor) > 0 || v->cursor->failed;
    if (!client)
        visit_floats(v, "vector", frame->vector, 3);
    else if (frame->has_check || (needs_check && v->writer))
        visit_u32(v, "check", &frame->check);
}

static void visit_motion(const pet_visitor *v, maq_pet_motion *motion) {
    visit_text(v, "name", &motion->name);
    visit_u32(v, "start", &motion->start);
    visit_u32(v, "end", &motion->end);
    visit_text(v, "next", &motion->next);
    visit_text(v, "method", &motion->method);
    if (mq_pet_is_client(v->encoding))
        visit_floats(v, "time", &motion->time, 1);
    visit_text(v, "bone", &motion->bone);
}

static void visit_box(const pet_visitor *v, maq_pet_box *box) {
    visit_u32(v, "shape", &box->shape);
    visit_u32(v, "show", &box->show);
    visit_text(v, "name", &box->name);
    visit_text(v, "bone", &box->bone);
    if (mq_pet_is_client(v->encoding)) {
        visit_text(v, "option1", &box->option[0]);
        visit_text(v, "option2", &box->option[1]);
    } else {
        if (v->encoding->minor == 0 || describes(v))
            visit_u8(v, "unknown_byte", &box->unknown_byte);
        visit_u32(v, "unknown1", &box->unknown[0]);
        visit_u32(v, "unknown2", &box->unknown[1]);
    }
    visit_floats(v, "min", box->min, 3);
    visit_floats(v, "max", box->max, 3);
}

void mq_pet_visit_skin(const pet_visitor *v, maq_pet_skin *skin) {
    visit_u8(v, "bone", &skin->bone);
    visit_bytes(v, "pad", skin->pad, sizeof skin->pad);
    visit_u32(v, "first_vertex", &skin->first_vertex);
    visit_u32(v, "vertex_count", &skin->vertex_count);
    visit_u32(v, "first_triangle", &skin->first_triangle);
    visit_u32(v, "triangle_count", &skin->triangle_count);
}

void mq_pet_visit_entry(const pet_visitor *v, maq_pet_tag tag, uint32_t count, void *entry) {
    if (tag == MAQ_PET_TEXT)
        visit_texture(v, entry);
    else if (tag == MAQ_PET_BONE)
        visit_bone(v, entry);
    else if (tag == MAQ_PET_FANM)
        visit_face(v, entry);
    else if (tag == MAQ_PET_FRAM)
        visit_frame(v, count, entry);
    else if (tag == MAQ_PET_MOTI)
        visit_motion(v, entry);
    else
        visit_box(v, entry);
}
