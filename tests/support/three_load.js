// SPDX-License-Identifier: MIT
//
// Loads a glTF file as three.js does in a browser, without one: textures are empty, all else is as
// it would be. load(modules, path) gives {three, scene, animations,
// extras}, the last being those of the file. load(modules, path, decode) decodes the images, too, by a
// function from the bytes of a file to {width, height, data}.
const fs = require('fs');
const path = require('path');
const url = require('url');

// Node has no such events; three only tells of progress with them.
if (typeof globalThis.ProgressEvent === 'undefined')
    globalThis.ProgressEvent = class ProgressEvent extends Event {};

// three is made of modules that only import() can have.
function module_of(modules, file) {
    return import(url.pathToFileURL(path.resolve(modules, 'three', file)).href);
}

const own_fetch = globalThis.fetch;

// What three.js asks a browser for: the bytes of an address, and an image made of them.
function stand_in_for_browser(decode) {
    globalThis.self = globalThis;
    globalThis.fetch = async (address, options) => address.startsWith('blob:')
        ? own_fetch(address, options)
        : new Response(fs.readFileSync(decodeURIComponent(address)));
    globalThis.createImageBitmap = async (blob) => decode(Buffer.from(await blob.arrayBuffer()));
}

async function load(modules, file, decode) {
    if (decode)
        stand_in_for_browser(decode);
    const three = await module_of(modules, 'build/three.module.js');
    const {GLTFLoader} = await module_of(modules, 'examples/jsm/loaders/GLTFLoader.js');
    const loader = new GLTFLoader();
    // In place of images, which only a browser can decode.
    if (!decode)
        loader.register(() => ({name: 'textures are empty',
        loadTexture: async () => new three.Texture()}));
    const bytes = fs.readFileSync(file);
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const gltf = await loader.parseAsync(data, path.dirname(path.resolve(file)) + '/');
    gltf.scene.updateMatrixWorld(true);
    return {three, scene: gltf.scene, animations: gltf.animations,
        extras: gltf.parser.json.extras || {}};
}

module.exports = {load};
