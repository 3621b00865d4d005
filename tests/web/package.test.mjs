// SPDX-License-Identifier: MIT
//
// The functions of the package.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  checkAll, decodeImage, Files, formats, join, MaquetteError, open, rules, version,
} from "../../build/npm/index.js";
import { instance } from "../../build/npm/instance.js";

const example = (name) => readFileSync(`examples/models/${name}`);
const openExample = (name) => open(example(name), { name });

function native(...options) {
  return spawnSync(process.env.MAQUETTE, options, { encoding: "utf8" }).stdout;
}

test("formats and rules are those of the command", async () => {
  const list = (await formats()).map(({ default_variant, ...rest }) => {
    assert.ok(rest.variants.some((variant) => variant.name === default_variant));
    return rest;
  });
  assert.deepEqual(list, JSON.parse(native("formats", "--json")));
  assert.deepEqual(await rules(), JSON.parse(native("rules", "--json")));
  assert.ok(native("--version").includes(await version()));
});

test("the version is that of the package", async () => {
  assert.equal(JSON.parse(readFileSync("build/npm/package.json")).version, await version());
});

test("a model has a format, findings and its bytes", async () => {
  const model = await openExample("tower.pie");
  assert.equal(model.format, "pie4");
  assert.equal(model.version, 4);
  assert.equal(model.error, null);
  assert.deepEqual(model.findings, []);
  assert.deepEqual(Buffer.from(model.bytes), example("tower.pie"));
  assert.equal(model.info().triangle_count, 96);
  model.close();
});

test("a file that is not a model has findings, and methods that throw them", async () => {
  const model = await open(new TextEncoder().encode("not a model"), { name: "notes.txt" });
  assert.equal(model.error.code, "UNKNOWN_FORMAT");
  assert.ok(model.check().counts.error > 0);
  for (const use of [() => model.info(), () => model.scene(), () => model.convert("glb")])
    assert.throws(use, (error) => error === model.error && error.findings.length > 0);
  model.close();
});

test("wrong arguments are errors that say what is wrong", async () => {
  await assert.rejects(open("text"), { code: "BAD_ARGUMENT" });
  const model = await openExample("tower.pie");
  assert.throws(() => model.convert("fbx"), { code: "BAD_ARGUMENT", message: /"fbx" is not a format/ });
  assert.throws(() => model.convert("iqm", { settings: { colour: "red" } }), /no setting "colour"/);
  assert.throws(() => model.convert("iqm", { settings: { compat: "red" } }), /"red" is not a value/);
  const scene = model.scene();
  assert.throws(() => scene.setPose(99), { code: "BAD_ARGUMENT" });
  scene.close();
  model.close();
  assert.throws(() => model.info(), { code: "CLOSED" });
  model.close();
});

test("a fix gives what check --fix writes", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "maquette-web-"));
  try {
    const file = path.join(folder, "faulty.pie");
    writeFileSync(file, example("faulty.pie"));
    native("check", "-q", "--fix", file);
    const model = await openExample("faulty.pie");
    const { bytes, applied } = model.fix();
    assert.ok(applied > 0);
    assert.deepEqual(Buffer.from(bytes), readFileSync(file));
    const fixed = await open(bytes, { name: "faulty.pie" });
    assert.equal(fixed.fix().applied, 0);
    assert.ok(model.diff(fixed).length > 0);
    assert.deepEqual(fixed.diff(fixed), []);
    model.close();
    fixed.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a target changes what is an error", async () => {
  const model = await openExample("faulty.pie");
  const severities = (target) => model.check({ target }).findings.map((finding) => finding.severity).join();
  assert.notEqual(severities("game"), severities("wmit"));
  model.close();
});

test("models are checked against each other", async () => {
  const gate = await open(readFileSync("examples/mod/structs/gate.pie"), { name: "mod/structs/gate.pie" });
  const ruin = await open(example("tower.pie"), { name: "mod/structs/gate_ruin.pie" });
  const missing = (models) => checkAll(models, { complete: true })[0].findings
    .filter((finding) => finding.rule === "PIE-0123").length;
  assert.equal(missing([gate]), 1);
  assert.equal(missing([gate, ruin]), 0);
  gate.close();
  ruin.close();
});

test("a strict conversion refuses, with its losses", async () => {
  const model = await openExample("tower.pie");
  assert.throws(() => model.convert("pie2", { strict: true }),
    (error) => error.code === "LOSS_REFUSED" && error.findings.some((finding) => finding.severity === "loss"));
  assert.ok(model.convert("pie2").losses.length > 0);
  model.close();
});

test("models are joined and attached", async () => {
  const [tower, turret] = await Promise.all(["tower.pie", "turret.pie"].map(openExample));
  const { bytes } = join([tower, turret], "glb", { inputs: [{}, { at: "connector 1" }] });
  const armed = await open(bytes, { name: "armed.glb" });
  assert.equal(armed.info().triangle_count, 96 + 64);
  for (const model of [tower, turret, armed]) model.close();
});

test("files beside a model are found by their names", async () => {
  const gltf = {
    asset: { version: "2.0" },
    buffers: [{ uri: "data.bin", byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
  };
  const bytes = new TextEncoder().encode(JSON.stringify(gltf));
  const data = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const model = await open(bytes, { name: "m/model.gltf", files: { "m/data.bin": data } });
  assert.equal(model.info().triangle_count, 1);
  model.close();
  const lone = await open(bytes, { name: "m/model.gltf" });
  assert.ok(lone.error || lone.findings.some((finding) => finding.severity === "error"));
  lone.close();
});

test("a scene has views of its arrays, poses and deformed meshes", async () => {
  const model = await openExample("crane.iqm");
  const scene = model.scene();
  const node = scene.nodes.findIndex((one) => one.mesh !== null);
  const mesh = scene.meshes[scene.nodes[node].mesh];
  assert.equal(mesh.positions.length, mesh.vertexCount * 3);
  assert.ok(mesh.triangles.every((index) => index < mesh.vertexCount));
  assert.equal(mesh.weights.length, mesh.vertexCount * mesh.influenceCount);
  const all = () => scene.nodes.flatMap((one, i) => (one.mesh === null ? [] : [...scene.deform(i).positions]));
  scene.setPose(null);
  const rest = all();
  const pose = scene.setPose(0, scene.clips[0].duration / 2);
  assert.equal(pose.worlds.length, scene.nodes.length * 12);
  assert.notDeepEqual(all(), rest);
  const bounds = scene.bounds();
  assert.ok(bounds.min.every((low, axis) => low <= bounds.max[axis]));
  model.close();
  assert.equal(mesh.positions.length, mesh.vertexCount * 3, "the scene does not need its model");
  scene.close();
  assert.throws(() => mesh.positions, { code: "CLOSED" });
});

test("images are found among the names of files", async () => {
  const files = new Files({ "data/texpages/PAGE-90-MAQUETTE.png": new Uint8Array(0) });
  const model = await open(example("crate.pie"), { name: "data/structs/crate.pie", files });
  const scene = model.scene();
  model.close();
  const [image] = scene.images().images;
  assert.equal(image.name, "page-90-maquette.png");
  assert.equal(image.file, "data/texpages/PAGE-90-MAQUETTE.png");
  assert.equal(image.otherCapitals, true);
  scene.close();
  files.close();
  const lone = await openExample("crate.pie");
  const without = lone.scene();
  assert.equal(without.images().images[0].file, null);
  without.close();
  lone.close();
});

test("images that browsers lack are decoded", async () => {
  // TGA: 2 x 1 pixels of 24 bits, from the top.
  const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0x20];
  const { width, height, pixels } = await decodeImage(new Uint8Array([...header, 1, 2, 3, 4, 5, 6]));
  assert.deepEqual([width, height, ...pixels], [2, 1, 3, 2, 1, 255, 6, 5, 4, 255]);
  await assert.rejects(decodeImage(new Uint8Array(4)), MaquetteError);
});

test("a crash is an error, and the next model gets a fresh module", async () => {
  const model = await openExample("tower.pie");
  const lib = await instance();
  assert.throws(() => lib.run("close", 0xfffffff0), { code: "CRASHED" });
  assert.throws(() => model.info(), { code: "CRASHED" });
  model.close();
  const next = await openExample("tower.pie");
  assert.equal(next.info().triangle_count, 96);
  next.close();
});

test("without memory a call throws, and the next model gets a fresh module", async () => {
  const lib = await instance();
  // In few steps: each time that the memory grows takes long when there is much of it.
  for (let size = 1 << 30; size >= 1 << 16; size >>= 1) while (lib.run("alloc", size) !== 0);
  await assert.rejects(open(new Uint8Array(1 << 20)), { code: "NO_MEMORY" });
  assert.notEqual(await instance(), lib);
  const model = await openExample("tower.pie");
  assert.equal(model.info().triangle_count, 96);
  model.close();
});

test("the memory of a large model is given back", async () => {
  const rows = Array.from({ length: 1000000 }, (_, i) => `v ${i} ${i % 7} ${i % 11}`).join("\n");
  const lib = await instance();
  const model = await open(new TextEncoder().encode(rows + "\nf 1 2 3\n"), { name: "large.obj" });
  assert.ok(lib.memory.buffer.byteLength > 32 << 20);
  model.close();
  assert.ok((await instance()).memory.buffer.byteLength < 32 << 20);
});

test("open and close do not leak", async () => {
  const bytes = example("radar.pie");
  const use = async () => {
    const model = await open(bytes, { name: "radar.pie", files: { "a.png": bytes } });
    const scene = model.scene();
    scene.setPose(0, 1);
    scene.deform(scene.nodes.findIndex((node) => node.mesh !== null));
    model.convert("glb");
    model.fix();
    scene.close();
    model.close();
  };
  for (let i = 0; i < 50; i++) await use();
  const lib = await instance();
  const before = lib.memory.buffer.byteLength;
  for (let i = 0; i < 500; i++) await use();
  assert.equal(await instance(), lib);
  assert.equal(lib.memory.buffer.byteLength, before);
  assert.equal(lib.users, 0);
});

test("models that are forgotten are closed by the garbage collector", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const lib = await instance();
  const users = lib.users;
  await (async () => {
    for (let i = 0; i < 20; i++) (await openExample("radar.pie")).scene();
  })();
  assert.equal(lib.users, users + 40);
  for (let i = 0; i < 50 && lib.users > users; i++) {
    collect();
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.equal(lib.users, users);
});

// Reports without the note that images were not verified: the module lacks libpng and libjpeg.
function reports(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const report = JSON.parse(line);
    if (Array.isArray(report.findings))
      report.findings = report.findings.filter((finding) => finding.rule !== "IMG-0203");
    else delete report.findings.note;
    delete report.counts?.note;
    return report;
  });
}

test("the command prints what the native one prints, with its exit codes", () => {
  const command = "build/npm/bin/maquette.js";
  const folder = mkdtempSync(path.join(tmpdir(), "maquette-web-"));
  const both = (...options) => [process.env.MAQUETTE, command].map((program) => {
    const { status, stdout } = spawnSync(program, options, { encoding: "utf8" });
    return { status, stdout };
  });
  try {
    for (const options of [
      ["info", "-q", "--json", "examples/models"],
      ["check", "-q", "--json", "examples/mod/structs"],
      ["check", "-q", "--json", "--target", "ioq3", "examples/models/crane.iqm"],
      ["info", "no-such-file"],
      ["check", "README.md"],
      ["fly"],
      ["check", "--target", "moon", "examples/mod"],
      ["convert", "examples/models/tower.pie", "--to", "pie2", "--strict", "-o", `${folder}/x.pie`],
    ]) {
      const [a, b] = both(...options);
      assert.equal(b.status, a.status, options.join(" "));
      if (options.includes("--json")) assert.deepEqual(reports(b.stdout), reports(a.stdout), options.join(" "));
    }
    execFileSync(command, ["convert", "-q", "examples/models/radar.pie", "-o", `${folder}/a.glb`]);
    execFileSync(process.env.MAQUETTE, ["convert", "-q", "examples/models/radar.pie", "-o", `${folder}/b.glb`]);
    assert.deepEqual(readFileSync(`${folder}/a.glb`), readFileSync(`${folder}/b.glb`));
    writeFileSync(`${folder}/faulty.pie`, example("faulty.pie"));
    assert.equal(spawnSync(command, ["check", "-q", "--fix", `${folder}/faulty.pie`]).status, 1, "errors stay");
    assert.notDeepEqual(readFileSync(`${folder}/faulty.pie`), example("faulty.pie"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
