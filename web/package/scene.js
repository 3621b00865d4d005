// SPDX-License-Identifier: MIT
//
// Scenes: the model in neutral terms, with arrays that are views of the module's memory.

import { MaquetteError, release } from "./instance.js";

const NONE = 0xffffffff;
const LOOPS = { clip: 0, clamp: 1, wrap: 2 };

// Replaces the address under `key` by a property that makes the view when it is read: views end when
// the memory grows, addresses stay.
function array(scene, object, key, Type, length) {
  const address = object[key];
  Object.defineProperty(object, key, {
    enumerable: true,
    get: () => (address === 0 ? null : scene.view(Type, address, length)),
  });
}

function shape(scene, it) {
  array(scene, it, "vertices", Uint32Array, it.count);
  for (const key of ["positions", "normals", "tangents"])
    array(scene, it, key, Float32Array, it.count * 3);
  array(scene, it, "uvs", Float32Array, it.count * 2);
}

function mesh(scene, it) {
  const count = it.vertexCount;
  array(scene, it, "positions", Float32Array, count * 3);
  array(scene, it, "normals", Float32Array, count * 3);
  array(scene, it, "tangents", Float32Array, count * 4);
  array(scene, it, "colours", Float32Array, count * 4);
  array(scene, it, "joints", Uint32Array, count * it.influenceCount);
  array(scene, it, "weights", Float32Array, count * it.influenceCount);
  array(scene, it, "triangles", Uint32Array, it.triangleCount * 3);
  for (const set of it.uvs.keys()) array(scene, it.uvs, set, Float32Array, count * 2);
  for (const attribute of it.attributes)
    array(scene, attribute, "values", Float32Array, count * attribute.components);
  for (const one of it.shapes) shape(scene, one);
}

const COMPONENTS = { translation: 3, rotation: 4, scale: 3 };

function clip(scene, it) {
  for (const channel of it.channels) {
    const width = COMPONENTS[channel.path] ?? 1;
    array(scene, channel, "times", Float32Array, channel.keyCount);
    array(scene, channel, "values", Float32Array, channel.keyCount * width);
  }
}

export class Scene {
  #kept;

  constructor(instance, reply) {
    Object.assign(this, JSON.parse(instance.text(reply)));
    this.#kept = instance.keep(this, reply.handle, "scene_close");
    for (const one of this.meshes) mesh(this, one);
    for (const material of this.materials)
      for (const texture of material.textures)
        array(this, texture, "data", Uint8Array, texture.dataLength);
    for (const skin of this.skins) {
      array(this, skin, "joints", Uint32Array, skin.jointCount);
      array(this, skin, "inverseBind", Float32Array, skin.jointCount * 12);
    }
    for (const one of this.clips) clip(this, one);
    const pose = this.pose;
    delete this.pose;
    array(this, pose, "worlds", Float32Array, this.nodes.length * 12);
    array(this, pose, "visible", Uint8Array, this.nodes.length);
    array(this, pose, "weights", Float32Array, pose.weightCount);
    array(this, pose, "firstWeight", Uint32Array, this.nodes.length + 1);
    array(this, pose, "frames", Uint32Array, this.materials.length);
    Object.defineProperty(this, "currentPose", { value: pose });
  }

  #open() {
    if (!this.#kept.open) throw new MaquetteError("the scene is closed", "CLOSED");
    return this.#kept;
  }

  /** For the properties of this scene. */
  view(Type, address, length) {
    return this.#open().instance.view(Type, address, length);
  }

  setPose(clipIndex, seconds = 0, { loop = "clip", likeGame = false } = {}) {
    const { instance, handle } = this.#open();
    const status = instance.run("pose", handle, clipIndex ?? NONE, seconds, LOOPS[loop], likeGame);
    if (status !== 0) throw instance.error(status);
    return this.currentPose;
  }

  deform(node) {
    const { instance, handle } = this.#open();
    const reply = instance.must("deform", handle, node);
    const count = reply.bytes.length / 32;
    const at = reply.bytes.byteOffset;
    return {
      positions: instance.view(Float32Array, at, count * 3),
      normals: instance.view(Float32Array, at + count * 12, count * 3),
      uvs: instance.view(Float32Array, at + count * 24, count * 2),
    };
  }

  bounds() {
    const { instance, handle } = this.#open();
    const reply = instance.must("bounds", handle);
    if (reply.bytes.length === 0) return null;
    const numbers = [...instance.view(Float32Array, reply.bytes.byteOffset, 6)];
    return { min: numbers.slice(0, 3), max: numbers.slice(3) };
  }

  images({ tileset = 0 } = {}) {
    const { instance, handle } = this.#open();
    const answer = JSON.parse(instance.text(instance.must("images", handle, tileset ?? NONE)));
    for (const image of answer.images) array(this, image, "data", Uint8Array, image.bytes);
    return answer;
  }

  close() {
    release(this.#kept);
  }
}
