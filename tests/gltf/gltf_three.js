// SPDX-License-Identifier: MIT
//
// gltf_three.js MODULES < CASES    whether three.js sees in GLB files what maquette says is there.
// A case is a line of JSON: {name, glb, info (of the GLB), source (info of the model that it was made
// from), rest (bounds at rest, or null)}. Tells every difference, and closes with a line. Exit 1 when
// there are any.
const fs = require('fs');
const {load} = require('../support/three_load.js');
const modules = process.argv[2];

// Every geometry once, however many nodes show it; helpers of skins have none.
function meshes_of(scene) {
    const meshes = [];
    scene.traverse((node) => {
        if (node.isMesh)
            meshes.push(node);
    });
    return meshes;
}

// Each time that a node shows a mesh counts.
function triangles_of(meshes) {
    return meshes.reduce((count, {geometry}) => count + geometry.index.count / 3, 0);
}

// What the triangles of all meshes span, with joints where they are.
function box_of(three, meshes) {
    const box = new three.Box3(), point = new three.Vector3();
    for (const mesh of meshes) {
        for (let i = 0; i < mesh.geometry.attributes.position.count; i++)
            box.expandByPoint(mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld));
    }
    return box.isEmpty() ? null : {min: box.min.toArray(), max: box.max.toArray()};
}

function same_box(a, b) {
    if (!a || !b)
        return !a && !b;
    const size = Math.max(1e-3, ...a.max.map((high, i) => high - a.min[i]));
    return ['min', 'max'].every((key) => a[key].every((x, i) => Math.abs(x - b[key][i]) <= 1e-5 * size));
}

// Inter-Quake counts the frame that leads back to the first; a scene ends with the last, and uses 30
// frames a second where none are said.
function length_of(source, name) {
    const clip = source.clips.find((one) => one.name === name);
    if (!clip)
        return NaN;
    return source.format.startsWith('iq') ? (clip.frames - 1) / (clip.rate || 30) : clip.duration;
}

async function differences(item) {
    const {three, scene, animations} = await load(modules, item.glb);
    const meshes = meshes_of(scene), found = [];
    const report = (what, expected, seen) => found.push(
        `${item.name}: ${what}: maquette says ${JSON.stringify(expected)}, ` +
        `three.js ${JSON.stringify(seen)}`);
    const triangles = triangles_of(meshes);
    if (triangles !== item.info.triangle_count)
        report('triangles', item.info.triangle_count, triangles);
    const box = box_of(three, meshes);
    if (!same_box(item.rest, box))
        report('bounds at rest', item.rest, box);
    // Clips that move nothing glTF knows (frames of a texture) are extras of the scene.
    const listed = ((scene.userData || {}).maquette || {}).clips || [];
    const apart = new Set(listed.filter((clip) => clip.animation === false)
        .map((clip) => clip.name));
    const clips = item.info.clips.filter((clip) => !apart.has(clip.name));
    // three.js gives clips without a name one.
    animations.forEach((clip, i) => {
        if (clip.name === `animation_${i}` && clips[i] && clips[i].name === '')
            clip.name = '';
    });
    const names = animations.map((clip) => clip.name);
    if (JSON.stringify(clips.map((clip) => clip.name)) !== JSON.stringify(names))
        report('clips', clips.map((clip) => clip.name), names);
    animations.forEach((clip, i) => {
        const expected = length_of(item.source, clip.name);
        if (!(Math.abs(clip.duration - expected) <= 1e-5 * Math.max(1, expected)))
            report(`length of ${clip.name}`, expected, clip.duration);
    });
    return found;
}

async function main() {
    const items = fs.readFileSync(0, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const sums = {triangles: 0, clips: 0, differences: 0};
    for (const item of items) {
        for (const difference of await differences(item)) {
            console.log(difference);
            sums.differences++;
        }
        sums.triangles += item.info.triangle_count;
        sums.clips += item.info.clips.length;
    }
    console.log(`${items.length} files, ${sums.triangles} triangles, ${sums.clips} clips: ` +
        `${sums.differences} differences`);
    process.exitCode = sums.differences > 0 ? 1 : 0;
}

main();
