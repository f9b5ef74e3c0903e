/**
 * QR codes (ISO/IEC 18004, model 2) of versions 1 to 10 with error correction level M: up to 213 bytes.
 *
 * Texts of digits use the numeric mode, all others bytes of UTF-8.
 */

/** By version: the check codewords of each block, and the data codewords of each block. */
const BLOCKS = [
  [10, [16]], [16, [28]], [26, [44]], [18, [32, 32]], [24, [43, 43]], [16, [27, 27, 27, 27]], [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]], [22, [36, 36, 36, 37, 37]], [26, [43, 43, 43, 43, 44]],
];
/** By version: the centers of the alignment patterns, on both axes. */
const CENTERS = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];
/** The conditions of the eight masks, by row and column. */
const MASKS = [
  (i, j) => (i + j) % 2, (i) => i % 2, (i, j) => j % 3, (i, j) => (i + j) % 3,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2, (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2, (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];
/** The light margin around the symbol, in modules. */
const QUIET = 4;

/**
 * The QR code of a text as a drawing.
 * @param {string} text
 * @returns {{size: number, path: string}} The width and height with the margin, and the `d` of an SVG path of the dark modules
 *   in that square.
 * @throws {RangeError} If the text is too long.
 */
export function qrPath(text) {
  const rows = qrModules(text);
  const runs = rows.flatMap((row, y) => row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return [];
    const length = [...row, false].indexOf(false, x) - x;
    return [`M${x + QUIET} ${y + QUIET}h${length}v1h-${length}z`];
  }));
  return { size: rows.length + 2 * QUIET, path: runs.join("") };
}

/**
 * The modules of the QR code of a text, by rows. True is dark.
 * @param {string} text
 * @returns {boolean[][]}
 * @throws {RangeError} If the text is too long.
 */
export function qrModules(text) {
  const { version, codewords } = qrCodewords(text);
  const candidates = MASKS.map((mask, number) => symbol(version, codewords, mask, number));
  const penalties = candidates.map(penalty);
  return candidates[penalties.indexOf(Math.min(...penalties))];
}

/**
 * The codewords of a text in the order in which they are placed: data, then check codewords, interleaved by blocks.
 * @param {string} text
 * @returns {{version: number, codewords: number[]}}
 * @throws {RangeError} If the text is too long.
 */
export function qrCodewords(text) {
  const isNumeric = /^\d+$/.test(text);
  const bytes = [...new TextEncoder().encode(text)];
  const content = isNumeric
    ? text.match(/\d{1,3}/g).map((digits) => [Number(digits), [0, 4, 7, 10][digits.length]])
    : bytes.map((byte) => [byte, 8]);
  for (let version = 1; version <= BLOCKS.length; version += 1) {
    const countLength = isNumeric ? (version < 10 ? 10 : 12) : version < 10 ? 8 : 16;
    const bits = [[isNumeric ? 1 : 4, 4], [bytes.length, countLength], ...content].flatMap(([value, length]) => binary(value, length));
    const capacity = sum(BLOCKS[version - 1][1]);
    if (bits.length <= capacity * 8) return { version, codewords: interleaved(padded(bits, capacity), BLOCKS[version - 1]) };
  }
  throw new RangeError("The text is too long for a QR code of version 10.");
}

function binary(value, length) {
  return Array.from({ length }, (_, index) => (value >> (length - 1 - index)) & 1);
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The codewords of the bits, with a terminator and pad codewords up to the capacity. */
function padded(bits, capacity) {
  const ended = [...bits, 0, 0, 0, 0].slice(0, capacity * 8);
  const data = Array.from({ length: Math.ceil(ended.length / 8) }, (_, index) =>
    parseInt(ended.slice(index * 8, index * 8 + 8).join("").padEnd(8, "0"), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

function interleaved(data, [checkLength, lengths]) {
  let start = 0;
  const blocks = lengths.map((length) => data.slice(start, (start += length)));
  const checks = blocks.map((block) => remainder(block, checkLength));
  const byColumn = (rows) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) =>
    rows.flatMap((row) => (column < row.length ? [row[column]] : []))).flat();
  return [...byColumn(blocks), ...byColumn(checks)];
}

/** The product in the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1. */
function product(one, other) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) result = (result << 1) ^ ((result >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return result;
}

/** The check codewords of a block: the remainder by the Reed-Solomon generator polynomial. */
function remainder(block, length) {
  let generator = [1];
  for (let index = 0, root = 1; index < length; index += 1, root = product(root, 2)) {
    generator = [...generator, 0].map((each, offset) => each ^ (offset > 0 ? product(generator[offset - 1], root) : 0));
  }
  const rest = [...block, ...Array(length).fill(0)];
  for (let index = 0; index < block.length; index += 1) {
    const factor = rest[index];
    generator.forEach((each, offset) => (rest[index + offset] ^= product(each, factor)));
  }
  return rest.slice(block.length);
}

/** The modules of a symbol with one of the masks. */
function symbol(version, codewords, mask, number) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (row, column, isDark) => rows[row]?.[column] !== undefined && (rows[row][column] = Boolean(isDark));
  drawPatterns(set, rows, size, CENTERS[version - 1]);
  drawInformation(set, size, version, number);

  const bits = codewords.flatMap((codeword) => binary(codeword, 8));
  for (let right = size - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    // The column of the vertical timing pattern has no data.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (rows[row][column] === null) rows[row][column] = Boolean(bits.shift() ?? 0) !== (mask(row, column) === 0);
      }
    }
  }
  return rows;
}

/** Draws the finder patterns with their separators, the timing patterns and the alignment patterns. */
function drawPatterns(set, rows, size, centers) {
  const rings = (row, column, radius, light) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) set(row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) rings(row, column, 4, [2, 4]);
  for (const row of centers) for (const column of centers) if (rows[row][column] === null) rings(row, column, 2, [1]);
  for (let index = 8; index < size - 8; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
}

/** Draws the format information twice, and from version 7 on the version information twice. */
function drawInformation(set, size, version, mask) {
  // The indicator of level M is 00.
  const format = (withCheck(mask, 10, 0x537) ^ 0x5412).toString(2).padStart(15, "0");
  [...format].forEach((bit, index) => {
    set(...(index < 8 ? [8, index + (index > 5)] : [14 - index + (index < 9), 8]), bit === "1");
    set(...(index < 7 ? [size - 1 - index, 8] : [8, size - 15 + index]), bit === "1");
  });
  set(size - 8, 8, true);
  if (version < 7) return;
  const bits = withCheck(version, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const [major, minor] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(major, minor, (bits >> index) & 1);
    set(minor, major, (bits >> index) & 1);
  }
}

/** A number followed by the check bits of its BCH code. */
function withCheck(value, length, polynomial) {
  let rest = value << length;
  for (let bit = 31; bit >= length; bit -= 1) if ((rest >>> bit) & 1) rest ^= polynomial << (bit - length);
  return (value << length) | rest;
}

/** The penalty points of a symbol: a mask with fewer is easier to read. */
function penalty(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, column) => rows.map((row) => row[column]))].map((line) => line.map(Number).join(""));
  const runs = sum(lines.flatMap((line) => (line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2)));
  const finders = sum(lines.map((line) => [...line.matchAll(/(?=00001011101|10111010000)/g)].length));
  const squares = sum(rows.slice(1).map((row, y) => row.slice(1).filter((dark, x) =>
    dark === row[x] && dark === rows[y][x] && dark === rows[y][x + 1]).length));
  const share = (sum(rows.flat().map(Number)) * 100) / size ** 2;
  return runs + finders * 40 + squares * 3 + Math.floor(Math.abs(share - 50) / 5) * 10;
}
