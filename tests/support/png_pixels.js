// SPDX-License-Identifier: MIT
//
// png_pixels(bytes)    the pixels of a PNG file as {width, height, data}, data being its rows without
// filters. Throws when anything in the file is not as the PNG specification says: chunks, checksums, the
// compressed data, filters. Interlaced files are not needed here.
const zlib = require('zlib');

function crc(bytes) {
    let sum = ~0;
    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++)
            sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
}

function* chunks_of(bytes) {
    if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n')
        throw new Error('not a PNG file');
    let at = 8, type = '';
    for (; type !== 'IEND'; at += 12 + bytes.readUInt32BE(at)) {
        const length = bytes.readUInt32BE(at);
        type = bytes.toString('latin1', at + 4, at + 8);
        if (crc(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length))
            throw new Error(`the checksum of ${type} is wrong`);
        yield {type, data: bytes.subarray(at + 8, at + 8 + length)};
    }
    if (at !== bytes.length)
        throw new Error('there is something behind the end');
}

function paeth(left, up, corner) {
    const p = left + up - corner;
    const a = Math.abs(p - left), b = Math.abs(p - up), c = Math.abs(p - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

function unfilter(filter, row, above, step) {
    const predict = [() => 0, (i) => row[i - step] ?? 0, (i) => above[i],
        (i) => (row[i - step] ?? 0) + above[i] >> 1,
        (i) => paeth(row[i - step] ?? 0, above[i], above[i - step] ?? 0)][filter];
    if (!predict)
        throw new Error(`there is no filter ${filter}`);
    for (let i = 0; filter > 0 && i < row.length; i++)
        row[i] += predict(i);
}

function png_pixels(bytes) {
    const packed = [];
    let header;
    for (const {type, data} of chunks_of(bytes)) {
        if (type === 'IHDR')
            header = data;
        else if (type === 'IDAT')
            packed.push(data);
        else if (!(type.charCodeAt(0) & 0x20) && type !== 'PLTE' && type !== 'IEND')
            throw new Error(`unknown chunk ${type}`);
    }
    const width = header.readUInt32BE(0), height = header.readUInt32BE(4);
    const channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[header[9]];
    if (!channels || header[12] !== 0)
        throw new Error('interlaced, or of an unknown kind');
    const bits = header[8] * channels, length = Math.ceil(width * bits / 8);
    const rows = zlib.inflateSync(Buffer.concat(packed)), data = Buffer.alloc(length * height);
    if (rows.length !== (length + 1) * height)
        throw new Error(`${rows.length} bytes of pixels instead of ${(length + 1) * height}`);
    let above = Buffer.alloc(length);
    for (let y = 0; y < height; y++) {
        const row = data.subarray(y * length, (y + 1) * length);
        rows.copy(row, 0, y * (length + 1) + 1, (y + 1) * (length + 1));
        unfilter(rows[y * (length + 1)], row, above, Math.max(1, bits >> 3));
        above = row;
    }
    return {width, height, data};
}

module.exports = {png_pixels};
