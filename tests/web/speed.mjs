// SPDX-License-Identifier: MIT
//
// speed.mjs FOLDER    checks all PIE files of a folder, by the package and by the native command.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { checkAllText, formats, open } from "../../build/npm/index.js";

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".pie")).map((name) => `${folder}/${name}`);

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function checkByPackage() {
  const models = [];
  for (const name of files) models.push(await open(readFileSync(name), { name }));
  checkAllText(models, { complete: true });
  for (const model of models) model.close();
}

const checkByCommand = () => spawnSync(process.env.MAQUETTE, ["check", "-q", "--json", "-j1", folder], { stdio: "ignore" });

await formats();
const byPackage = [];
const byCommand = [];
// The best of several, since other programs may have the processor for a while.
for (let round = 0; round < 7; round++) {
  byPackage.push(await timed(checkByPackage));
  byCommand.push(await timed(checkByCommand));
}
const [first, best, native] = [byPackage[0], Math.min(...byPackage), Math.min(...byCommand)];
console.log(`${files.length} files: ${native.toFixed(0)} ms by the command, ${best.toFixed(0)} ms by the package, ` +
  `${first.toFixed(0)} ms the first time`);
process.exitCode = best <= 3 * native ? 0 : 1;
