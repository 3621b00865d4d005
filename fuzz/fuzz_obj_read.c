// SPDX-License-Identifier: MIT
//
// Any bytes as OBJ: reading, the way into a scene, and everything else that a caller can ask.
#include "fuzz.h"
#include "maquette/obj.h"
#include "maquette/scene.h"

static void touch_names(const maq_obj_name *names, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        fuzz_touch_text(names[i].text);
}

static void touch_scene(const maq_document *document) {
    maq_scene *scene;
    if (maq_scene_from_document(document, NULL, &scene) != MAQ_OK)
        abort();
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const maq_scene_mesh *mesh = &scene->meshes[i];
        fuzz_touch(mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
        for (uint32_t k = 0; k < mesh->triangle_count; k++) {
            for (int corner = 0; corner < 3; corner++) {
                if (mesh->triangles[k][corner] >= mesh->vertex_count)
                    abort();
            }
        }
        if (mesh->extras)
            fuzz_touch_value(mesh->extras);
    }
    maq_scene_free(scene);
}

static void touch_obj(const maq_document *document) {
    const maq_obj *obj = maq_document_obj(document);
    fuzz_touch(obj->positions, obj->position_count * sizeof *obj->positions);
    if (obj->weights)
        fuzz_touch(obj->weights, obj->position_count * sizeof *obj->weights);
    if (obj->colours)
        fuzz_touch(obj->colours, obj->position_count * sizeof *obj->colours);
    fuzz_touch(obj->texcoords, obj->texcoord_count * sizeof *obj->texcoords);
    fuzz_touch(obj->normals, obj->normal_count * sizeof *obj->normals);
    fuzz_touch(obj->corners, obj->corner_count * sizeof *obj->corners);
    touch_names(obj->objects, obj->object_count);
    touch_names(obj->groups, obj->group_count);
    touch_names(obj->uses, obj->use_count);
    touch_names(obj->libraries, obj->library_count);
    for (uint32_t i = 0; i < obj->element_count; i++) {
        const maq_obj_element *element = &obj->elements[i];
        if (element->first_corner > obj->corner_count ||
            obj->corner_count - element->first_corner < element->corner_count)
            abort();
    }
    for (uint32_t i = 0; i < obj->section_count; i++) {
        const maq_obj_section *section = &obj->sections[i];
        if ((section->object != MAQ_OBJ_NONE && section->object >= obj->object_count) ||
            (section->group != MAQ_OBJ_NONE && section->group >= obj->group_count) ||
            (section->material != MAQ_OBJ_NONE && section->material >= obj->use_count))
            abort();
    }
    touch_scene(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_read(data, size, "obj", touch_obj);
    return 0;
}
