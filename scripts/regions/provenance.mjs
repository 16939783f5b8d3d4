// Writes data/SOURCES.md: origin, licence and size of every part of the list.
import { SOURCES } from './sources.mjs';

export function describeSources(rows, dropped) {
  const counts = new Map();
  for (const row of rows) counts.set(row.type, (counts.get(row.type) ?? 0) + 1);
  const known = (test) => rows.filter(test).length.toLocaleString('en');
  return `# Sources of the region list

\`regions.bin.br\` is built by \`npm run regions\` (\`scripts/regions.mjs\`) from the data packages below. They are fetched for
the build in exactly these versions and are not dependencies of the service. Data under share-alike or copyleft terms
(ODbL, GPL) is not used.

| package | version | licence | origin | gives |
|---|---|---|---|---|
${SOURCES.map((source) => `| ${source.name} | ${source.version} | ${source.licence} | ${source.origin} | ${source.gives} |`).join('\n')}

The list contains data of GeoNames (https://www.geonames.org), licensed under the Creative Commons Attribution 4.0 licence
(https://creativecommons.org/licenses/by/4.0/). It was changed: joined across sources, filtered, renamed and given types.
Country names and languages: Unicode CLDR, under the Unicode licence v3 (https://www.unicode.org/license.txt).
Division types, English spellings of some countries and local names of famous cities are facts written down in \`scripts/regions/\`.

## What is in it

${known(() => true)} regions; ${known((row) => row.population !== null)} with a population, ${known((row) => row.local)} with a local name,
all with a coordinate.
${dropped} places were left out because nothing but their coordinates tells them from a namesake.

| type | regions |
|---|---|
${[...counts]
  .sort((a, b) => b[1] - a[1])
  .map(([type, count]) => `| ${type} | ${count.toLocaleString('en')} |`)
  .join('\n')}

- Centres of countries and divisions are computed: the point with the least distance to all their inhabited cells.
- Populations of divisions are sums over their towns of at least 1,000 people (2020); those of countries are Unicode's.
- Names in other languages are known for first-level divisions and for towns of at least 100,000 people.
- Universities outside the United States are at the centre of the town in their name: their coordinates are approximate.
- Criteria ids: a country's is 2000 plus its ISO number. Other criteria ids are in Google's own list, which is not shipped:
  \`sextant regions refresh\` fetches it and adds them.
- There is no free source of \`city region\`, \`dma region\` and \`tv region\`. The first and the last come with the same list;
  Google's list has no \`dma region\` any more (seen 2026-08), so they come only with an older list or a list of your own.
`;
}
