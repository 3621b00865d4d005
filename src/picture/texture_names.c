// SPDX-License-Identifier: MIT
//
// From the name of an image in a material to the file that the game would use.
#include <string.h>

#include "base/folder.h"
#include "files/files.h"
#include "files/files_model.h"
#include "picture/texture_priv.h"

#define MAX_LISTED_FOLDERS 3

static const char *const role_words[MQ_TEXTURE_ROLE_COUNT] = {
    "texture", "normal map", "specular map", "team mask", "alpha mask", "emissive texture"};

static const char *const endings[] = {".png", ".jpg", ".jpeg", ".tga", ".dds", ".bmp"};
#define ENDING_COUNT (sizeof endings / sizeof endings[0])

// The pages that Warzone's scripts replace when a game begins on another tileset.
static const struct {
    const char *page;
    const char *replaced[2]; // tilesets 1 (urban) and 2 (rockies)
} tileset_pages[] = {
    {"page-7-barbarians-arizona.png",
     {"page-7-barbarians-urban.png", "page-7-barbarians-kevlar.png"}},
    {"page-8-player-buildings-bases.png",
     {"page-8-player-buildings-bases-urban.png", "page-8-player-buildings-bases-rockies.png"}},
    {"page-9-player-buildings-bases.png",
     {"page-9-player-buildings-bases-urban.png", "page-9-player-buildings-bases-rockies.png"}},
};

// One name that is searched for: in which way, and where it leads.
typedef struct name_search {
    mq_texture_search *search;
    mq_arena *scratch;
    mq_image_name name;
    maq_file file;
    bool substitute;
} name_search;

// Searches for another last part of the name.
static bool try_name(name_search *n, const char *inside) {
    mq_image_name name = {.inside = inside};
    if (n->name.whole && inside == n->name.inside)
        name.whole = n->name.whole;
    return inside && mq_search_folders_find(&n->search->folders, &name, n->scratch, &n->file);
}

// The length of a name without the extension of an image.
static size_t stem_of(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < ENDING_COUNT; i++) {
        if (mq_compare_names(dot, endings[i]) == 0)
            return (size_t)(dot - name);
    }
    return strlen(name);
}

// The engines of Inter-Quake models use any format, and so does Pangya, which replaces a missing JPEG or
// BMP by a PNG; the tools for it use other extensions, too.
static bool try_endings(name_search *n, const char *name) {
    size_t stem = stem_of(name);
    for (size_t i = 0; i < ENDING_COUNT; i++) {
        n->substitute = name[stem] != '\0';
        if (try_name(n, mq_arena_format(n->scratch, "%.*s%s", (int)stem, name, endings[i])))
            return true;
    }
    return false;
}

// The names of Pangya begin with characters that say how a texture is drawn. Files may lack them.
static bool find_pangya_file(name_search *n) {
    const char *name = n->name.inside, *slash = strrchr(name, '/');
    const char *last = slash ? slash + 1 : name;
    size_t prefix = strspn(last, "[+^");
    if (try_endings(n, name))
        return true;
    for (size_t skipped = 1; skipped <= prefix && last[skipped]; skipped++) {
        const char *bare =
            mq_arena_format(n->scratch, "%.*s%s", (int)(last - name), name, last + skipped);
        n->substitute = true;
        if (bare && (try_name(n, bare) || try_endings(n, bare)))
            return true;
    }
    return false;
}

static bool find_file(name_search *n) {
    const char *name = n->name.inside;
    uint32_t tileset = n->search->tileset;
    mq_texture_family family = n->search->family;
    if (family == MQ_FAMILY_WARZONE && (tileset == 1 || tileset == 2)) {
        for (size_t i = 0; i < sizeof tileset_pages / sizeof tileset_pages[0]; i++) {
            if (mq_compare_names(name, tileset_pages[i].page) == 0 &&
                try_name(n, tileset_pages[i].replaced[tileset - 1]))
                return true;
        }
    }
    return try_name(n, name) || (family == MQ_FAMILY_INTER_QUAKE && try_endings(n, name)) ||
           (family == MQ_FAMILY_PANGYA && find_pangya_file(n));
}

// The list of search folders for messages: " in: a/texpages, a".
static const char *folders_text(const mq_texture_search *search, mq_arena *scratch) {
    const mq_search_folders *folders = &search->folders;
    if (folders->path_count == 0)
        return folders->in_game ? ": there is no folder texpages; name the game's data with --data"
                                : ": there is no folder to search";
    const char *text = mq_arena_format(scratch, " in: %s", folders->paths[0]);
    for (size_t i = 1; text && i < folders->path_count && i < MAX_LISTED_FOLDERS; i++)
        text = mq_arena_format(scratch, "%s, %s", text, folders->paths[i]);
    if (text && folders->path_count > MAX_LISTED_FOLDERS)
        text = mq_arena_format(scratch, "%s and %zu more", text,
                               folders->path_count - MAX_LISTED_FOLDERS);
    return text ? text : "";
}

// Whether a material can do without its alpha mask, as its texture has an alpha channel.
static bool has_alpha(mq_texture_search *search, mq_arena *scratch, uint32_t index) {
    const maq_scene_texture *texture =
        mq_texture_of(&search->scene->materials[index], MAQ_TEXTURE_DIFFUSE, search->tileset);
    if (!texture)
        return false;
    maq_image_reference about = {.data = texture->data, .bytes = texture->data_length};
    name_search n = {.search = search, .scratch = scratch};
    if (!about.data && texture->file &&
        mq_search_folders_clean_name(&search->folders, texture->file, &n.name) && find_file(&n))
        about.file = n.file.name;
    return mq_texture_read_header(search, &about);
}

const maq_rule *mq_texture_rule(const mq_texture_search *search, mq_image_fault fault) {
    static const maq_rule *const common[MQ_IMAGE_FAULT_COUNT] = {
        [MQ_IMAGE_FAULT_MISSING] = &mq_image_rules[MQ_TEXTURE_MISSING],
        [MQ_IMAGE_FAULT_MASK_MISSING] = &mq_image_rules[MQ_TEXTURE_MISSING],
        [MQ_IMAGE_FAULT_OTHER_CAPITALS] = &mq_image_rules[MQ_TEXTURE_OTHER_CASE],
        [MQ_IMAGE_FAULT_BROKEN] = &mq_image_rules[MQ_TEXTURE_BROKEN],
        [MQ_IMAGE_FAULT_TOO_LARGE] = &mq_image_rules[MQ_TEXTURE_LARGE],
    };
    const maq_rule *own = search->check ? search->check->rules[fault] : NULL;
    return own ? own : common[fault];
}

void mq_texture_set_subject(const mq_texture_search *search, maq_finding *finding,
                            const maq_image_reference *image, const char *subject) {
    if (!finding)
        return;
    finding->subject =
        subject ? mq_arena_text(search->findings->arena, subject, strlen(subject)) : NULL;
    if (search->check && search->check->span && image)
        finding->span = search->check->span(search->check->context, image);
}

// Whether the model was taken out of its game: no image was found, and there is no folder in which the
// game would have them. One finding says so for all of them. A model that was converted names its images by their
// paths, in no game.
static bool nowhere_to_search(const mq_texture_search *search) {
    return !search->found && !(search->check && search->check->converted) &&
           search->family == MQ_FAMILY_WARZONE && !search->folders.has_game_folder &&
           !search->folders.in_game && !maq_files_source_at(search->folders.files, 1);
}

// Where an image is that only the game does not find: "", or a sentence.
static const char *unused_text(const mq_texture_search *search, mq_arena *scratch,
                               const mq_image_name *name) {
    if (!search->check || !search->check->game_only || !name->inside)
        return "";
    mq_search_folders all = {.arena = scratch, .files = search->folders.files};
    maq_file file;
    mq_search_folders_init(&all, search->scene, search->name, search->family, false);
    const char *text =
        mq_search_folders_find(&all, name, scratch, &file)
            ? mq_arena_format(scratch, "; the game does not search for it at %s", file.path)
            : NULL;
    return text ? text : "";
}

// Not which folder: the name, and so the folder, is the choice of whoever made the model.
#define LEADS_OUT "; its name leads out of there: name the folder that has it with --data"

static void report_missing(mq_texture_search *search, mq_arena *scratch,
                           const mq_texture_request *request, const mq_image_name *clean,
                           uint64_t times) {
    const char *name = clean->inside ? clean->inside : request->about.name;
    const maq_image_reference *about = &request->about;
    const char *material = search->scene->materials[about->material].name;
    if (about->role == MAQ_TEXTURE_ALPHA_MASK && has_alpha(search, scratch, about->material))
        return;
    const char *folders = folders_text(search, scratch);
    const maq_rule *rule =
        mq_texture_rule(search, about->role == MAQ_TEXTURE_TEAM_MASK ? MQ_IMAGE_FAULT_MASK_MISSING
                                                                     : MQ_IMAGE_FAULT_MISSING);
    maq_finding *finding =
        about->guessed
            ? MQ_TEXTURE_REPORT(search, NOT_NAMED, "material \"%s\": no image of that name%s",
                                material ? material : "", folders)
            : mq_add_finding(search->findings, rule, MAQ_NO_OFFSET, 0,
                             "material \"%s\": %s %s was not found%s%s%s", material ? material : "",
                             role_words[about->role], name, folders,
                             clean->leads_up ? LEADS_OUT : "", unused_text(search, scratch, clean));
    if (finding)
        finding->count = times;
    mq_texture_set_subject(search, finding, about, name);
}

static void set_file(mq_texture_search *search, mq_texture_request *requests, size_t count,
                     const maq_file *file, bool substitute) {
    const char *name = mq_arena_text(search->arena, file->name, strlen(file->name));
    const char *path = mq_arena_text(search->arena, file->path, strlen(file->path));
    for (size_t i = 0; name && path && i < count; i++) {
        maq_image_reference *about = &requests[i].about;
        about->file = name;
        about->path = path;
        about->bytes = file->length;
        about->other_capitals = file->other_capitals;
        about->substitute = about->substitute || substitute;
        requests[i].source = file->source;
    }
}

// For formats whose game prefers a compressed image (KTX2) of the same name. Returns whether there is one.
static bool look_for_twin(const name_search *n, bool usable, bool found,
                          const maq_image_reference *image) {
    static const char ending[] = ".ktx2";
    const mq_texture_search *search = n->search;
    const maq_rule *rule = search->check ? mq_texture_rule(search, MQ_IMAGE_FAULT_TWIN) : NULL;
    if (!rule || !usable)
        return false;
    name_search twin = {.search = n->search, .scratch = n->scratch};
    if (!try_name(&twin, mq_arena_format(n->scratch, "%.*s%s", (int)stem_of(n->name.inside),
                                         n->name.inside, ending)) ||
        twin.file.other_capitals)
        return false;
    if (found)
        mq_texture_set_subject(search,
                               mq_add_finding(search->findings, rule, MAQ_NO_OFFSET, 0,
                                              "the game uses %s instead of %s", twin.file.path,
                                              n->file.path),
                               image, n->name.inside);
    return true;
}

// Whether it is the file that has to change: Warzone 2100 exchanges pages by names that begin with this.
static bool needs_renamed_file(const mq_texture_search *search, const char *name,
                               const char *file) {
    static const char page[] = "page-";
    const char *slash = strrchr(file, '/');
    return search->family == MQ_FAMILY_WARZONE && strncmp(name, page, strlen(page)) == 0 &&
           strncmp(slash ? slash + 1 : file, page, strlen(page)) != 0;
}

// Proposes the spelling of the file for a name of other capitals, if the finding lies on that very name.
static void correct_capitals(const mq_texture_search *search, maq_finding *finding,
                             const char *given, const char *file) {
    const mq_image_check *check = search->check;
    size_t length = strlen(given), file_length = strlen(file);
    if (!finding || !check || !check->source || file_length < length ||
        finding->span.length != length || finding->span.offset > check->source_length ||
        check->source_length - finding->span.offset < length)
        return;
    const char *spelt = mq_arena_text(search->findings->arena, file + file_length - length, length);
    if (spelt && mq_compare_names(spelt, given) == 0 &&
        memcmp(check->source + finding->span.offset, given, length) == 0)
        mq_finding_edit(search->findings, finding, finding->span.offset, length, spelt, length);
}

// Resolves all requests of one name, which are neighbours.
static void resolve(mq_texture_search *search, mq_arena *scratch, mq_texture_request *requests,
                    size_t count) {
    const char *given = requests[0].about.name;
    name_search n = {.search = search, .scratch = scratch};
    bool usable = mq_search_folders_clean_name(&search->folders, given, &n.name);
    const char *name = usable ? n.name.inside : given;
    const maq_image_reference *first = &requests[0].about;
    if (n.name.cut && usable && search->folders.files)
        mq_texture_set_subject(
            search,
            MQ_TEXTURE_REPORT(search, NAME_CUT, "\"%s\" is searched for as \"%s\"", given, name),
            first, name);
    bool found = usable && find_file(&n);
    requests[0].has_twin = look_for_twin(&n, usable, found, first);
    search->found = search->found || found || requests[0].has_twin;
    if (!found)
        return;
    // Pangya ignores case.
    if (n.file.other_capitals && search->family != MQ_FAMILY_PANGYA) {
        bool rename = needs_renamed_file(search, name, n.file.name);
        maq_finding *finding =
            mq_add_finding(search->findings, mq_texture_rule(search, MQ_IMAGE_FAULT_OTHER_CAPITALS),
                           MAQ_NO_OFFSET, 0, "%s and its file, %s, differ in capital letters%s",
                           name, n.file.path, rename ? ": rename the file" : "");
        mq_texture_set_subject(search, finding, first, name);
        if (!rename)
            correct_capitals(search, finding, given, n.file.name);
    }
    if (n.substitute)
        mq_texture_set_subject(
            search,
            MQ_TEXTURE_REPORT(search, STANDS_IN, "%s is missing; %s is used", name, n.file.path),
            first, name);
    set_file(search, requests, count, &n.file, n.substitute);
}

// A request whose file is known: its path and length are missing.
static void complete(mq_texture_search *search, mq_arena *scratch, mq_texture_request *request) {
    maq_file file;
    if (mq_files_find_clean(search->folders.files, request->about.file, false, scratch, &file))
        set_file(search, request, 1, &file, false);
}

// How many requests from `first` on have the same name and nothing else.
static size_t same_name(const mq_texture_search *search, size_t first) {
    size_t next = first + 1;
    while (next < search->count && !search->requests[next].about.data &&
           !search->requests[next].about.file &&
           strcmp(search->requests[next].about.name, search->requests[first].about.name) == 0)
        next++;
    return next - first;
}

static void report_all_missing(mq_texture_search *search) {
    for (size_t i = 0, count; i < search->count; i += count) {
        const mq_texture_request *request = &search->requests[i];
        count = 1;
        if (request->about.data || request->about.file)
            continue;
        count = same_name(search, i);
        if (request->has_twin)
            continue;
        if (nowhere_to_search(search)) {
            mq_texture_set_subject(
                search,
                MQ_TEXTURE_REPORT(
                    search, NOWHERE,
                    "no textures are searched for: there is no folder texpages beside "
                    "or above the model; name the game's data with --data"),
                NULL, "texpages");
            return;
        }
        mq_image_name name;
        if (!mq_search_folders_clean_name(&search->folders, request->about.name, &name))
            name = (mq_image_name){0};
        mq_arena *scratch = mq_arena_scratch(search->arena);
        if (scratch)
            report_missing(search, scratch, request, &name, count);
        mq_arena_end_scratch(search->arena, scratch);
    }
}

void mq_texture_resolve_names(mq_texture_search *search) {
    for (size_t i = 0, next; i < search->count; i = next) {
        mq_texture_request *request = &search->requests[i];
        next = i + 1;
        if (request->about.data)
            continue;
        mq_arena *scratch = mq_arena_scratch(search->arena);
        if (!scratch)
            return;
        if (request->about.file) {
            complete(search, scratch, request);
        } else {
            next = i + same_name(search, i);
            resolve(search, scratch, request, next - i);
        }
        mq_arena_end_scratch(search->arena, scratch);
    }
    if (search->folders.files)
        report_all_missing(search);
}
