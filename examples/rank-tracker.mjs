// Prints the positions of a site:
// `BASE_URL=… KEY=… node examples/rank-tracker.mjs shop.example US "red shoes" boots`.
import { createClient } from '@sextant-serp/client';

const [site = 'shop.example', region = 'US', ...words] = process.argv.slice(2);
const keywords = words.length > 0 ? words : ['red shoes', 'running shoes', 'boots'];
const client = createClient({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', apiKey: process.env.KEY ?? '' });

/** The site itself or one of its subdomains. */
const isTheirs = (url) => {
  const { hostname } = new URL(url);
  return hostname === site || hostname.endsWith(`.${site}`);
};

const requests = keywords.map((keyword) => ({ keyword, region, maxResults: 100 }));
for await (const serp of client.serp.createManyAndWait(requests)) {
  if (serp.faulty) {
    console.log(`${serp.keyword}: could not be searched (${serp.verdict}), nothing was charged`);
    continue;
  }
  const found = serp.data.organic.find(({ url }) => isTheirs(url));
  const first = serp.data.organic[0];
  console.log(`${serp.keyword}: ${found ? `position ${found.position}, ${found.url}` : 'not found'}; first is ${first?.url ?? 'none'}`);
}
