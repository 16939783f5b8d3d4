// Result pages in a browser: each engine's page is drawn as people know it, and every item has its JSON path.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, program, SIZES, startDashboard, type Visitor } from './dashboard.ts';

interface Found {
  readonly id: string;
  readonly data: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** Engines whose `organic` repeats another list, with that list and its cards. */
const SINGLE_LISTS = [
  ['googleimages', 'images', '.image-grid > li'],
  ['googlelocal', 'maps', '.places li'],
  ['googlenews', 'news', '.media > li'],
  ['youtube', 'videos', '.media > li'],
] as const;
/** A field of the first item, and how its card shows it. */
const PLAIN = new Intl.NumberFormat('en');
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
type Item = Readonly<Record<string, unknown>> & {
  readonly channel?: { readonly name: string };
  readonly rating?: { readonly value: number };
};
const CARDS: readonly (readonly [engine: string, list: string, texts: (item: Item) => readonly unknown[]])[] = [
  [
    'googleimages',
    'images',
    ({ domain, width, height }) => [String(domain).replace('www.', ''), `${PLAIN.format(Number(width))} × ${PLAIN.format(Number(height))}`],
  ],
  [
    'googlelocal',
    'maps',
    ({ rating, openState, phone, address, category }) => [rating?.value, openState, phone, address, category, /\d k?m\n/],
  ],
  ['googlenews', 'news', ({ source }) => [source, / ago$/]],
  ['youtube', 'videos', ({ channel, views, duration, date }) => [channel?.name, `${COMPACT.format(Number(views))} views`, duration, date]],
];
const ENGINES = ['google', 'bing', 'google-aimode', ...SINGLE_LISTS.map(([engine]) => engine)];

const IMAGES = 100;
const WAIT = { timeout: 60_000 };

let dashboard: Dashboard;
const results = new Map<string, Found>();

/** Scrolls to every image and waits until all are loaded. Returns their number. A placeholder is an image without a link. */
async function loadedImages({ page }: Visitor): Promise<number> {
  const all = "[...document.querySelectorAll('.serp img')]";
  await expect.poll(() => page.locator('.serp .placeholder').count(), WAIT).toBe(0);
  await page.evaluate(
    `(async () => { for (const image of ${all}) { image.scrollIntoView(); await new Promise(requestAnimationFrame); } })()`,
  );
  await expect.poll(() => page.evaluate(`${all}.filter(({ naturalWidth }) => naturalWidth === 0).length`), WAIT).toBe(0);
  return page.locator('.serp img').count();
}

describe.skipIf(program === undefined)('the page of a result', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { service, account } = dashboard;
    const create = async (name: string, request: object): Promise<void> => {
      const body = { keyword: 'brass compass', region: 'Hamburg, Germany', asynchronous: false, ...request };
      const { json } = await service.call('POST', '/serp/new', account.test, body);
      expect(json, name).toMatchObject({ ready: true, verdict: 'valid' });
      results.set(name, json);
    };
    for (const searchEngine of ENGINES) await create(searchEngine, { searchEngine });
    await create('google shoes', { searchEngine: 'google', keyword: 'running shoes' });
    await create('google with a panel', { searchEngine: 'google', keyword: 'football news' });
    await create('100 images', { searchEngine: 'googleimages', maxResults: IMAGES });
  }, 300_000);
  afterAll(() => dashboard.stop());

  test('of 100 images loads all of them within the rate limit', async () => {
    const visitor = await dashboard.visit(SIZES[1][1]);
    const statuses: number[] = [];
    visitor.page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/images/')) statuses.push(response.status());
    });
    await visitor.signIn(dashboard.account.test);
    await visitor.page.goto(`${dashboard.base}/#/objects/${results.get('100 images')!.id}`);
    await visitor.page
      .locator('.image-grid img')
      .nth(IMAGES - 1)
      .waitFor();
    expect(await loadedImages(visitor)).toBe(IMAGES);
    expect(statuses).toEqual(Array.from({ length: IMAGES }, () => 200));
    await visitor.leave();
  });

  describe.each(SIZES)('on %s', (_name, size) => {
    describe.each(['light', 'dark'] as const)('in %s colours', (colours) => {
      let visitor: Visitor;
      beforeAll(async () => {
        visitor = await dashboard.visit(size, colours);
        await visitor.signIn(dashboard.account.test);
      });
      afterAll(() => visitor.leave());

      async function open(engine: string): Promise<Found> {
        const found = results.get(engine)!;
        await visitor.page.goto(`${dashboard.base}/#/objects/${found.id}`);
        await visitor.page.locator('.serp [data-path]').first().waitFor();
        return found;
      }

      test.each(SINGLE_LISTS)('%s shows each of its %s once, as a card', async (engine, list, cards) => {
        const { page } = visitor;
        const { data } = await open(engine);
        const items = data[list]!;
        expect(items.length).toBeGreaterThan(3);
        const drawn = page.locator(`${cards}[data-path^="${list}["]`);
        expect(await drawn.count()).toBe(items.length);
        expect(await drawn.first().textContent()).toContain(String(items[0]!.title ?? items[0]!.alt));
        expect(await page.locator('.serp [data-path^="organic["]').count()).toBe(0);
        await visitor.allIsWell();
      });

      test.each(CARDS)('%s shows the details of %s on each card', async (engine, list, texts) => {
        const { data } = await open(engine);
        const text = await visitor.page.locator(`.serp li[data-path="${list}[0]"]`).innerText();
        for (const part of texts(data[list]![0] as Item)) {
          if (part instanceof RegExp) expect(text).toMatch(part);
          else expect(text).toContain(String(part));
        }
      });

      test('google has the answer on top, and ratings, prices and sitelinks in place', async () => {
        const { page } = visitor;
        const { data } = await open('google shoes');
        const answer = (await page.locator('.serp [data-path="answers[0]"]').boundingBox())!;
        const others = await page.locator('.serp [data-path^="organic["], .serp [data-path^="advertisers["]').all();
        for (const other of others) expect((await other.boundingBox())!.y).toBeGreaterThanOrEqual(answer.y + answer.height);
        const offers = data.advertisers!.flatMap((ad, index) => (ad.type === 'shopping' ? [{ ad, path: `advertisers[${index}]` }] : []));
        expect(offers.length).toBeGreaterThan(1);
        for (const { ad, path } of offers) {
          const { price, rating } = ad as { readonly price: { readonly displayed: string }; readonly rating: { readonly value: number } };
          const text = await page.locator(`.serp [data-path="${path}"]`).textContent();
          expect(text).toContain(price.displayed);
          expect(text).toContain(`${rating.value} of 5 stars`);
        }
        const sitelinks = data.organic![0]!.sitelinks as readonly { readonly url: string }[];
        expect(sitelinks.length).toBeGreaterThan(1);
        const links = page.locator('.serp [data-path="organic[0]"] .sitelinks a');
        for (const [index, { url }] of sitelinks.entries()) expect(await links.nth(index).getAttribute('href')).toBe(url);
        await visitor.allIsWell();
      });

      test.each(['google', 'bing'])('%s shows results, marked ads and all other lists', async (engine) => {
        const { page } = visitor;
        const { data } = await open(engine);
        for (const [list, items] of Object.entries(data)) {
          if (!Array.isArray(items) || items.length === 0 || list === 'raw' || list === 'videos' || list === 'maps') continue;
          expect(await page.locator(`.serp [data-path="${list}[${items.length - 1}]"]`).count(), list).toBe(1);
        }
        expect(await page.locator('.hit[data-path^="organic["]').count()).toBe(data.organic!.length);
        const ads = page.locator('.hit[data-path^="advertisers["]');
        expect(await ads.locator('.badge', { hasText: /^Ad$/ }).count()).toBe(await ads.count());
        await visitor.allIsWell();
      });

      test('google opens questions, and shows the knowledge panel beside the results if there is room', async () => {
        const { page } = visitor;
        const { data } = await open('google shoes');
        const question = page.locator('.questions details').first();
        expect(await question.locator('.answer-text').isVisible()).toBe(false);
        await question.locator('summary').click();
        await question.locator('.answer-text').waitFor();
        expect(await question.textContent()).toContain(String(data.paa![0]!.question));
        await open('google with a panel');
        await page.locator('.knowledge').waitFor();
        const boxOf = async (part: string) => (await page.locator(part).first().boundingBox())!;
        const [whole, panel, hit] = [await boxOf('.serp'), await boxOf('.knowledge'), await boxOf('.hit')];
        if (whole.width >= 720) expect(panel.x).toBeGreaterThanOrEqual(hit.x + hit.width);
        else expect(panel.y).toBeLessThan(hit.y);
        await visitor.allIsWell();
      });

      test('google-aimode shows formatted text with numbered sources, and each cited page once', async () => {
        const { page } = visitor;
        const { data } = await open('google-aimode');
        const [answer] = data.answers as readonly { readonly references: readonly { readonly url: string }[] }[];
        const shown = page.locator('.serp [data-path="answers[0]"]');
        expect(await shown.textContent()).not.toMatch(/\*\*|^#+ /m);
        expect(answer!.references.length).toBeGreaterThan(0);
        for (const index of answer!.references.keys())
          expect(await page.locator(`.serp li[data-path="answers[0].references[${index}]"]`).count()).toBe(1);
        expect(await page.locator('.serp [data-path^="organic["]').count()).toBe(0);
        await visitor.allIsWell();
      });

      test('googlelocal draws a map with a pin for each place that has coordinates', async () => {
        const { page } = visitor;
        const { data } = await open('googlelocal');
        const located = data.maps!.filter(({ coordinates }) => coordinates !== null);
        expect(located.length).toBeGreaterThan(3);
        await page.getByRole('img', { name: `Map of ${located.length} places` }).waitFor();
        const map = (await page.locator('.places-map > svg').first().boundingBox())!;
        for (const pin of await page.locator('.places-map .pin').all()) {
          const box = (await pin.boundingBox())!;
          expect(box.x).toBeGreaterThanOrEqual(map.x - 1);
          expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width + 1);
          expect(box.y).toBeGreaterThanOrEqual(map.y - 1);
          expect(box.y + box.height).toBeLessThanOrEqual(map.y + map.height + 1);
        }
        expect(await page.locator('.places-map .pin').count()).toBe(located.length);
      });

      test('every image is loaded, and none comes from another host', async () => {
        const { page } = visitor;
        const requests: string[] = [];
        page.on('request', (request) => requests.push(request.url()));
        for (const engine of ENGINES) {
          await open(engine);
          await loadedImages(visitor);
        }
        expect(requests.filter((url) => !url.startsWith(dashboard.base) && !url.startsWith('data:'))).toEqual([]);
      });
    });
  });
});
