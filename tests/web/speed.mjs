// SPDX-License-Identifier: MIT
//
// speed.mjs FOLDER    checks all PIE files of a folder, by the package and by the native command.
//
// Times are those of the processor, since other programs may have it for a while: of the command, and of the
// main thread of Node. Meanwhile the engine optimises the module on other threads, which the first round does
// not wait for; how long all threads had the processor, and the time by the clock, are printed, too.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { checkAllText, formats, open } from "../../build/npm/index.js";

const ROUNDS = 5;
const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".pie")).map((name) => `${folder}/${name}`);

// Milliseconds that the main thread has had the processor.
const mainThread = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

function allThreads() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function checkByPackage() {
  const [main, all, clock] = [mainThread(), allThreads(), performance.now()];
  const models = [];
  for (const name of files) models.push(await open(readFileSync(name), { name }));
  checkAllText(models, { complete: true });
  for (const model of models) model.close();
  return { main: mainThread() - main, all: allThreads() - all, clock: performance.now() - clock };
}

function checkByCommand() {
  const script = 'TIMEFORMAT="%U %S"; time "$0" check -q --json -j1 "$1" > /dev/null';
  const { stderr } = spawnSync("bash", ["-c", script, process.env.MAQUETTE, folder], { encoding: "utf8" });
  return stderr.trim().split(" ").reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}

await formats();
const byPackage = [];
const byCommand = [];
for (let round = 0; round < ROUNDS; round++) {
  byPackage.push(await checkByPackage());
  byCommand.push(checkByCommand());
}
const native = Math.min(...byCommand);
const best = Math.min(...byPackage.map(({ main }) => main));
const [{ main: first, all, clock }] = byPackage;
console.log(`${files.length} files: ${native.toFixed(0)} ms by the command; by the package ${first.toFixed(0)} ms the first ` +
  `time (${all.toFixed(0)} ms with all threads, ${clock.toFixed(0)} ms by the clock), ${best.toFixed(0)} ms later`);
process.exitCode = first <= 3 * native ? 0 : 1;
