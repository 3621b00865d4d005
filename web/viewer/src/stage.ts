// SPDX-License-Identifier: MIT
//
// The 3D view: camera, light, grid, and what is drawn when. Nothing is drawn unless something changes.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Label } from "./model_view";

// The colours of the middle lines and of the others, on a dark and on a light background.
const DARK_GRID = [0x6c7480, 0x3c424b] as const;
const LIGHT_GRID = [0x8d96a3, 0xc5cad2] as const;

export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly world = new THREE.Scene();
  private perspective = new THREE.PerspectiveCamera(40, 1, 0.1, 1000);
  private flat = new THREE.OrthographicCamera();
  private controls: OrbitControls;
  private grid: THREE.GridHelper | null = null;
  private light = false;
  private marker = new THREE.Group();
  private wanted = false;
  private size = 100;
  private labels: Label[] = [];
  private unframed: THREE.Box3 | null = null; // to be framed when the view has a size
  showGrid = true;
  /** Called before each frame with the seconds since the last one; true asks for another frame. */
  tick: (seconds: number) => boolean = () => false;
  private last = 0;
  /** Called before the world is drawn. */
  beforeDraw: (camera: THREE.Camera) => void = () => {};
  /** Objects on the right half of a view that compares two models. */
  right: THREE.Object3D | null = null;
  left: THREE.Object3D | null = null;

  constructor(private canvas: HTMLCanvasElement, private labelBox: HTMLElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.world.add(new THREE.HemisphereLight(0xffffff, 0x555566, 1.6));
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(0.5, 1, 0.7);
    this.world.add(sun, this.marker);
    this.controls = new OrbitControls(this.perspective, canvas);
    this.controls.addEventListener("change", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.setLight(false);
    this.resize();
  }

  get camera(): THREE.Camera {
    return this.controls.object;
  }

  /** Turns the camera about its target, by angles to the side and up, and moves it by a factor. */
  moveCamera(side: number, up: number, factor: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const at = new THREE.Spherical().setFromVector3(offset);
    at.theta += side;
    at.phi -= up;
    // What an orthographic view shows does not depend on the distance.
    if (this.camera === this.flat) this.flat.zoom /= factor;
    else at.radius *= factor;
    this.camera.position.setFromSpherical(at.makeSafe()).add(this.controls.target);
    this.controls.update();
    this.redraw();
  }

  redraw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame((now) => {
      this.wanted = false;
      const seconds = this.last === 0 ? 0 : Math.min(0.25, (now - this.last) / 1000);
      const more = this.tick(seconds);
      this.last = more ? now : 0;
      this.draw();
      if (more) this.redraw();
    });
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    if (this.unframed) this.frame(this.unframed);
    this.redraw();
  }

  private aspect(): number {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    return (this.right ? clientWidth / 2 : clientWidth) / Math.max(1, clientHeight);
  }

  // The orthographic view shows what the perspective one shows at the point that it turns about.
  private fit(): void {
    const aspect = this.aspect();
    this.perspective.aspect = aspect;
    this.perspective.updateProjectionMatrix();
    const half = this.perspective.position.distanceTo(this.controls.target) * Math.tan((20 * Math.PI) / 180);
    if (this.camera === this.flat) {
      this.flat.left = -half * aspect;
      this.flat.right = half * aspect;
      this.flat.top = half;
      this.flat.bottom = -half;
      this.flat.updateProjectionMatrix();
    }
  }

  draw(): void {
    this.fit();
    this.beforeDraw(this.camera);
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    if (!this.right || !this.left) {
      this.renderer.setViewport(0, 0, width, height);
      this.renderer.render(this.world, this.camera);
    } else {
      this.renderer.setScissorTest(true);
      [this.left, this.right].forEach((shown, side) => {
        this.left!.visible = shown === this.left;
        this.right!.visible = shown === this.right;
        this.renderer.setViewport((side * width) / 2, 0, width / 2, height);
        this.renderer.setScissor((side * width) / 2, 0, width / 2, height);
        this.renderer.render(this.world, this.camera);
      });
      this.left.visible = this.right.visible = true;
      this.renderer.setScissorTest(false);
    }
    this.placeLabels(width, height);
  }

  // --------------------------------------------------------------------------------------- camera

  /** Moves the camera so that the box fills the view. */
  frame(box: THREE.Box3): void {
    this.unframed = this.canvas.parentElement!.clientWidth > 0 ? null : box.clone();
    if (this.unframed) return;
    if (box.isEmpty()) box = new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const radius = Math.max(sphere.radius, 1e-4);
    this.size = radius;
    const direction = new THREE.Vector3(0.6, 0.45, 1).normalize();
    const distance = (radius / Math.sin((20 * Math.PI) / 180)) * Math.max(1, 1 / this.aspect());
    this.perspective.near = distance / 1000;
    this.perspective.far = distance * 100;
    this.perspective.position.copy(sphere.center).addScaledVector(direction, distance);
    this.flat.near = -distance * 50;
    this.flat.far = distance * 100;
    this.flat.position.copy(this.perspective.position);
    this.flat.zoom = 1;
    this.controls.target.copy(sphere.center);
    this.controls.update();
    this.makeGrid(Math.min(0, box.min.y));
    this.mark([]);
    this.redraw();
  }

  private makeGrid(height: number): void {
    this.grid?.removeFromParent();
    this.grid?.geometry.dispose();
    const cell = 10 ** Math.floor(Math.log10(this.size));
    const count = Math.max(4, 2 * Math.ceil((this.size * 1.5) / cell));
    this.grid = new THREE.GridHelper(count * cell, count, ...(this.light ? LIGHT_GRID : DARK_GRID));
    this.grid.position.y = height;
    this.grid.visible = this.showGrid;
    this.world.add(this.grid);
  }

  setGrid(on: boolean): void {
    this.showGrid = on;
    if (this.grid) this.grid.visible = on;
    this.redraw();
  }

  setOrthographic(on: boolean): void {
    const from = this.controls.object;
    const to = on ? this.flat : this.perspective;
    to.position.copy(from.position);
    this.controls.object = to;
    this.controls.update();
    this.redraw();
  }

  setLight(on: boolean): void {
    this.light = on;
    this.renderer.setClearColor(on ? 0xf2f3f5 : 0x17191d, 1);
    if (this.grid) this.makeGrid(this.grid.position.y);
    this.redraw();
  }

  // --------------------------------------------------------------------------- marks and labels

  /** Marks a point or a polygon of the model. */
  mark(points: THREE.Vector3[]): void {
    for (const child of this.marker.children as (THREE.Points<THREE.BufferGeometry, THREE.Material>)[]) {
      child.geometry.dispose();
      child.material.dispose();
    }
    this.marker.clear();
    if (points.length > 0) {
      const colour = 0xff3b6b;
      const dots = new THREE.Points(new THREE.BufferGeometry().setFromPoints(points),
        new THREE.PointsMaterial({ color: colour, size: 9, sizeAttenuation: false, depthTest: false }));
      const loop = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(points),
        new THREE.LineBasicMaterial({ color: colour, depthTest: false }));
      dots.renderOrder = loop.renderOrder = 3;
      this.marker.add(dots, loop);
    }
    this.redraw();
  }

  get markedPoints(): number {
    return this.marker.children.length > 0
      ? (this.marker.children[0] as THREE.Points).geometry.attributes.position.count : 0;
  }

  setLabels(labels: Label[]): void {
    this.labels = labels;
    this.labelBox.replaceChildren(...labels.map((label) => {
      const span = document.createElement("span");
      span.textContent = label.text;
      return span;
    }));
    this.redraw();
  }

  private placeLabels(width: number, height: number): void {
    this.labels.forEach((label, index) => {
      const at = label.position.clone().project(this.camera);
      const span = this.labelBox.children[index] as HTMLElement;
      span.style.left = `${((at.x + 1) / 2) * width}px`;
      span.style.top = `${((1 - at.y) / 2) * height}px`;
    });
  }

  // -------------------------------------------------------------------------------------- pictures

  /** The view as a PNG with a transparent background, without the grid. */
  async picture(): Promise<Blob> {
    const { grid } = this;
    const alpha = this.renderer.getClearAlpha();
    if (grid) grid.visible = false;
    this.renderer.setClearAlpha(0);
    this.draw();
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, "image/png"));
    this.renderer.setClearAlpha(alpha);
    if (grid) grid.visible = this.showGrid;
    this.redraw();
    if (!blob) throw new Error("the picture could not be made");
    return blob;
  }

  /** Pictures from all sides, each turned on by the same angle. */
  async turntable(count: number): Promise<Blob[]> {
    const { object, target } = this.controls;
    const start = object.position.clone();
    const pictures: Blob[] = [];
    for (let i = 0; i < count; i++) {
      const turned = start.clone().sub(target).applyAxisAngle(new THREE.Vector3(0, 1, 0), (2 * Math.PI * i) / count);
      object.position.copy(target).add(turned);
      object.lookAt(target);
      pictures.push(await this.picture());
    }
    object.position.copy(start);
    this.controls.update();
    return pictures;
  }

  /** A small picture of one object alone. */
  async thumbnail(object: THREE.Object3D, box: THREE.Box3, side: number): Promise<Blob> {
    const scene = new THREE.Scene();
    scene.add(new THREE.HemisphereLight(0xffffff, 0x555566, 1.6));
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(0.5, 1, 0.7);
    scene.add(sun, object);
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const distance = Math.max(sphere.radius, 1e-4) / Math.sin((20 * Math.PI) / 180);
    const camera = new THREE.PerspectiveCamera(40, 1, distance / 100, distance * 10);
    camera.position.copy(sphere.center).addScaledVector(new THREE.Vector3(0.6, 0.45, 1).normalize(), distance);
    camera.lookAt(sphere.center);
    const target = new THREE.WebGLRenderTarget(side, side, { samples: 4, colorSpace: THREE.SRGBColorSpace });
    const colour = new THREE.Color();
    this.renderer.getClearColor(colour);
    const alpha = this.renderer.getClearAlpha();
    this.renderer.setRenderTarget(target);
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.clear();
    this.renderer.render(scene, camera);
    const pixels = new Uint8ClampedArray(side * side * 4);
    this.renderer.readRenderTargetPixels(target, 0, 0, side, side, pixels);
    this.renderer.setRenderTarget(null);
    this.renderer.setClearColor(colour, alpha);
    target.dispose();
    const image = new ImageData(side, side);
    const row = side * 4;
    for (let y = 0; y < side; y++)
      image.data.set(pixels.subarray(y * row, (y + 1) * row), (side - 1 - y) * row);
    const canvas = new OffscreenCanvas(side, side);
    // "willReadFrequently" keeps its pixels out of the memory of the graphics card.
    canvas.getContext("2d", { willReadFrequently: true })!.putImageData(image, 0, 0);
    // Packed, since a game has hundreds of models.
    return canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
  }
}
