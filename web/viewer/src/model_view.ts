// SPDX-License-Identifier: MIT
//
// A scene of the library as objects of three.js. The library poses and deforms the meshes, so that what is
// shown is what its other users get.

import type { ImageReference, Material, Scene } from "maquette-models";
import * as THREE from "three";
import type { Textures } from "./images";

/** An image that a material names. */
export interface MaterialImage {
  material: number;
  role: string;
  name: string;
  missing: boolean; // where it is searched for
  elsewhere: string | null; // a file of that name, which is drawn in its place
  preview: OffscreenCanvas | null; // when it is drawn
}

export interface Overlays {
  skeleton: boolean;
  connectors: boolean;
  bounds: boolean;
  normals: boolean;
  collision: boolean;
  shadow: boolean;
  pattern: boolean;
}

export const NO_OVERLAYS: Overlays = { skeleton: false, connectors: false, bounds: false, normals: false,
  collision: false, shadow: false, pattern: false };

interface NodeMesh {
  node: number;
  role: string;
  mesh: THREE.Mesh;
  lines: THREE.LineSegments | null; // normals
}

export interface Label {
  text: string;
  position: THREE.Vector3;
}

// A checkerboard with a direction, for texture coordinates.
function makePattern(): THREE.DataTexture {
  const size = 64;
  const pixels = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dark = ((x >> 3) + (y >> 3)) % 2 === 0;
      pixels.set([dark ? 60 : 60 + x * 3, dark ? 60 : 60 + y * 3, dark ? 70 : 200, 255], (y * size + x) * 4);
    }
  const texture = new THREE.DataTexture(pixels, size, size);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

const pattern = makePattern();

const NEUTRAL = 0xb8bcc4;
const WIREFRAME = new THREE.Color(0x7f8b9c); // seen on a dark and on a light background
const WARZONE_CUTOFF = 0.5;

function blendOf(material: Material): Partial<THREE.MeshStandardMaterialParameters> {
  switch (material.blend) {
    case "cutout": return { alphaTest: material.cutoff };
    case "alpha": return { transparent: true, depthWrite: false };
    case "additive": return { transparent: true, depthWrite: false, blending: THREE.AdditiveBlending };
    case "premultiplied": return { transparent: true, depthWrite: false, premultipliedAlpha: true };
    default: return {};
  }
}

/** The colour of the first player, as `maquette render` has it. */
const DEFAULT_TEAM = "#107010";

/** A colour on the screen, not light. */
export function teamColour(style: string): THREE.Color {
  return new THREE.Color().setStyle(style, THREE.LinearSRGBColorSpace);
}

// The team colour is added to the texture as the game does it: in sRGB values, where half grey is nothing.
// The mask is its alpha where it has one, or else its brightness.
function addTeamColour(material: THREE.MeshLambertMaterial, mask: THREE.Texture, team: THREE.Color,
  strength: { value: number }): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.teamMask = { value: mask };
    shader.uniforms.teamColour = { value: team };
    shader.uniforms.teamStrength = strength;
    shader.fragmentShader = `uniform sampler2D teamMask;\nuniform vec3 teamColour;\nuniform float teamStrength;
      ${shader.fragmentShader}`.replace(
      "#include <map_fragment>",
      `#include <map_fragment>
      #ifdef USE_MAP
      vec4 shown = sRGBTransferOETF(vec4(diffuseColor.rgb, 1.0));
      vec3 teamed = clamp(shown.rgb + teamStrength * (teamColour - 0.5) * texture2D(teamMask, vMapUv).${mask.userData.solid ? "r" : "a"}, 0.0, 1.0);
      diffuseColor.rgb = mix(teamed / 12.92, pow((teamed + 0.055) / 1.055, vec3(2.4)), step(0.04045, teamed));
      #endif`,
    );
  };
  material.customProgramCacheKey = () => `team ${mask.userData.solid}`;
}

export class ModelView {
  readonly group = new THREE.Group();
  readonly images: MaterialImage[] = [];
  readonly box = new THREE.Box3();
  private meshes: NodeMesh[] = [];
  private materials: THREE.MeshLambertMaterial[] = [];
  private colours: THREE.Color[] = []; // of the materials, unless they are wireframes
  private maps: Map<number, THREE.Texture>[] = []; // of each material: by frame; still images are frame 0
  private used: THREE.Texture[] = []; // released at the end
  private closed = false;
  private plain = new THREE.MeshLambertMaterial({ color: NEUTRAL });
  private skeleton = new THREE.LineSegments(new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: 0xff9f1c, depthTest: false }));
  private boundsHelper = new THREE.Box3Helper(this.box, new THREE.Color(0x6cb2ff));
  private boxes = new THREE.Group();
  readonly team = teamColour(DEFAULT_TEAM);
  private teamStrength = { value: 1 };
  /** Called when a texture arrives. */
  onChange = (): void => {};
  /** All textures have arrived. */
  readonly loaded: Promise<void>;

  constructor(readonly scene: Scene, private textures: Textures, tileset: number) {
    this.skeleton.renderOrder = 2;
    this.skeleton.frustumCulled = false;
    this.group.add(this.skeleton, this.boundsHelper, this.boxes);
    this.materials = scene.materials.map((material) => this.makeMaterial(material));
    this.colours = this.materials.map((material) => material.color.clone());
    this.maps = this.materials.map(() => new Map());
    scene.setPose(null);
    scene.nodes.forEach((node, index) => {
      if (node.mesh !== null) this.addMesh(index, node.mesh);
    });
    this.addBoxes();
    this.update();
    this.loaded = this.loadImages(tileset);
  }

  // A material whose image is missing is grey.
  private makeMaterial(material: Material): THREE.MeshLambertMaterial {
    const [r, g, b, a] = material.colour;
    const isNeutral = r + g + b >= 3 || material.textures.some((texture) => texture.role === "diffuse");
    return new THREE.MeshLambertMaterial({
      color: isNeutral ? new THREE.Color(NEUTRAL) : new THREE.Color(r, g, b),
      opacity: a,
      side: material.twoSided ? THREE.DoubleSide : THREE.FrontSide,
      ...blendOf(material),
    });
  }

  // ---------------------------------------------------------------------------------------- meshes

  private addMesh(node: number, index: number): void {
    const data = this.scene.meshes[index];
    const geometry = new THREE.BufferGeometry();
    const floats = (count: number, size: number) => new THREE.BufferAttribute(new Float32Array(count * size), size);
    geometry.setAttribute("position", floats(data.vertexCount, 3));
    geometry.setAttribute("normal", floats(data.vertexCount, 3));
    geometry.setAttribute("uv", floats(data.vertexCount, 2));
    geometry.setIndex(new THREE.BufferAttribute(data.triangles.slice(), 1));
    const used: THREE.Material[] = [];
    for (const part of data.parts) {
      geometry.addGroup(part.firstTriangle * 3, part.triangleCount * 3, used.length);
      used.push(part.material === null ? this.plain : this.materials[part.material]);
    }
    const mesh = new THREE.Mesh(geometry, used);
    mesh.frustumCulled = false;
    this.group.add(mesh);
    this.meshes.push({ node, role: data.role, mesh, lines: null });
  }

  private addBoxes(): void {
    for (const { min, max } of this.scene.boxes) {
      const box = new THREE.Box3(new THREE.Vector3(...min), new THREE.Vector3(...max));
      this.boxes.add(new THREE.Box3Helper(box, new THREE.Color(0xff8a80)));
    }
  }

  /** Shows the current pose of the scene. */
  update(): void {
    const { visible } = this.scene.currentPose;
    const shown = [...visible];
    for (const { node, mesh } of this.meshes) {
      mesh.userData.visible = shown[node] !== 0;
      const { positions, normals, uvs } = this.scene.deform(node);
      const data = this.scene.meshes[this.scene.nodes[node].mesh!];
      const attributes = mesh.geometry.attributes as Record<string, THREE.BufferAttribute>;
      (attributes.position.array as Float32Array).set(positions);
      (attributes.uv.array as Float32Array).set(uvs);
      if (data.normals) (attributes.normal.array as Float32Array).set(normals);
      else mesh.geometry.computeVertexNormals();
      for (const key of ["position", "normal", "uv"]) attributes[key].needsUpdate = true;
    }
    const bounds = this.scene.bounds();
    const joints = this.updateSkeleton();
    if (bounds) this.box.set(new THREE.Vector3(...bounds.min), new THREE.Vector3(...bounds.max));
    else this.box.setFromPoints(joints);
  }

  /** Turns what faces the camera towards it, about the origin of its node. */
  faceCamera(camera: THREE.Camera): void {
    const { worlds } = this.scene.currentPose;
    for (const { node, mesh } of this.meshes) {
      const { facing } = this.scene.nodes[node];
      if (facing === "none") continue;
      const turn = new THREE.Euler().setFromQuaternion(camera.quaternion, "YXZ");
      if (facing === "roll") turn.x = turn.z = 0;
      mesh.quaternion.setFromEuler(turn);
      const origin = this.position(node, worlds);
      mesh.position.copy(origin).sub(origin.clone().applyQuaternion(mesh.quaternion));
    }
  }

  private position(node: number, worlds: Float32Array): THREE.Vector3 {
    return new THREE.Vector3(worlds[node * 12 + 3], worlds[node * 12 + 7], worlds[node * 12 + 11]);
  }

  // Returns the ends of the bones.
  private updateSkeleton(): THREE.Vector3[] {
    const { worlds } = this.scene.currentPose;
    const points: THREE.Vector3[] = [];
    this.scene.nodes.forEach((node, index) => {
      if (node.kind !== "joint" || node.parent === null) return;
      points.push(this.position(node.parent, worlds), this.position(index, worlds));
    });
    this.skeleton.geometry.setFromPoints(points);
    return points;
  }

  /** Whether there is a mesh; files of animations have none. */
  get hasMeshes(): boolean {
    return this.meshes.length > 0;
  }

  /** Whether the model has anything that the overlay shows. */
  has(overlay: keyof Overlays): boolean {
    switch (overlay) {
      case "skeleton": return this.scene.nodes.some((node) => node.kind === "joint");
      case "connectors": return this.scene.nodes.some((node) => node.kind === "attachment");
      case "collision": return this.scene.boxes.length > 0 || this.meshes.some(({ role }) => role === "collision");
      case "shadow": return this.meshes.some(({ role }) => role === "shadow");
      default: return this.hasMeshes;
    }
  }

  /** The connectors of the model with their names. */
  labels(): Label[] {
    const { worlds } = this.scene.currentPose;
    return this.scene.nodes.flatMap((node, index) =>
      node.kind === "attachment" ? [{ text: node.name ?? "", position: this.position(index, worlds) }] : []);
  }

  show(overlays: Overlays, wireframe: boolean): void {
    this.skeleton.visible = overlays.skeleton || !this.hasMeshes;
    this.teamStrength.value = overlays.pattern ? 0 : 1;
    this.boundsHelper.visible = overlays.bounds;
    this.boxes.visible = overlays.collision;
    for (const one of this.meshes) {
      const role = one.role === "visual" || (overlays as unknown as Record<string, boolean>)[one.role];
      one.mesh.visible = role && one.mesh.userData.visible;
      this.showNormals(one, overlays.normals);
    }
    this.plain.wireframe = wireframe;
    this.materials.forEach((material, index) => {
      material.wireframe = wireframe;
      material.color.copy(wireframe ? WIREFRAME : this.colours[index]);
      const map = wireframe ? null : overlays.pattern ? pattern : this.currentMap(index);
      if (material.map !== map) {
        material.needsUpdate = (material.map === null) !== (map === null);
        material.map = map;
      }
    });
  }

  private showNormals(one: NodeMesh, on: boolean): void {
    one.lines?.removeFromParent();
    one.lines?.geometry.dispose();
    one.lines = null;
    if (!on || !one.mesh.visible) return;
    const { position, normal } = one.mesh.geometry.attributes as Record<string, THREE.BufferAttribute>;
    const length = this.box.getSize(new THREE.Vector3()).length() / 40;
    const points: number[] = [];
    for (let i = 0; i < position.count; i++) {
      const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
      points.push(x, y, z, x + normal.getX(i) * length, y + normal.getY(i) * length, z + normal.getZ(i) * length);
    }
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    one.lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0x8ecae6 }));
    this.group.add(one.lines);
  }

  // -------------------------------------------------------------------------------------- textures

  get texturedCount(): number {
    return this.maps.filter((images) => images.size > 0).length;
  }

  get missing(): MaterialImage[] {
    return this.images.filter((image) => image.missing);
  }

  // The image of a material in the current pose: that of the frame, or of the last one before it that is there.
  private currentMap(index: number): THREE.Texture | null {
    const frame = this.scene.materials[index].frames.kind === "images" ? this.scene.currentPose.frames[index] : 0;
    const last = Math.max(...[...this.maps[index].keys()].filter((one) => one <= frame));
    return this.maps[index].get(last) ?? null;
  }

  private async loadImages(tileset: number): Promise<void> {
    const { images } = this.scene.images({ tileset });
    const first = (role: string) => images.filter((image) => image.role === role && image.frame === 0);
    for (const { material, role, name, file, data, guessed } of images) {
      const found = file !== null || data !== null;
      if (found || (!guessed && name !== null))
        this.images.push({ material, role, name: name ?? "", missing: !found, preview: null,
          elsewhere: found ? null : this.textures.elsewhere(name!) });
    }
    await Promise.all([
      ...images.filter(({ role }) => role === "diffuse").map(async (image) => {
        const texture = await this.load(image, true);
        if (texture) this.setDiffuse(image.material, image.frame, texture);
      }),
      ...first("team_mask").map(async (image) => {
        const texture = await this.load(image, false);
        if (!texture) return;
        addTeamColour(this.materials[image.material], texture, this.team, this.teamStrength);
        this.materials[image.material].needsUpdate = true;
        this.onChange();
      }),
      ...first("normal").map(async (image) => {
        const texture = await this.load(image, false);
        if (!texture) return;
        this.materials[image.material].normalMap = texture;
        this.materials[image.material].needsUpdate = true;
        this.onChange();
      }),
    ]);
  }

  private setDiffuse(index: number, frame: number, texture: THREE.Texture): void {
    const material = this.materials[index];
    this.maps[index].set(frame, texture);
    material.map = this.currentMap(index);
    const { blend, colour } = this.scene.materials[index];
    this.colours[index].setRGB(colour[0], colour[1], colour[2]);
    // Warzone tests the alpha of all that is opaque.
    const isWarzone = ["pie", "wzm", "wza"].includes(this.scene.sourceFormat ?? "");
    if (isWarzone && blend === "opaque" && !texture.userData.solid) material.alphaTest = WARZONE_CUTOFF;
    material.needsUpdate = true;
    this.onChange();
  }

  // Null when there is no image, or the view was closed in the meantime.
  private async load(image: ImageReference, colour: boolean): Promise<THREE.Texture | null> {
    const listed = this.images.find(({ material, role, name }) =>
      material === image.material && role === image.role && name === (image.name ?? ""));
    const file = image.file ?? listed?.elsewhere;
    const texture = image.data ? await this.textures.make(image.data.slice(), image.name ?? "", colour)
      : file ? await this.textures.find(file, colour) : null;
    if (!texture) return null;
    if (!this.closed) {
      if (listed) listed.preview = texture.userData.preview as OffscreenCanvas;
      this.used.push(texture);
      return texture;
    }
    this.textures.release(texture);
    return null;
  }

  close(): void {
    this.group.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) object.geometry.dispose();
    });
    for (const material of [...this.materials, this.plain]) material.dispose();
    for (const texture of this.used) this.textures.release(texture);
    this.closed = true;
    this.group.removeFromParent();
    this.scene.close();
  }
}
