// SPDX-License-Identifier: MIT
//
// Every example of the package's README runs as it stands, beside the models of examples/models.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";

const page = readFileSync("web/package/README.md", "utf8");
const blocks = [...page.matchAll(/```(js|sh)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({ kind, text }));
const root = path.resolve(".");

for (const [index, { kind, text }] of blocks.entries()) {
  test(`example ${index + 1} (${kind})`, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "maquette-readme-"));
    try {
      cpSync("examples/models", folder, { recursive: true });
      mkdirSync(`${folder}/node_modules`);
      symlinkSync(`${root}/build/npm`, `${folder}/node_modules/maquette-models`);
      if (kind === "js") {
        writeFileSync(`${folder}/example.mjs`, text);
        const { status, stdout, stderr } = spawnSync("node", ["example.mjs"], { cwd: folder, encoding: "utf8" });
        assert.equal(status, 0, stderr);
        assert.doesNotMatch(stdout, /undefined|NaN/);
      } else {
        // npx would ask the registry; the command is the same.
        for (const line of text.trim().split("\n")) {
          const options = line.replace(/^npx maquette-models /, "").split(" ");
          assert.notEqual(options[0], "npx");
          const { status, stderr } = spawnSync(`${root}/build/npm/bin/maquette.js`, options,
            { cwd: folder, encoding: "utf8" });
          assert.ok(status === 0 || (status === 1 && options[0] === "check"), `${line}: ${stderr}`);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test("there are examples", () => assert.ok(blocks.length >= 7));
