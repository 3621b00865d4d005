// SPDX-License-Identifier: MIT
//
// motion_three.js MODULES < CASES    whether three.js moves GLB files as maquette does. A case is a
// line of JSON: {name, glb, clip, times: [seconds], poses: [GLB]}; a pose is what `maquette pose`
// made of the model at a time. Compares where nodes and skinned vertices are. Reports every
// difference, and closes with a line. Exit 1 when there are any.
const fs = require('fs');
const {load} = require('../support/three_load.js');
const modules = process.argv[2];
const TOLERANCE = 1e-4; // in parts of the model's size
// Of the axes of nodes. Rotations of IQM have 16 bits and are not quite of length 1; three.js uses
// them as they are, maquette normalises them.
const AXIS_TOLERANCE = 5e-4;

function collect(scene, wanted) {
    const found = [];
    scene.traverse((node) => {
        if (wanted(node))
            found.push(node);
    });
    return found;
}

// The name without what three.js adds to tell equal ones apart.
function plain(name) {
    return name.replace(/_\d+$/, '');
}

// The vertices of meshes in the order of their names, where joints, shapes and nodes put them. `others`: of these names alone
// (what is hidden in a pose is not in its file, and glTF cannot hide).
function vertices_of(three, scene, others) {
    const points = [];
    const meshes = collect(scene, (node) => node.isMesh);
    meshes.sort((a, b) => plain(a.name) < plain(b.name) ? -1 : plain(a.name) > plain(b.name));
    for (const mesh of meshes) {
        if (others && !others.has(plain(mesh.name)))
            continue;
        const point = new three.Vector3();
        for (let i = 0; i < mesh.geometry.attributes.position.count; i++) {
            mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld);
            points.push(point.x, point.y, point.z);
        }
    }
    return points;
}

// Matrices of nodes with a name of their own.
function matrices_of(scene) {
    const matrices = new Map();
    for (const node of collect(scene, (one) => one.name && !one.isMesh))
        matrices.set(node.name, node.matrixWorld.elements);
    return matrices;
}

function size_of(points) {
    let size = 1e-3;
    for (let axis = 0; axis < 3; axis++) {
        const all = points.filter((_, i) => i % 3 === axis);
        if (all.length > 0)
            size = Math.max(size, all.reduce((a, b) => Math.max(a, b)) -
                all.reduce((a, b) => Math.min(a, b)));
    }
    return size;
}

async function compare(item, sums) {
    const {three, scene, animations} = await load(modules, item.glb);
    const clip = animations.find((one) => one.name === item.clip);
    const found = [];
    if (!clip)
        return [`${item.name}: three.js has no clip ${item.clip}`];
    const mixer = new three.AnimationMixer(scene), action = mixer.clipAction(clip);
    action.setLoop(three.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    for (let i = 0; i < item.times.length; i++) {
        mixer.setTime(item.times[i]);
        scene.updateMatrixWorld(true);
        const pose = (await load(modules, item.poses[i])).scene;
        const shown = new Set(collect(pose, (node) => node.isMesh).map((mesh) => plain(mesh.name)));
        const here = vertices_of(three, scene, shown), there = vertices_of(three, pose, null);
        const where = `${item.name}: ${item.clip} at ${item.times[i]}`;
        const size = size_of(there);
        if (here.length !== there.length) {
            found.push(`${where}: ${there.length / 3} vertices, three.js has ${here.length / 3}`);
            continue;
        }
        const worst = here.reduce((far, x, k) => Math.max(far, Math.abs(x - there[k])), 0) / size;
        sums.vertices += here.length / 3;
        sums.worst = Math.max(sums.worst, worst);
        if (!(worst <= TOLERANCE))
            found.push(`${where}: vertices are off by ${worst} of the model`);
        const own = matrices_of(pose);
        let joints = 0, far = 0, turned = 0;
        for (const [name, elements] of matrices_of(scene)) {
            const other = own.get(name);
            if (!other)
                continue;
            joints++;
            elements.forEach((x, k) => {
                if (k >= 12)
                    far = Math.max(far, Math.abs(x - other[k]) / size);
                else
                    turned = Math.max(turned, Math.abs(x - other[k]));
            });
        }
        sums.joints += joints;
        sums.worst_joint = Math.max(sums.worst_joint, far);
        sums.worst_axis = Math.max(sums.worst_axis, turned);
        if (!(far <= TOLERANCE && turned <= AXIS_TOLERANCE))
            found.push(`${where}: nodes are off by ${far} of the model, axes by ${turned}`);
    }
    sums.clips++;
    return found;
}

async function main() {
    const items = fs.readFileSync(0, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const sums = {clips: 0, vertices: 0, joints: 0, worst: 0, worst_joint: 0, worst_axis: 0};
    let differences = 0;
    for (const item of items) {
        for (const difference of await compare(item, sums)) {
            console.log(difference);
            differences++;
        }
    }
    console.log(`${sums.clips} clips, ${sums.vertices} vertices (off by ${sums.worst.toExponential(1)} ` +
        `of the model at most), ${sums.joints} nodes (${sums.worst_joint.toExponential(1)}, axes ` +
        `${sums.worst_axis.toExponential(1)}), ` +
        `${differences} differences`);
    if (sums.vertices === 0 || sums.joints === 0)
        throw new Error('nothing was compared');
    process.exit(differences > 0 ? 1 : 0);
}

main().catch((error) => {
    console.log(error.stack);
    process.exit(1);
});
