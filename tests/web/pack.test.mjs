// SPDX-License-Identifier: MIT
//
// What `npm pack` puts into the package, and what package.json says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

test("the package holds only what is needed", (t) => {
  const { status, stdout, error } = spawnSync("npm", ["pack", "--dry-run", "--json", "--offline"],
    { cwd: "build/npm", encoding: "utf8" });
  if (error?.code === "ENOENT") return t.skip("there is no npm");
  assert.equal(status, 0);
  const answer = JSON.parse(stdout);
  const [pack] = Array.isArray(answer) ? answer : Object.values(answer);
  assert.deepEqual(pack.files.map((file) => file.path).sort(), [
    "LICENSE", "README.md", "bin/maquette.js", "index.d.ts", "index.js", "instance.js", "maquette.wasm",
    "package.json", "scene.js",
  ]);
  assert.ok(pack.size < 700_000, `${pack.size} bytes packed`);
});

test("package.json names no host and no dependency", () => {
  const text = readFileSync("web/package/package.json", "utf8");
  assert.doesNotMatch(text, /https?:|dependencies|publishConfig/i);
});
