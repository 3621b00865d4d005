// SPDX-License-Identifier: MIT
//
// What the page does: opens files, shows the selected model, and keeps the parts of the page in step.

import { join, MaquetteError, memoryBytes, open, type Finding, type Format, type Model, type Rule } from "maquette-models";
import * as THREE from "three";
import { ChangesPanel, type ModelFile } from "./changes_panel";
import { ConvertPanel } from "./convert_panel";
import type { Embedded, Part } from "./embedded";
import { FindingsPanel } from "./findings_panel";
import { Gallery, type Thumbnail } from "./gallery";
import { Textures } from "./images";
import { showInfo } from "./info_panel";
import { baseName, Library, type Entry, type NewFile } from "./library";
import { locateLine } from "./locate";
import { ModelList, type Mode, type Verdict } from "./model_list";
import { ModelView, NO_OVERLAYS, teamColour, type Overlays } from "./model_view";
import { byId, download, make, plural, setStatus, toggleButton } from "./page";
import { Player } from "./player";
import { Stage } from "./stage";
import { Tabs } from "./tabs";
import { Thumbnails } from "./thumbnails";
import { writeZip } from "./zip";

// The model is that whose findings are listed; of several, the joined one.
interface Shown extends ModelFile {
  parts: Model[]; // the inputs of a conversion
  view: ModelView | null;
}

const OVERLAYS = Object.keys(NO_OVERLAYS) as (keyof Overlays)[];

const TURNTABLE_PICTURES = 36;
const CAMERA_STEP = Math.PI / 24;
const CAMERA_ZOOM = 0.9;

export class App {
  private library: Library;
  private textures: Textures;
  private thumbnails: Thumbnails;
  readonly stage = new Stage(byId("canvas", HTMLCanvasElement), byId("labels", HTMLElement));
  private list = new ModelList((names) => void this.select(names));
  private player = new Player(() => this.showPose());
  private findings: FindingsPanel;
  private tabs = new Tabs();
  private changes = new ChangesPanel(this.tabs);
  private convert: ConvertPanel;
  private gallery = new Gallery((entry) => this.drawThumbnail(entry), (name) => this.chooseFromGallery(name));
  private shown: Shown | null = null;
  private other: Shown | null = null; // the second model of a comparison
  private names: string[] = [];
  private summary = ""; // of what is open, for the status line
  private embedded: Part[] = []; // the model that the page carries as parts
  private turn = 0; // of the last selection: an older one that is still loading gives way
  private wireframe = false;
  private framed = new THREE.Box3(); // what the camera was set to
  private setGallery = toggleButton("gallery-button", (on) => this.openGallery(on));
  private setMode: Record<"join" | "compare", (on?: boolean) => void>;
  private toggles: Record<string, (on?: boolean) => void>;

  constructor(private formats: Format[], rules: Rule[]) {
    this.library = new Library(new Set(formats.flatMap((format) => format.extensions)));
    this.textures = new Textures(this.library);
    this.thumbnails = new Thumbnails(this.library, this.stage);
    this.findings = new FindingsPanel(rules, (bytes, applied) => void this.showFixed(bytes, applied),
      (finding) => this.markFinding(finding));
    this.convert = new ConvertPanel(formats);
    // Images are not kept beside their textures, so they are read again.
    byId("canvas", HTMLCanvasElement).addEventListener("webglcontextrestored", () => {
      this.clearTextures();
      if (this.names.length > 0) void this.select(this.names);
    });
    addEventListener("hashchange", () => {
      const linked = this.linked(this.library.models());
      if (linked) this.chooseFromGallery(linked.name);
    });
    this.stage.tick = (seconds) => this.tick(seconds);
    this.stage.beforeDraw = (camera) => this.views().forEach((view) => view.faceCamera(camera));
    this.list.onFilter = () => {
      this.gallery.setEntries(this.list.shown);
      if (this.list.needsVerdicts) void this.checkAll();
    };
    this.list.onClick = () => this.setGallery(false);
    this.setMode = {
      join: toggleButton("join-button", (on) => this.changeMode("join", on)),
      compare: toggleButton("compare-button", (on) => this.changeMode("compare", on)),
    };
    this.toggles = {
      w: toggleButton("wireframe", (on) => {
        this.wireframe = on;
        this.showOverlays();
      }),
      g: toggleButton("grid", (on) => this.stage.setGrid(on)),
      o: toggleButton("orthographic", (on) => this.stage.setOrthographic(on)),
      l: toggleButton("light", (on) => this.stage.setLight(on)),
    };
    byId("frame", HTMLButtonElement).onclick = () => this.frame();
    byId("picture", HTMLButtonElement).onclick = () => void this.savePicture();
    byId("turntable", HTMLButtonElement).onclick = () => void this.saveTurntable();
    for (const name of OVERLAYS) byId(`show-${name}`, HTMLInputElement).onchange = () => this.showOverlays();
    byId("team", HTMLInputElement).oninput = () => this.showOverlays();
    for (const input of [byId("tileset", HTMLSelectElement), byId("faction", HTMLSelectElement)])
      input.onchange = () => void this.select(this.names);
    this.wireKeys();
    this.wireCamera();
    this.wireMenu();
    this.listModels();
  }

  // ------------------------------------------------------------------------------------- opening

  async addFiles(files: NewFile[]): Promise<void> {
    if (files.length === 0) return;
    setStatus("Reading ...");
    const before = new Set(this.library.models().map((entry) => entry.name));
    const problems = await this.library.add(files);
    const models = this.listModels(problems);
    const added = models.filter((entry) => !before.has(entry.name));
    const wanted = this.linked(models) ?? added[0] ?? (this.names.length === 0 ? models[0] : undefined);
    if (wanted) this.list.select(this.parts(wanted, added));
    // Images that were missing may be there now.
    else if (this.names.length > 0) await this.select(this.names);
  }

  /** Adds the files of the page: shows the model that the address names, the parts, or all models. */
  addEmbedded({ files, show }: Embedded): void {
    if (files.length === 0) return;
    for (const { name, read } of files) this.library.put(name, read);
    const models = this.listModels();
    const linked = this.linked(models);
    const parts = models.length > 0 ? this.parts(models[0], models) : [];
    this.embedded = linked ? [] : show;
    if (linked) this.list.select([linked.name]);
    else if (show.length > 0) this.list.select(show.map((part) => part.name));
    else if (parts.length === models.length) this.list.select(parts);
    else this.setGallery(true);
  }

  private listModels(problems: string[] = []): Entry[] {
    this.clearTextures();
    this.gallery.clear();
    const models = this.library.models();
    this.list.setEntries(models);
    byId("welcome", HTMLElement).hidden = models.length > 0;
    const counts = `${plural(models.length, "model", "models")} in ${plural(this.library.count, "file", "files")}`;
    this.summary = [this.library.count > 0 ? counts : "", ...problems].filter(Boolean).join("; ");
    setStatus(this.summary);
    return models;
  }

  private clearTextures(): void {
    this.textures.clear();
    this.thumbnails.clear();
  }

  // Where the selected models are attached, when they are the parts that the page carries.
  private attachments(): { at?: string }[] {
    const isEmbedded = this.names.length === this.embedded.length &&
      this.names.every((name, index) => name === this.embedded[index].name);
    return isEmbedded ? this.embedded.map(({ at }) => ({ at: at ?? undefined })) : [];
  }

  // The model that the address names: #model=NAME.
  private linked(models: Entry[]): Entry | undefined {
    const name = new URLSearchParams(location.hash.slice(1)).get("model");
    return name ? models.find((entry) => entry.name === name || entry.name.endsWith(`/${name}`)) : undefined;
  }

  // Parts of a puppet that were opened together are one model.
  private parts(first: Entry, added: Entry[]): string[] {
    const isPart = (name: string) => /\.(apet|bpet|mpet)$/i.test(name);
    const stem = (name: string) => name.replace(/\.[^.]*$/, "");
    if (!isPart(first.name)) return [first.name];
    return added.filter((entry) => isPart(entry.name) && stem(entry.name) === stem(first.name))
      .map((entry) => entry.name);
  }

  private async openEntry(entry: Entry): Promise<{ model: Model; bytes: Uint8Array }> {
    const bytes = await entry.read();
    return { model: await this.library.open(entry.name, bytes), bytes };
  }

  // The same with the bytes of all images that the model names, which are checked and converted with it.
  private async openWithImages(entry: Entry): Promise<{ model: Model; bytes: Uint8Array }> {
    const { model, bytes } = await this.openEntry(entry);
    const images = imageFiles(model);
    if (images.length === 0) return { model, bytes };
    model.close();
    return { model: await this.library.open(entry.name, bytes, images), bytes };
  }

  // ----------------------------------------------------------------------------------- selection

  private async select(names: string[]): Promise<void> {
    this.names = names;
    this.gallery.current = names.at(-1) ?? "";
    const turn = ++this.turn;
    const opened: { model: Model; bytes: Uint8Array }[] = [];
    try {
      const faction = byId("faction", HTMLSelectElement).value;
      for (const name of names) opened.push(await this.openWithImages(this.library.ofFaction(name, faction)!));
      if (turn !== this.turn) return this.closeAll(opened);
      this.clear();
      setStatus(this.summary);
      const isComparison = this.list.mode === "compare" && opened.length === 2;
      if (isComparison) this.showComparison(opened);
      else await this.showJoined(opened);
    } catch (error) {
      this.closeAll(opened);
      setStatus(`${names.join(", ")}: ${(error as Error).message}`);
      if (!(error instanceof MaquetteError)) console.error(error);
    }
  }

  private closeAll(opened: { model: Model }[]): void {
    for (const { model } of opened) model.close();
  }

  private clear(): void {
    for (const shown of [this.shown, this.other]) {
      shown?.view?.close();
      for (const model of new Set([shown?.model, ...(shown?.parts ?? [])])) model?.close();
    }
    this.shown = this.other = null;
    this.stage.left = this.stage.right = null;
    this.stage.mark([]);
    this.stage.setLabels([]);
    byId("captions", HTMLElement).replaceChildren();
    this.changes.hide();
  }

  // Several models become one, as in the command.
  private async showJoined(opened: { model: Model; bytes: Uint8Array }[]): Promise<void> {
    const parts = opened.map(({ model }) => model);
    let { model, bytes } = opened[0];
    if (opened.length > 1) {
      try {
        bytes = join(parts, "glb", { images: "embed", inputs: this.attachments() }).bytes;
        model = await open(bytes, { name: `${parts[0].name} and ${parts.length - 1} more.glb` });
      } catch (error) {
        // The first of them is shown alone.
        this.closeAll(opened.splice(1));
        parts.length = 1;
        setStatus(`These models cannot be joined: ${(error as Error).message}. Compare shows two side by side.`);
      }
    }
    this.shown = { model, parts, bytes, view: null };
    this.present(this.shown);
  }

  private present(shown: Shown): void {
    const { model } = shown;
    document.title = `${model.name} - Maquette`;
    this.rememberVerdict(model);
    this.findings.setModel(model, shown.bytes, this.formatOf(model)?.targets ?? []);
    this.convert.setModels(model.error ? [] : shown.parts, this.attachments());
    this.makeView(shown);
    this.player.setClips(shown.view?.scene.clips ?? []);
    this.frame();
    if (model.error) {
      byId("panel-model", HTMLElement).replaceChildren(make("p", "error", model.error.message));
      setStatus(`${model.name}: ${model.error.message}`);
      this.tabs.choose("findings");
    }
  }

  private formatOf(model: Model): Format | undefined {
    return this.formats.find((one) => one.name === model.format ||
      one.variants.some((variant) => variant.name === model.format));
  }

  private makeView(shown: Shown): void {
    if (shown.model.error) return;
    const tileset = Number(byId("tileset", HTMLSelectElement).value);
    const view = new ModelView(shown.model.scene(), this.textures, tileset);
    view.onChange = () => this.showOverlays();
    shown.view = view;
    this.stage.world.add(view.group);
    const info = shown.model.info();
    showInfo(info, view.images);
    void view.loaded.then(() => {
      if (this.shown?.view === view) showInfo(info, view.images);
    });
    if (!view.hasMeshes && view.scene.clips.length > 0)
      setStatus(`${this.summary}. ${shown.model.name} has an animation but no mesh: ` +
        "press Join and choose the model that it moves.");
    this.showOverlays();
  }

  private rememberVerdict(model: Model): void {
    this.list.setVerdict(model.name ?? "", verdictOn(model));
  }

  // Checks the models that no one has looked at, for the filter by findings.
  private async checkAll(): Promise<void> {
    const waiting = this.library.models().filter((entry) => !this.list.verdicts.has(entry.name));
    if (waiting.length === 0) return;
    for (const [index, entry] of waiting.entries()) {
      if (!this.list.needsVerdicts) return;
      const verdict = await this.verdictOf(entry);
      this.list.verdicts.set(entry.name, verdict);
      if (index % 50 === 49) {
        setStatus(`checked ${index + 1} of ${waiting.length}`);
        await new Promise((done) => setTimeout(done));
      }
    }
    setStatus(`checked ${plural(waiting.length, "model", "models")}`);
    this.list.refresh();
  }

  private async verdictOf(entry: Entry): Promise<Verdict> {
    try {
      const { model } = await this.openEntry(entry);
      const verdict = verdictOn(model);
      model.close();
      return verdict;
    } catch {
      return "error";
    }
  }

  // -------------------------------------------------------------------------------------- drawing

  private views(): ModelView[] {
    return [this.shown?.view, this.other?.view].filter((view) => view != null);
  }

  private frame(): void {
    this.framed = this.bounds();
    this.stage.frame(this.framed);
  }

  private bounds(): THREE.Box3 {
    return this.views().reduce((box, view) => box.union(view.box), new THREE.Box3());
  }

  private tick(seconds: number): boolean {
    const more = this.player.advance(seconds);
    if (this.player.playing || more) this.poseAll();
    return more;
  }

  private poseAll(): void {
    for (const view of this.views()) {
      const clip = this.player.clip;
      if (clip !== null && clip >= view.scene.clips.length) continue;
      view.scene.setPose(clip, this.player.seconds, { loop: "clamp" });
      view.update();
    }
    this.showOverlays();
  }

  private showPose(): void {
    if (!this.player.playing) this.poseAll();
    // A clip may move the model out of the view.
    if (!this.bounds().intersectsBox(this.framed)) this.frame();
    this.stage.redraw();
  }

  private showOverlays(): void {
    const overlays = Object.fromEntries(OVERLAYS.map((name) =>
      [name, byId(`show-${name}`, HTMLInputElement).checked])) as unknown as Overlays;
    for (const name of OVERLAYS) {
      const absent = this.shown !== null && !this.views().some((view) => view.has(name));
      byId(`show-${name}`, HTMLInputElement).parentElement!.classList.toggle("absent", absent);
    }
    for (const view of this.views()) {
      view.team.copy(this.teamColour());
      view.show(overlays, this.wireframe);
    }
    this.stage.setLabels(overlays.connectors && this.shown?.view ? this.shown.view.labels() : []);
  }

  private teamColour(): THREE.Color {
    return teamColour(byId("team", HTMLInputElement).value);
  }

  private stem(): string {
    return baseName(this.shown?.model.name ?? "model").replace(/\.[^.]*$/, "");
  }

  private async savePicture(): Promise<void> {
    download(`${this.stem()}.png`, await this.stage.picture());
  }

  private async saveTurntable(): Promise<void> {
    setStatus(`Drawing ${TURNTABLE_PICTURES} pictures ...`);
    const pictures = await this.stage.turntable(TURNTABLE_PICTURES);
    const files = await Promise.all(pictures.map(async (picture, index) => ({
      name: `${this.stem()}-${String(index).padStart(2, "0")}.png`,
      bytes: new Uint8Array(await picture.arrayBuffer()),
    })));
    download(`${this.stem()}-turntable.zip`, writeZip(files));
    setStatus(`${this.stem()}-turntable.zip has ${files.length} pictures.`);
  }

  // ----------------------------------------------------------------------------------------- fix

  private async showFixed(bytes: Uint8Array, applied: number): Promise<void> {
    const before = this.shown;
    if (!before) return;
    const { name } = before.model;
    const model = await this.library.open(name!, bytes, imageFiles(before.model));
    this.changes.showFix(before, { model, bytes }, applied, this.formatOf(model)?.text ?? false);
    before.view?.close();
    for (const one of new Set([before.model, ...before.parts])) one.close();
    this.shown = { model, parts: [model], bytes, view: null };
    this.present(this.shown);
  }

  private markFinding(finding: Finding): void {
    const format = this.shown?.model.format ?? "";
    this.stage.mark(finding.line !== null ? locateLine(format, this.findings.lines(), finding.line) : []);
  }

  // ------------------------------------------------------------------------------------- compare

  private showComparison(opened: { model: Model; bytes: Uint8Array }[]): void {
    const [a, b] = opened.map(({ model, bytes }): Shown => ({ model, parts: [model], bytes, view: null }));
    this.other = b;
    this.makeView(b);
    this.shown = a;
    this.present(a);
    this.stage.left = a.view?.group ?? null;
    this.stage.right = b.view?.group ?? null;
    byId("captions", HTMLElement).replaceChildren(...[a, b].map(({ model }) => make("span", "", model.name ?? "")));
    this.changes.showComparison(a.model, b.model);
    this.frame();
  }

  // Joining and comparing exclude each other.
  private changeMode(mode: Exclude<Mode, "one">, on: boolean): void {
    const other = mode === "join" ? "compare" : "join";
    if (on) {
      this.setMode[other](false);
      this.setGallery(false);
    } else if (this.list.mode !== mode) return;
    this.list.mode = on ? mode : "one";
    if (on && this.names.length > 0)
      setStatus(mode === "join" ? "Choose the models that make one, such as a model and its animations."
        : "Choose the second model.");
    if (mode !== "compare" || this.names.length < 2) return;
    this.list.select(on ? this.names.slice(0, 2) : [this.names[0]]);
  }

  // ------------------------------------------------------------------------------------- gallery

  private openGallery(on: boolean): void {
    this.gallery.open = on;
    if (!on) this.thumbnails.clear();
    byId("view", HTMLElement).hidden = on;
    this.stage.redraw();
  }

  private chooseFromGallery(name: string): void {
    this.setGallery(false);
    this.list.choose(name);
  }

  private async drawThumbnail(entry: Entry): Promise<Thumbnail> {
    try {
      const { model } = await this.openEntry(entry);
      this.rememberVerdict(model);
      try {
        return await this.thumbnails.draw(model, this.teamColour());
      } finally {
        model.close();
      }
    } catch (error) {
      return { picture: null, note: (error as Error).message };
    }
  }

  // --------------------------------------------------------------------------------------- keys

  // The camera by the keyboard, while the view has the focus.
  private wireCamera(): void {
    const canvas = byId("canvas", HTMLCanvasElement);
    const moves: Record<string, [number, number, number]> = {
      ArrowLeft: [-CAMERA_STEP, 0, 1], ArrowRight: [CAMERA_STEP, 0, 1],
      ArrowUp: [0, CAMERA_STEP, 1], ArrowDown: [0, -CAMERA_STEP, 1],
      "+": [0, 0, CAMERA_ZOOM], "-": [0, 0, 1 / CAMERA_ZOOM],
    };
    canvas.onkeydown = (event) => {
      const move = moves[event.key];
      if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.stage.moveCamera(...move);
    };
  }

  // The menu of overlays closes when one does something else.
  private wireMenu(): void {
    const menu = byId("overlays", HTMLDetailsElement);
    document.addEventListener("pointerdown", (event) => {
      if (!menu.contains(event.target as Node)) menu.open = false;
    });
    menu.onkeydown = (event) => {
      if (event.key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary")!.focus();
    };
  }

  private wireKeys(): void {
    const help = byId("help", HTMLDialogElement);
    byId("help-button", HTMLButtonElement).onclick = () => help.showModal();
    const actions: Record<string, () => void> = {
      f: () => this.frame(),
      " ": () => this.player.toggle(),
      ",": () => this.player.step(-1),
      ".": () => this.player.step(1),
      p: () => void this.savePicture(),
      c: () => this.setMode.compare(),
      j: () => this.setMode.join(),
      "/": () => byId("search", HTMLInputElement).focus(),
      "?": () => help.showModal(),
      ...Object.fromEntries(Object.entries(this.toggles).map(([key, toggle]) => [key, () => toggle()])),
    };
    document.addEventListener("keydown", (event) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
      if (target.matches("input:not([type=checkbox]):not([type=range]), select, textarea")) return;
      if (event.key === " " && target.matches("button, summary, input")) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  /** The memory of the module. */
  async moduleBytes(): Promise<number> {
    return memoryBytes();
  }

  /** What tests ask. */
  get state(): object {
    return {
      names: this.names,
      shown: this.shown?.model.name ?? null,
      triangles: this.stage.renderer.info.render.triangles,
      missing: this.shown?.view?.missing.map((one) => one.name) ?? [],
      textured: this.shown?.view?.texturedCount ?? 0,
      marked: this.stage.markedPoints,
      clip: this.player.clip,
      seconds: this.player.seconds,
      box: this.shown?.view ? [...this.shown.view.box.min.toArray(), ...this.shown.view.box.max.toArray()] : null,
    };
  }
}

// The files of all images that a model names.
function imageFiles(model: Model): string[] {
  if (model.error) return [];
  const scene = model.scene();
  const { images } = scene.images({ tileset: null });
  scene.close();
  return images.flatMap((image) => image.file ?? []);
}

// For the list, models are opened with the names of images alone: what is wrong with images is left out.
function verdictOn(model: Model): Verdict {
  const { findings } = model.check();
  const has = (severity: string) => findings.some((one) => one.severity === severity && !one.rule.startsWith("IMG-02"));
  return has("error") ? "error" : has("warning") ? "warning" : "clean";
}
