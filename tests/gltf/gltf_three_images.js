// SPDX-License-Identifier: MIT
//
// gltf_three_images.js MODULES FILE...    whether three.js decodes the images of glTF files: every mesh
// shows a texture with pixels. Lists every fault, and closes with a line. Exit 1 when there are any.
const crypto = require('crypto');
const {load} = require('../support/three_load.js');
const {png_pixels} = require('../support/png_pixels.js');
const [modules, ...files] = process.argv.slice(2);

// Many models share an image.
const decoded = new Map();

function decode(bytes) {
    const key = crypto.createHash('sha256').update(bytes).digest('hex');
    if (!decoded.has(key))
        decoded.set(key, png_pixels(bytes));
    return decoded.get(key);
}

async function main() {
    let faults = 0, textures = 0;
    const fault = (file, text) => {
        console.log(`${file}: ${text}`);
        faults++;
    };
    // three.js reports images that it cannot load here, and loads the model without them.
    let current = '';
    console.error = (...words) => fault(current, words.join(' '));
    for (const file of files) {
        current = file;
        const {scene} = await load(modules, file, decode);
        scene.traverse((node) => {
            if (!node.isMesh)
                return;
            const image = node.material.map?.image;
            if (!(image?.width > 0 && image.data.some((byte) => byte !== image.data[0])))
                fault(file, `${node.name} has no texture with pixels`);
            textures++;
        });
    }
    console.log(`${files.length} files: ${textures} meshes with a texture, ${decoded.size} images, ` +
        `${faults} faults`);
    process.exitCode = faults > 0 || textures === 0 ? 1 : 0;
}

main();
