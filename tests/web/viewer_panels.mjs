// SPDX-License-Identifier: MIT
//
// The panels of the viewer: findings, fixes, conversion, comparison.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import { choose, closePage, downloaded, drop, openPage, picture, shown, state, until, work } from "./browser.mjs";

test("findings: line, polygon, fix, download", async () => {
  const page = await openPage();
  await page.setInputFiles("#folder", "examples/models");
  await choose(page, "faulty.pie");
  const report = JSON.parse(spawnSync(process.env.MAQUETTE,
    ["check", "-q", "--json", "examples/models/faulty.pie"], { encoding: "utf8" }).stdout);
  assert.equal(await page.locator("#findings li").count(), report.findings.length);
  await page.click('#findings button:has-text("PIE-0233")');
  assert.match(await page.textContent("#source [aria-current]"), /^18/);
  assert.ok((await page.textContent("#source mark")).startsWith("-0.75"));
  assert.ok((await state(page)).marked >= 3, "the polygon is marked");
  await picture(page, "findings");
  await page.selectOption("#target", "spec");
  await page.selectOption("#target", "game");
  assert.match(await page.textContent("#explanation"), /clamped/);
  await page.click("#fix");
  await page.waitForSelector("#download-fixed");
  assert.match(await page.textContent("#panel-changes"), /3 findings are fixed.*1 difference/);
  assert.deepEqual((await page.locator("#panel-changes .lines div").allTextContents()).slice(3, 7),
    ["7- LEVEL 0", "6+ LEVEL 1", "22- \t0 2.5 24", "21+ \t0 2 24"]);
  await picture(page, "fixed");
  const { bytes } = await downloaded(page, () => page.click("#download-fixed"));
  cpSync("examples/models/faulty.pie", `${work}/faulty.pie`);
  spawnSync(process.env.MAQUETTE, ["check", "-q", "--fix", `${work}/faulty.pie`]);
  assert.deepEqual(bytes, readFileSync(`${work}/faulty.pie`));
  await closePage(page);
});

test("convert and download: the bytes of the command", async () => {
  const page = await openPage();
  await page.setInputFiles("#folder", "examples/models");
  await choose(page, "radar.pie");
  await page.click("#tab-convert");
  for (const [to, name] of [["glb", "radar.glb"], ["pie2", "radar.pie"]]) {
    await page.selectOption("#to", to);
    await page.click("#convert");
    const result = await downloaded(page, () => page.click("#download"));
    assert.equal(result.name, name);
    spawnSync(process.env.MAQUETTE, ["convert", "-q", "examples/models/radar.pie", "--to", to, "-o", `${work}/${name}`]);
    assert.deepEqual(result.bytes, readFileSync(`${work}/${name}`), to);
  }
  assert.ok((await page.locator("#converted li.loss").count()) > 0);
  await picture(page, "convert");
  await page.selectOption("#to", "obj");
  await page.click("#convert");
  const both = await downloaded(page, () => page.click("#download"));
  assert.equal(both.name, "radar.zip");
  for (const file of ["radar.obj", "radar.mtl", "page-90-maquette.png"]) assert.ok(both.bytes.includes(file), file);
  await closePage(page);
});

test("compare: two models, one camera, the differences", async () => {
  const page = await openPage();
  await page.setInputFiles("#folder", "examples/models");
  await choose(page, "tower.pie");
  await page.click("#compare-button");
  await page.click('#list li[data-name$="radar.pie"]');
  await until(page, () => !document.getElementById("tab-changes").hidden);
  assert.match(await page.textContent("#panel-changes"), /[1-9]\d* differences/);
  assert.deepEqual(await page.locator("#captions span").allTextContents(), ["models/tower.pie", "models/radar.pie"]);
  await picture(page, "compare");
  await page.click("#compare-button");
  await until(page, () => document.getElementById("tab-changes").hidden);
  assert.deepEqual((await state(page)).names, ["models/tower.pie"]);
  assert.ok(await page.isVisible("#panel-findings"));
  // Models that cannot be joined: the first is shown, and a word about it.
  await page.click('#list li[data-name$="radar.pie"]', { modifiers: ["Control"] });
  await until(page, () => document.getElementById("status").textContent.includes("cannot be joined"));
  assert.equal((await state(page)).shown, "models/tower.pie");
  await closePage(page);
});

test("findings of OBJ and IQE files mark their triangle", async () => {
  const page = await openPage();
  const square = [[0, 0], [4, 0], [4, 4], [0, 4]];
  writeFileSync(`${work}/bad.obj`, ["v 9 9 9", ...square.map(([x, y]) => `v ${x} ${y} 1`), "f 2 3 4", "f -4 -3 99", ""].join("\n"));
  writeFileSync(`${work}/bad.iqe`, ["# Inter-Quake Export", 'mesh "a"', 'material "m"', "vp 9 9 9", 'mesh "b"', 'material "m"',
    ...square.map(([x, y]) => `vp ${x} ${y} 1`), "fm 0 1 2", "fm 0 1 99", ""].join("\n"));
  for (const [name, expected] of [["bad.obj", [0, 0, 1, 4, 0, 1]], ["bad.iqe", [0, 1, 0, 4, 1, 0]]]) {
    await drop(page, [`${work}/${name}`]);
    await shown(page, name);
    await page.click('#findings button:has-text("error")');
    const points = await page.evaluate(() => [...globalThis.maquette.stage.marker.children[0].geometry.attributes.position.array]);
    assert.deepEqual(points.map(Math.abs), expected, name);
  }
  await closePage(page);
});
