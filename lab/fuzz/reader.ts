// Reads one page with one reader, and knows what a page of the test world looks like.

export const SERP_ASK = {
  keyword: 'blue kettle',
  place: { canonicalName: 'Berlin,Berlin,Germany', countryCode: 'DE', type: 'city', latitude: 52.52, longitude: 13.4 },
  language: 'en',
  isMobile: false,
  maxResults: 10,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
};
export const MODEL = { apiKey: 'k', model: 'm', baseUrl: 'https://provider.example' };
export const STATUSES = [200, 200, 200, 200, 200, 204, 301, 302, 400, 401, 403, 404, 418, 429, 500, 503, 999];

/** Reads once; anything but an answer or an error of the world is a finding, and so is one that is slow three times. */
export function createReader(product, findings) {
  return (name, page, ask, adapter, msMax) => {
    const once = () => {
      const started = process.cpuUsage();
      try {
        const read = adapter.parse(page, ask);
        if (!('found' in read)) return findings.add(`reader ${name}`, 'answered nothing', page.body.slice(0, 2000));
        JSON.stringify(read.found);
        if (read.next && !URL.canParse(read.next.url))
          findings.add(`reader ${name}`, `goes on at ${read.next.url}`, page.body.slice(0, 2000));
      } catch (error) {
        if (!(error instanceof product.SourceError))
          findings.add(`reader ${name}`, `threw ${error?.stack?.slice(0, 300)}`, page.body.slice(0, 2000));
      }
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    let took = once();
    for (let tries = 0; tries < 3 && took > msMax; tries++) took = Math.min(took, once());
    if (took > msMax)
      findings.add(
        `slow reader ${name}`,
        `${Math.round(took)} ms of the processor`,
        `${page.body.length} characters: ${page.body.slice(0, 300)} … ${page.body.slice(-300)}`,
      );
  };
}

/** Pages of the test world for an engine, the seed of all spoilt ones. */
export function pagesOf(product, engine, ask) {
  const request = engine.start(ask);
  const url = new URL(request.url);
  const site = product.SITES.find((each) => each.serves(url));
  if (!site) return [];
  const asked = { method: request.method ?? 'GET', url, headers: request.headers ?? {}, body: request.body ?? '' };
  return ['results', 'noResults', 'wall'].map((show) => {
    const answer = site[show](asked, product.createWorld(`${engine.name ?? 'x'} 1`, 'blue kettle', '2026-11-15'));
    return { request, url: request.url, status: answer.status, headers: answer.headers ?? {}, body: String(answer.body) };
  });
}
