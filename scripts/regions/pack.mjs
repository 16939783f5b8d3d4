// Writes the list as columns in one Brotli file, which src/business/regions/load.ts reads.
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * Order of the list: countries first, then by population. Regions of unknown population come last, by type and ID, so
 * that the order is stable.
 */
function inOrder(a, b) {
  return (
    Number(b.type === 'country') - Number(a.type === 'country') ||
    (b.population ?? -1) - (a.population ?? -1) ||
    a.type.localeCompare(b.type) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Groups the first bytes of all numbers, then the second bytes, and so on. High bytes repeat and compress well. */
function planes(values) {
  const bytes = Buffer.from(Int32Array.from(values).buffer);
  const out = Buffer.alloc(bytes.length);
  const count = values.length;
  for (let at = 0; at < count; at++) for (let plane = 0; plane < 4; plane++) out[plane * count + at] = bytes[at * 4 + plane];
  return out;
}

export function packRegions(regions, sources) {
  const rows = [...regions].sort(inOrder);
  const index = new Map(rows.map((row, at) => [row, at]));
  const types = [...new Set(rows.map((row) => row.type))].sort();
  const countries = rows.filter((row) => row.type === 'country').map((row) => row.country);
  const countryIndex = new Map(countries.map((code, at) => [code, at]));
  const scaled = (value) => Math.round(value * 1e5);
  const otherLocals = rows.flatMap((row, at) => (row.local && row.local !== row.name ? [`${at}\t${row.local}`] : []));
  const exonyms = rows.flatMap((row, at) => (row.exonyms ?? []).map((key) => `${at}\t${key}`));
  const sections = {
    names: Buffer.from(rows.map((row) => row.name).join('\n')),
    ids: Buffer.from(rows.map((row) => row.id).join('\n')),
    locals: Buffer.from(otherLocals.join('\n')),
    exonyms: Buffer.from(exonyms.join('\n')),
    latitudes: planes(rows.map((row) => scaled(row.at[0]))),
    longitudes: planes(rows.map((row) => scaled(row.at[1]))),
    populations: planes(rows.map((row) => row.population ?? -1)),
    parents: planes(rows.map((row) => (row.parent ? index.get(row.parent) : -1))),
    types: Buffer.from(rows.map((row) => types.indexOf(row.type))),
    countries: Buffer.from(rows.map((row) => countryIndex.get(row.country))),
    flags: Buffer.from(rows.map((row) => (row.word ? 1 : 0) | (row.local === row.name ? 2 : 0))),
  };
  const header = {
    format: 1,
    count: rows.length,
    types,
    countries,
    sources,
    sections: Object.entries(sections).map(([name, bytes]) => [name, bytes.length]),
  };
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...Object.values(sections)]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
  };
  return { file: brotliCompressSync(whole, { params }), rows, plainBytes: whole.length };
}
