// Prints search volumes as a table:
// `BASE_URL=… KEY=… node examples/keyword-report.mjs DE tea coffee "herbal tea"`.
import { createClient } from '@sextant-serp/client';

const KEYWORDS_PER_REQUEST = 20;
const [region = 'US', ...words] = process.argv.slice(2);
const keywords = words.length > 0 ? words : ['tea', 'green tea', 'herbal tea'];
const client = createClient({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', apiKey: process.env.KEY ?? '' });

function* requests() {
  for (let start = 0; start < keywords.length; start += KEYWORDS_PER_REQUEST) {
    yield { keywords: keywords.slice(start, start + KEYWORDS_PER_REQUEST), region };
  }
}

const shown = (value) => String(value ?? '–').padStart(12);
console.log(`${'keyword'.padEnd(30)}${shown('searches')}${shown('cost/click')}${shown('competition')}`);
for await (const { faulty, keywords: asked, data } of client.keywords.createManyAndWait(requests())) {
  if (faulty) console.log(`${asked.join(', ')}: failed, nothing was charged`);
  for (const { keyword, searchVolume, costPerClick, competition } of data?.results ?? []) {
    console.log(`${keyword.padEnd(30)}${shown(searchVolume)}${shown(costPerClick)}${shown(competition)}`);
  }
}
