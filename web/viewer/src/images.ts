// SPDX-License-Identifier: MIT
//
// Images of models as textures: browsers decode PNG and JPEG, the module decodes the rest.

import { decodeImage } from "maquette-models";
import * as THREE from "three";
import type { Library } from "./library";

const IN_MODULE = /\.(tga|bmp|dds)$/i;

/** Whether no pixel of an image is transparent. A smaller copy shows it, as it has the mean of all pixels. */
function isSolid(image: ImageBitmap): boolean {
  const [width, height] = [Math.min(image.width, 256), Math.min(image.height, 256)];
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

/** Decodes an image; no file name means that its kind is unknown. */
async function decode(bytes: Uint8Array, name: string): Promise<ImageBitmap> {
  if (!IN_MODULE.test(name)) {
    try {
      return await createImageBitmap(new Blob([bytes as BlobPart]), { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    } catch {
      // A file with the wrong extension, perhaps.
    }
  }
  const { width, height, pixels } = await decodeImage(bytes);
  return createImageBitmap(new ImageData(pixels as Uint8ClampedArray<ArrayBuffer>, width, height), { premultiplyAlpha: "none" });
}

/** The image itself when no side is longer than `most`, or else a smaller copy in its place. */
async function limitSide(image: ImageBitmap, most: number): Promise<ImageBitmap> {
  const factor = most / Math.max(image.width, image.height);
  if (factor >= 1) return image;
  const smaller = await createImageBitmap(image, { premultiplyAlpha: "none", resizeQuality: "medium",
    resizeWidth: Math.max(1, Math.round(image.width * factor)), resizeHeight: Math.max(1, Math.round(image.height * factor)) });
  image.close();
  return smaller;
}

const PREVIEW_SIDE = 64;

/** A small copy for the list of materials. */
function makePreview(image: ImageBitmap): OffscreenCanvas {
  const preview = new OffscreenCanvas(PREVIEW_SIDE, PREVIEW_SIDE);
  const context = preview.getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, PREVIEW_SIDE, PREVIEW_SIDE);
  return preview;
}

// An image that models share. It stays a while after the last of them has been closed.
interface Shared {
  key: string;
  users: number;
  texture: Promise<THREE.Texture | null>;
}

/** How many images without users are kept. */
const MOST_UNUSED = 2;

/** Textures for models. Who gets one releases it. */
export class Textures {
  private cache = new Map<string, Shared>();
  private owners = new WeakMap<THREE.Texture, Shared>();

  /** Images whose sides are longer than `mostSide` become smaller. */
  constructor(private library: Library, private mostSide = Infinity) {}

  /** The texture of a file among those that were opened; null when it cannot be decoded. */
  async find(file: string, colour: boolean): Promise<THREE.Texture | null> {
    const key = `${file}?${colour}`;
    let shared = this.cache.get(key);
    if (!shared) {
      const entry = this.library.get(file);
      const read = entry ? entry.read().then((bytes) => this.make(bytes, file, colour)) : Promise.resolve(null);
      shared = { key, users: 0, texture: read.catch(() => null) };
    }
    // The last one that was asked for is the last in the map.
    this.cache.delete(key);
    this.cache.set(key, shared);
    shared.users++;
    const texture = await shared.texture;
    if (texture) this.owners.set(texture, shared);
    else shared.users--;
    return texture;
  }

  /** The file of an image that lies elsewhere than where it is searched for. */
  elsewhere(name: string): string | null {
    return this.library.findImage(name)?.name ?? null;
  }

  /** The texture of an image that a model embeds. */
  async make(bytes: Uint8Array, name: string, colour: boolean): Promise<THREE.Texture | null> {
    try {
      const image = await limitSide(await decode(bytes, name), this.mostSide);
      const texture = new THREE.Texture(image);
      texture.userData.solid = isSolid(image);
      texture.userData.preview = makePreview(image);
      texture.flipY = false;
      texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
      texture.colorSpace = colour ? THREE.SRGBColorSpace : THREE.NoColorSpace;
      texture.anisotropy = 8;
      texture.needsUpdate = true;
      // The graphics card has it from then on.
      texture.onUpdate = () => image.close();
      return texture;
    } catch {
      return null;
    }
  }

  release(texture: THREE.Texture): void {
    const shared = this.owners.get(texture);
    if (shared && --shared.users > 0) return;
    if (!shared || this.cache.get(shared.key) !== shared) texture.dispose();
    else this.shrink();
  }

  // The images that were asked for first go first.
  private shrink(): void {
    const unused = [...this.cache.values()].filter(({ users }) => users === 0);
    for (const shared of unused.slice(0, Math.max(0, unused.length - MOST_UNUSED))) this.drop(shared);
  }

  private drop(shared: Shared): void {
    this.cache.delete(shared.key);
    if (shared.users === 0) void shared.texture.then((texture) => texture?.dispose());
  }

  /** Files were added: names may lead to other images now. */
  clear(): void {
    for (const shared of this.cache.values()) this.drop(shared);
  }
}
