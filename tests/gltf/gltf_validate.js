// SPDX-License-Identifier: MIT
//
// node gltf_validate.js NODE_MODULES FILE...    what the Khronos validator says of files: every error
// and warning, one a line, and a closing line. Exit 1 when there are any.
const fs = require('fs');
const path = require('path');
const [modules, ...files] = process.argv.slice(2);
const validator = require(path.resolve(modules, 'gltf-validator'));

// One grey pixel replaces each texture that is not there.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    'base64');

function read_image(folder, uri) {
    // Names that are not UTF-8 make URIs that cannot be decoded.
    const name = /%[89A-F]/i.test(uri) ? '' : decodeURIComponent(uri);
    const file = path.join(folder, name);
    return new Uint8Array(name && fs.existsSync(file) ? fs.readFileSync(file) : pixel);
}

async function main() {
    const sums = {errors: 0, warnings: 0, infos: 0};
    const kinds = {};
    for (const file of files) {
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)),
            {uri: path.basename(file), maxIssues: 1000,
                externalResourceFunction: async (uri) => read_image(path.dirname(file), uri)});
        sums.errors += report.issues.numErrors;
        sums.warnings += report.issues.numWarnings;
        sums.infos += report.issues.numInfos + report.issues.numHints;
        for (const issue of report.issues.messages) {
            if (issue.severity < 2)
                console.log(`${file}: ${issue.code} at ${issue.pointer || issue.offset}: ${issue.message}`);
            else
                kinds[issue.code] = (kinds[issue.code] || 0) + 1;
        }
    }
    for (const kind of Object.keys(kinds).sort())
        console.log(`note: ${kind} (${kinds[kind]})`);
    console.log(`${files.length} files: ${sums.errors} errors, ${sums.warnings} warnings, ` +
        `${sums.infos} notes`);
    process.exitCode = sums.errors + sums.warnings > 0 || files.length === 0 ? 1 : 0;
}

main();
