// SPDX-License-Identifier: MIT

/** Bytes of a file. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

export type Severity = "error" | "warning" | "note" | "loss";

/** One fact about a file. Positions are null where a finding has none. */
export interface Finding {
  /** The id of the rule, such as "PIE-0203"; rules() explains it. */
  rule: string;
  severity: Severity;
  message: string;
  /** Of text files, from 1; the column counts bytes. */
  line: number | null;
  column: number | null;
  /** In bytes. */
  offset: number | null;
  length: number | null;
  /** fix() repairs it. */
  fixable: boolean;
  /** How many faults this finding stands for. */
  count: number;
}

export interface Counts {
  error: number;
  warning: number;
  note: number;
}

export type ErrorCode =
  | "BAD_ARGUMENT" | "NO_MEMORY" | "OVER_LIMIT" | "UNKNOWN_FORMAT" | "BAD_DATA" | "UNSUPPORTED"
  | "CANNOT_READ" | "CANNOT_WRITE" | "LOSS_REFUSED"
  /** The model or scene was closed. */
  | "CLOSED"
  /** The module crashed. All that was open is gone; the next open() starts afresh. */
  | "CRASHED";

export class MaquetteError extends Error {
  readonly code: ErrorCode;
  /** The reasons that lie in the file. */
  readonly findings: Finding[];
}

/** What `maquette info --json` prints. */
export interface Info {
  file: string | null;
  format: string;
  version: number;
  meshes: {
    name: string | null;
    role: string;
    vertices: number;
    triangles: number;
    material: number | null;
    uv_sets: number;
    shapes: number;
    skinned: boolean;
  }[];
  vertex_count: number;
  triangle_count: number;
  materials: { name: string | null; textures: Record<string, string> }[];
  joints: { name: string | null; parent: number | null }[];
  clips: {
    name: string | null;
    duration: number;
    frames: number | null;
    rate: number | null;
    loop: boolean;
  }[];
  attachments: { name: string | null; position: number[] }[];
  boxes: unknown[];
  events: unknown[];
  bounds: { min: number[]; max: number[] } | null;
  findings: Counts;
  [key: string]: unknown;
}

/** What `maquette check --json` prints. */
export interface Report {
  file: string | null;
  format: string | null;
  version: number | null;
  target: string | null;
  /** Why the file cannot be read as a model. */
  error?: string;
  findings: Finding[];
  counts: Counts;
}

export interface CheckOptions {
  /** A program whose rules are applied, such as "game"; formats() lists them. */
  target?: string;
}

export interface CheckAllOptions extends CheckOptions {
  /** The models are a whole installation, so that a reference to another file is a fault. */
  complete?: boolean;
}

export interface InputOptions {
  /** Attaches this model to a connector, joint or node of the models before it. */
  at?: string;
  settings?: Record<string, string | number | boolean>;
}

export interface ConvertOptions {
  /** The name of the file to be written, for formats that need a second file beside it. */
  name?: string;
  /** Refuses to drop anything. */
  strict?: boolean;
  /** A factor for all lengths. */
  scale?: number;
  /** "y-up", "z-up", or the directions that are up and front, such as "+z+x". */
  axes?: string;
  /** Turns the movement of meshes into shapes, for formats without joints. */
  bake?: boolean;
  /** Frames a second of `bake`; those of each clip by default. */
  bakeRate?: number;
  /**
   * What happens to the images that the model names or embeds: they stay as they are (the default), are put
   * into the result (glTF), are copied to `files`, are named by their paths, or are left out.
   */
  images?: "keep" | "embed" | "copy" | "link" | "none";
  /** Settings of the format; formats() lists them. */
  settings?: Record<string, string | number | boolean>;
}

export interface JoinOptions extends ConvertOptions {
  /** For each model. */
  inputs?: (InputOptions | undefined)[];
}

export interface Converted {
  bytes: Uint8Array;
  /** Files to be written beside it. */
  files: { name: string; bytes: Uint8Array }[];
  /** All that the new format cannot hold. */
  losses: Finding[];
  /** Other findings of the conversion. */
  findings: Finding[];
}

export interface Change {
  path: string;
  kind: "added" | "removed" | "changed";
  a?: unknown;
  b?: unknown;
  rows_changed?: number;
  rows_a?: number;
  rows_b?: number;
}

/** An open model. */
export class Model {
  private constructor();
  readonly name: string | undefined;
  /** "pie3"; null when the file was not recognised. */
  readonly format: string | null;
  readonly version: number | null;
  /** Formats of one family convert into each other without loss. */
  readonly family: string | null;
  /** Whether findings have lines. */
  readonly text: boolean;
  /** Why the file cannot be read as a model; null when it can. */
  readonly error: MaquetteError | null;
  /** What reading found. */
  readonly findings: Finding[];
  /** A copy of the file. */
  readonly bytes: Uint8Array;
  info(): Info;
  /** The same as JSON text. */
  infoText(): string;
  check(options?: CheckOptions): Report;
  /** The file with all fixes applied; all other bytes stay. */
  fix(options?: CheckOptions): { bytes: Uint8Array; applied: number };
  /** Converts to a variant, such as "pie4" or "glb". */
  convert(to: string, options?: ConvertOptions): Converted;
  scene(): Scene;
  /** What changed from this model to the other one, which is of the same format. */
  diff(other: Model): Change[];
  /** Gives the memory back. */
  close(): void;
}

export interface OpenOptions {
  /** The name of the file: for recognition, messages, and files beside it. */
  name?: string;
  /** Read as this format; it is recognised by default. */
  format?: string;
  /** Refuse what cannot be read in full. */
  strict?: boolean;
  /** Files that the model may name, by their names; `name` is a name among them. */
  files?: Files | Map<string, Bytes> | Record<string, Bytes>;
}

/** Files that many models may name. */
export class Files {
  /** Models find nothing outside of the folder `root`. */
  constructor(files: Map<string, Bytes> | Record<string, Bytes>, options?: { root?: string });
  close(): void;
}

/** Opens a model. A file that cannot be read as a model gives a Model with an `error`. */
export function open(bytes: Bytes, options?: OpenOptions): Promise<Model>;

/** Checks models, also against each other. */
export function checkAll(models: Model[], options?: CheckAllOptions): Report[];
/** The same as text: one line of JSON for each model. */
export function checkAllText(models: Model[], options?: CheckAllOptions): string;

/** Joins models (a model and its animations, parts of a puppet) and converts the result. */
export function join(models: Model[], to: string, options?: JoinOptions): Converted;

export interface Variant {
  name: string;
  title: string;
  extension: string;
  version: number;
  read: boolean;
  write: boolean;
  check: boolean;
}

export interface Format {
  name: string;
  title: string;
  text: boolean;
  variants: Variant[];
  extensions: string[];
  default_variant: string;
  /** The first is the default. */
  targets: string[];
  settings: { name: string; values: string | null; title: string; per_input: boolean }[];
}

export interface Rule {
  id: string;
  format: string | null;
  title: string;
  explain: string;
  fixable: boolean;
  severity: Severity | "silent";
  targets: Record<string, Severity | "silent">;
}

export function formats(): Promise<Format[]>;
export function rules(): Promise<Rule[]>;
export function version(): Promise<string>;

/** How much memory the module has. */
export function memoryBytes(): Promise<number>;

/** Decodes an image that browsers do not decode: TGA, BMP, DDS. */
export function decodeImage(bytes: Bytes): Promise<{
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}>;

/** Where the module comes from; by default it is maquette.wasm beside this file. */
export function init(source: WebAssembly.Module | BufferSource): void;

// ------------------------------------------------------------------------------------------- scenes
//
// All arrays are views of the module's memory: read them, copy what is to stay. They end with the next
// call of this package; reading the property again gives a new view.

export interface Shape {
  name: string | null;
  count: number;
  vertices: Uint32Array;
  positions: Float32Array | null;
  normals: Float32Array | null;
  tangents: Float32Array | null;
  uvs: Float32Array | null;
}

export interface Mesh {
  name: string | null;
  role: "visual" | "shadow" | "collision";
  vertexCount: number;
  triangleCount: number;
  positions: Float32Array;
  normals: Float32Array | null;
  tangents: Float32Array | null;
  uvs: Float32Array[];
  /** Linear RGBA. */
  colours: Float32Array | null;
  influenceCount: number;
  joints: Uint32Array | null;
  weights: Float32Array | null;
  attributes: { name: string; components: number; values: Float32Array }[];
  triangles: Uint32Array;
  parts: { material: number | null; firstTriangle: number; triangleCount: number }[];
  shapes: Shape[];
  extras?: unknown;
}

export interface Texture {
  role: "diffuse" | "normal" | "specular" | "team_mask" | "alpha_mask";
  tileset: number;
  file: string | null;
  /** The encoded image when the model embeds it. */
  data: Uint8Array | null;
  dataLength: number;
}

export interface Material {
  name: string | null;
  textures: Texture[];
  blend: "opaque" | "cutout" | "alpha" | "additive" | "premultiplied";
  twoSided: boolean;
  colour: number[];
  cutoff: number;
  frames: { kind: "none" | "strip" | "uv_sets" | "images"; count: number; columns: number; step: number[] };
  extras?: unknown;
}

export interface ImageReference {
  material: number;
  role: Texture["role"] | "emissive";
  tileset: number;
  /** Of a sequence of files. */
  frame: number;
  /** As the model says. */
  name: string | null;
  /** The name among the files of the model; null when it was not found, or is embedded. */
  file: string | null;
  otherCapitals: boolean;
  /** From the name of the material, which may not mean an image. */
  guessed: boolean;
  /** The encoded image when the model embeds it. */
  data: Uint8Array | null;
  bytes: number;
}

export interface SceneNode {
  name: string | null;
  parent: number | null;
  kind: "group" | "joint" | "attachment";
  translation: number[];
  rotation: number[];
  scale: number[];
  ignoresParentRotation: boolean;
  facing: "none" | "roll" | "pitch_and_roll";
  mesh: number | null;
  skin: number | null;
  extras?: unknown;
}

export interface Channel {
  path: "translation" | "rotation" | "scale" | "visible" | "shape_weight" | "texture_frame";
  target: number;
  shape: number;
  step: boolean;
  keyCount: number;
  times: Float32Array;
  values: Float32Array;
}

export interface Clip {
  name: string | null;
  /** Seconds. */
  duration: number;
  /** Frames a second; 0: the source does not count frames. */
  rate: number;
  /** 0: endless. */
  loopCount: number;
  channels: Channel[];
  markers: { time: number; text: string }[];
  extras?: unknown;
}

/** Matrices are three rows of four numbers; the fourth row would be 0 0 0 1. */
export interface Pose {
  worlds: Float32Array;
  visible: Uint8Array;
  weights: Float32Array;
  firstWeight: Uint32Array;
  frames: Uint32Array;
}

/** The model in neutral terms: triangles, y up, front +z, counter-clockwise, texture origin top left. */
export class Scene {
  private constructor();
  readonly meshes: Mesh[];
  readonly materials: Material[];
  readonly nodes: SceneNode[];
  readonly skins: { jointCount: number; joints: Uint32Array; inverseBind: Float32Array }[];
  readonly clips: Clip[];
  readonly boxes: { name: string | null; node: number | null; min: number[]; max: number[] }[];
  readonly events: { name: string; file: string }[];
  readonly sourceFormat: string | null;
  readonly extras?: unknown;
  readonly currentPose: Pose;
  /** Sets the pose of a clip (null: the rest pose) at a time in seconds. */
  setPose(
    clip: number | null,
    seconds?: number,
    options?: { loop?: "clip" | "clamp" | "wrap"; likeGame?: boolean },
  ): Pose;
  /** The mesh of a node in the current pose, in the space of the model. */
  deform(node: number): { positions: Float32Array; normals: Float32Array; uvs: Float32Array };
  /** The bounding box of the current pose; null without a visible mesh. */
  bounds(): { min: number[]; max: number[] } | null;
  /** The images that the materials name, as they are found among the files of the model. */
  images(options?: { tileset?: number | null }): { images: ImageReference[]; findings: Finding[] };
  /** Gives the memory back. */
  close(): void;
}
