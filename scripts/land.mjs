// `node scripts/land.mjs`, after a build: writes web/src/region/land.ts, the dots of the dashboard's world map, from the coordinates of the region list.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { ROOT } from './setup.mjs';

const { readColumns } = await import(pathToFileURL(path.join(ROOT, 'dist', 'business', 'regions', 'columns.js')).href);
const { count, latitudes, longitudes } = readColumns(brotliDecompressSync(readFileSync(path.join(ROOT, 'data', 'regions.bin.br'))));

const [STEP, NORTH, SOUTH] = [2.5, 80, -57.5];
const [columns, rows] = [360 / STEP, (NORTH - SOUTH) / STEP];
const bits = Buffer.alloc(Math.ceil((columns * rows) / 8));
for (let row = 0; row < count; row++) {
  const down = Math.floor((NORTH - latitudes[row] / 1e5) / STEP);
  const right = Math.floor((longitudes[row] / 1e5 + 180) / STEP) % columns;
  if (down < 0 || down >= rows) continue;
  const cell = down * columns + right;
  bits[cell >> 3] |= 1 << (cell & 7);
}
const lines = bits.toString('base64').match(/.{1,120}/g);
writeFileSync(
  path.join(ROOT, 'web', 'src', 'region', 'land.ts'),
  `// Where the region list knows places, as one bit per cell; written by scripts/land.mjs.
export const LAND = { step: ${STEP}, north: ${NORTH}, columns: ${columns}, rows: ${rows} } as const;

export const LAND_BITS =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`,
);
