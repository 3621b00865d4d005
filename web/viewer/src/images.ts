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

export class Textures {
  private cache = new Map<string, Promise<THREE.Texture | null>>();

  constructor(private library: Library) {}

  /** The texture of a file among those that were opened; null when it cannot be decoded. */
  find(file: string, colour: boolean): Promise<THREE.Texture | null> {
    const key = `${file}?${colour}`;
    let texture = this.cache.get(key);
    if (!texture) {
      const entry = this.library.get(file);
      texture = entry ? entry.read().then((bytes) => this.make(bytes, file, colour)) : Promise.resolve(null);
      this.cache.set(key, texture);
      this.shrink();
    }
    return texture;
  }

  async make(bytes: Uint8Array, name: string, colour: boolean): Promise<THREE.Texture | null> {
    try {
      const image = await decode(bytes, name);
      const texture = new THREE.Texture(image);
      texture.userData.solid = isSolid(image);
      texture.flipY = false;
      texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
      texture.colorSpace = colour ? THREE.SRGBColorSpace : THREE.NoColorSpace;
      texture.anisotropy = 8;
      texture.needsUpdate = true;
      return texture;
    } catch {
      return null;
    }
  }

  // Keeps the memory within bounds: the images that were asked for first go first.
  private shrink(): void {
    for (const [key, texture] of this.cache) {
      if (this.cache.size <= 24) return;
      this.cache.delete(key);
      void texture.then((it) => it?.dispose());
    }
  }

  clear(): void {
    for (const texture of this.cache.values()) void texture.then((it) => it?.dispose());
    this.cache.clear();
  }
}
