// Items that we write in a provider's format and read with our own source of that provider are the same items.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ITEM_ARRAYS, noItems, type SerpData, type SerpItems } from '../../contract/items.ts';
import type { EngineName } from '../../contract/vocabulary.ts';
import * as make from '../../sources/items.ts';
import { readResults as readSerpApi } from '../../sources/providers/serpapi-items.ts';
import { readResults as readSerper } from '../../sources/providers/serper-items.ts';
import type { SerpQuery } from '../../sources/serp.ts';
import { dialectOf } from './serpapi/dialects.ts';
import { listsOf as serpApiLists } from './serpapi/lists.ts';
import { listsOf as serperLists } from './serper/lists.ts';
import { METHODS } from './serper/methods.ts';

const RUNS = { numRuns: 25, seed: 24 };
const ALL = { from: 0, count: 100 };
const PAGE_SIZE = 10;

const word = fc.stringMatching(/^[A-Za-z0-9äß茶<&"']{1,12}$/);
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const url = fc
  .tuple(fc.stringMatching(/^[a-z]{1,10}$/), fc.stringMatching(/^[a-z0-9/]{0,12}$/))
  .map(([host, path]) => new URL(`https://${host}.example/${path}`).href);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 4 });
const count = fc.integer({ min: 0, max: 1_000_000 });
const link = (description: fc.Arbitrary<string | null>) => fc.record({ title: line, url, description });
const rating = orNull(fc.record({ value: fc.constantFrom(1, 3.5, 4.9), max: fc.constant(5), votes: orNull(count) }));
const image = url.map((address) => [{ url: address, alt: null, sourceUrl: null }]);
const images = fc.oneof(fc.constant([]), image);
const titled = { title: line, url };
const organic = fc
  .record({
    ...titled,
    displayUrl: orNull(line),
    siteName: orNull(line),
    snippet: orNull(line),
    highlighted: list(line),
    date: orNull(line),
    sitelinks: list(link(orNull(line))),
    images,
    rating,
  })
  .map(make.organicItem);
const story = fc
  .record({ ...titled, source: line, snippet: orNull(line), thumbnail: orNull(url), date: orNull(line), isLive: fc.boolean() })
  .map(make.newsItem);
const picture = fc
  .record({ url, title: line, imageUrl: url, thumbnail: orNull(url), width: orNull(count), height: orNull(count), source: line })
  .map(make.imageItem);
const coordinates = orNull(fc.record({ latitude: fc.constantFrom(30.25, -1, 0), longitude: fc.constantFrom(-97.75, 179.5) }));
const digits = fc.stringMatching(/^[1-9][0-9]{5,18}$/);
const place = {
  title: line,
  url: orNull(url),
  address: orNull(line),
  phone: orNull(line),
  category: orNull(line),
  rating,
  priceLevel: orNull(line),
  coordinates,
};
const table = orNull(fc.record({ header: fc.tuple(line, line), rows: fc.array(fc.tuple(line, line), { minLength: 1, maxLength: 3 }) }));
const question = fc
  .record({ question: line, answer: orNull(line), title: orNull(line), url: orNull(url), displayUrl: orNull(line), date: orNull(line) })
  .map(make.paaItem);
const duration = orNull(fc.constantFrom({ duration: '9:52', durationSeconds: 592 }, { duration: '1:00:03', durationSeconds: 3603 }));
const channel = fc.record({ id: fc.constant(null), name: line, url: orNull(url), verified: fc.boolean() });

const seen = (items: Partial<SerpItems>): SerpData => ({ ...make.serpPage(items), raw: [] });
/** Compares all lists. Positions are set by `serpPage` on both sides. */
function expectSame(read: SerpItems, written: Partial<SerpItems>): void {
  const [one, other] = [make.serpPage(read), make.serpPage({ ...noItems(), ...written })];
  for (const name of ITEM_ARRAYS) expect(one[name], name).toEqual(other[name]);
}

describe('SerpApi', () => {
  const check = (engineName: string, items: Partial<SerpItems>): void => {
    const dialect = dialectOf(engineName)!;
    const response = JSON.parse(JSON.stringify(serpApiLists(dialect, seen(items), ALL, PAGE_SIZE)));
    expectSame(readSerpApi(response, { engine: dialect.engine as EngineName } as SerpQuery), items);
  };
  const same = <T>(engineName: string, items: fc.Arbitrary<T>, write: (items: T) => Partial<SerpItems>): void =>
    fc.assert(
      fc.property(items, (given) => check(engineName, write(given))),
      RUNS,
    );

  test.each(['google', 'bing', 'yandex', 'naver', 'baidu'])('organic results of %s', (name) =>
    same(name, list(organic), (items) => ({ organic: items })),
  );

  test.each(['google', 'yahoo', 'youtube'])('advertisements of %s', (name) =>
    same(
      name,
      list(
        fc
          .record({
            ...titled,
            block: fc.constantFrom('top', 'bottom', 'right', 'middle'),
            trackingUrl: orNull(url),
            displayUrl: orNull(line),
            advertiser: orNull(line),
            description: orNull(line),
            sitelinks: list(link(orNull(line))),
            extensions: list(line),
            phone: orNull(line),
            rating,
            images,
          })
          .map((fields) => make.advertiserItem(fields as never)),
      ),
      (advertisers) => ({ advertisers }),
    ),
  );

  test('news on the result page, in the tab and of Google News', () => {
    same('google', list(story), (news) => ({ news }));
    same('google_news', list(story), (news) => ({ news }));
  });

  test('images on the result page and of Google Images', () => {
    same('google', list(picture), (items) => ({ images: items }));
    same('google_images', list(picture), (items) => ({ images: items }));
  });

  test('places on the result page, of Google Local and of Google Maps', () => {
    const more = { description: orNull(line), thumbnail: orNull(url), openState: orNull(line) };
    const onMap = fc.record({ ...place, ...more, cid: orNull(digits) }).map(make.mapItem);
    same('google', list(onMap), (maps) => ({ maps }));
    same('google_local', list(onMap), (maps) => ({ maps }));
    const both = fc.record({ ...place, ...more, cid: orNull(digits), placeId: fc.stringMatching(/^ChI[A-Za-z]{5}$/) }).map(make.mapItem);
    same('google_maps', list(both), (maps) => ({ maps }));
  });

  test('paid places of Google Local', () => {
    const paid = fc.record({ ...place, isPaid: fc.constant(true) }).map(make.mapItem);
    same('google_local', list(paid), (maps) => ({ maps }));
  });

  test('videos among results', () => {
    const moments = list(fc.record({ time: fc.constant('1:00'), title: line, url: orNull(url) }));
    const video = fc
      .record({
        ...titled,
        thumbnail: orNull(url),
        source: orNull(line),
        name: orNull(line),
        duration,
        date: orNull(line),
        keyMoments: moments,
        isLive: fc.boolean(),
      })
      .map(({ duration: length, name, ...fields }) =>
        make.videoItem({ ...fields, ...length, channel: name === null ? null : { id: null, name, url: null, verified: false } }),
      );
    same('google', list(video), (videos) => ({ videos }));
  });

  test('videos, channels and playlists of YouTube', () => {
    const video = fc
      .record({
        ...titled,
        videoId: fc.stringMatching(/^[\w-]{11}$/),
        description: orNull(line),
        thumbnail: orNull(url),
        source: fc.constant('YouTube'),
        channel: orNull(channel),
        duration,
        views: orNull(count),
        date: orNull(line),
        isLive: fc.boolean(),
      })
      .map(({ duration: length, ...fields }) => make.videoItem({ ...fields, ...length }));
    same('youtube', list(video), (videos) => ({ videos }));
    const channels = fc
      .record({
        ...titled,
        handle: orNull(line),
        description: orNull(line),
        thumbnail: orNull(url),
        verified: fc.boolean(),
        subscribers: orNull(count),
        videoCount: orNull(count),
      })
      .map(make.channelItem);
    same('youtube', list(channels), (items) => ({ channel: items }));
    const videos = list(fc.record({ title: line, url, duration: fc.constant(null) }));
    const playlists = fc
      .record({
        ...titled,
        playlistId: fc.stringMatching(/^PL\w{5}$/),
        thumbnail: orNull(url),
        videoCount: orNull(count),
        channel: orNull(channel),
        videos,
      })
      .map(make.playlistItem);
    same('youtube', list(playlists), (playlist) => ({ playlist }));
  });

  test('questions', () => {
    const withList = fc
      .record({ question: line, list: fc.array(line, { minLength: 1, maxLength: 3 }) })
      .map((fields) => make.paaItem({ ...fields, type: 'list' }));
    const ai = fc.record({ question: line, answer: line }).map((fields) => make.paaItem({ ...fields, type: 'ai' }));
    same('google', list(fc.oneof(question, withList, ai)), (paa) => ({ paa }));
  });

  test('related searches', () => {
    const related = fc.record({ keyword: line, url: orNull(url) }).map(make.relatedItem);
    same('google', fc.uniqueArray(related, { selector: ({ keyword }) => keyword }), (items) => ({ related: items }));
    same('naver', fc.uniqueArray(related, { selector: ({ keyword }) => keyword }), (items) => ({ related: items }));
  });

  test('direct answers', () => {
    const type = fc.constantFrom('featured_snippet', 'answer_box', 'calculator', 'dictionary', 'weather');
    const box = fc
      .record({ type, title: orNull(line), text: line, list: list(line), table, url: orNull(url), displayUrl: orNull(line), images })
      .map((fields) => make.answerItem(fields as never));
    same('google', box, (item) => ({ answers: [item] }));
  });

  test('AI overviews and AI Mode', () => {
    const reference = fc.record({ title: orNull(line), url, source: orNull(line), snippet: orNull(line) });
    const block = fc.record({ type: fc.constantFrom('paragraph', 'heading', 'list'), title: orNull(line), rest: line });
    const answer = fc.tuple(fc.array(block, { minLength: 1, maxLength: 3 }), list(reference)).map(([blocks, references]) => {
      const written = blocks.map(({ type, title, rest }, index) => ({
        type,
        title,
        text: title === null ? rest : `${title}\n${rest}`,
        markdown: null,
        references: index < references.length ? [index] : [],
      }));
      return {
        text: written.map(({ text }) => text).join('\n'),
        blocks: written,
        references: references.map((fields, index) => ({ ...fields, position: index + 1, domain: new URL(fields.url).hostname })),
      };
    });
    same('google', answer, (fields) => ({ answers: [make.answerItem({ type: 'ai_overview', ...fields })] }));
    same('google_ai_mode', answer, (fields) => ({ answers: [make.answerItem({ type: 'ai_mode', ...fields })] }));
  });

  test('panels and posts', () => {
    const attribute = fc.record({ name: fc.stringMatching(/^[a-z]{3,8} at$/), value: line, links: fc.constant([]) });
    const panel = fc
      .record({
        title: line,
        subtitle: orNull(line),
        description: orNull(line),
        descriptionSource: orNull(link(fc.constant(null))),
        entityId: orNull(line),
        url: orNull(url),
        images: list(fc.record({ url, alt: fc.constant(null), sourceUrl: orNull(url) })),
        attributes: fc.uniqueArray(attribute, { maxLength: 3, selector: ({ name }) => name }),
        profiles: list(fc.record({ name: line, url, image: orNull(url) })),
        rating,
      })
      .map((fields) => make.knowledgeItem({ ...fields, imageUrl: fields.images[0]?.url ?? null }));
    same('google', panel, (item) => ({ knowledgegraph: [item] }));
    const account = {
      author: null,
      accountTitle: 'Tea',
      accountUrl: 'https://x.example/tea',
      thumbnail: null,
      publishedAt: null,
      rank: null,
      page: 1,
      position: 0,
    };
    same('google', list(fc.record({ text: line, url, date: orNull(line) })), (posts) => ({
      twitter: posts.map((post) => ({ ...post, ...account })),
    }));
  });
});

describe('Serper', () => {
  const same = <T>(name: string, items: fc.Arbitrary<T>, write: (items: T) => Partial<SerpItems>): void =>
    fc.assert(
      fc.property(items, (given) => {
        const written = write(given);
        const response = JSON.parse(
          JSON.stringify(serperLists(METHODS.find((method) => method.name === name)!, seen(written), ALL, PAGE_SIZE)),
        );
        expectSame(readSerper(response), written);
      }),
      RUNS,
    );

  test('organic results, top stories, questions, boxes and panels', () => {
    const result = fc
      .record({ ...titled, snippet: orNull(line), date: orNull(line), sitelinks: list(link(fc.constant(null))), images, rating })
      .map(make.organicItem);
    same('search', list(result), (items) => ({ organic: items }));
    const news = fc
      .record({ ...titled, source: line, snippet: orNull(line), date: orNull(line), thumbnail: orNull(url) })
      .map(make.newsItem);
    same('search', list(news), (items) => ({ news: items }));
    same('news', list(news), (items) => ({ news: items }));
    const asked = fc.record({ question: line, answer: orNull(line), title: orNull(line), url: orNull(url) }).map(make.paaItem);
    same('search', list(asked), (paa) => ({ paa }));
    const related = fc.record({ keyword: line, url: fc.constant(null) }).map(make.relatedItem);
    same('search', fc.uniqueArray(related, { selector: ({ keyword }) => keyword }), (items) => ({ related: items }));
    const snippet = fc
      .record({ title: orNull(line), text: line, url })
      .map((fields) => make.answerItem({ type: 'featured_snippet', ...fields }));
    const box = fc
      .record({ title: orNull(line), text: line, url: orNull(url) })
      .map((fields) => make.answerItem({ type: 'answer_box', ...fields }));
    same('search', fc.oneof(snippet, box), (item) => ({ answers: [item] }));
    const attribute = fc.record({ name: line, value: line, links: fc.constant([]) });
    const panel = fc
      .record({
        title: line,
        subtitle: orNull(line),
        description: orNull(line),
        descriptionSource: orNull(link(fc.constant(null))),
        url: orNull(url),
        imageUrl: orNull(url),
        attributes: fc
          .uniqueArray(attribute, { maxLength: 3, selector: ({ name }) => name })
          .filter((all) => all.every(({ name }) => !/^\d+$/.test(name))),
      })
      .map(make.knowledgeItem);
    same('search', panel, (item) => ({ knowledgegraph: [item] }));
  });

  test('images, videos, places and maps', () => {
    same('images', list(picture), (items) => ({ images: items }));
    const video = fc
      .record({
        ...titled,
        description: orNull(line),
        thumbnail: orNull(url),
        source: orNull(line),
        name: orNull(line),
        duration,
        date: orNull(line),
      })
      .map(({ duration: length, name, ...fields }) =>
        make.videoItem({ ...fields, ...length, channel: name === null ? null : { id: null, name, url: null, verified: false } }),
      );
    same('videos', list(video), (videos) => ({ videos }));
    const spot = { ...place, cid: orNull(digits), placeId: orNull(line) };
    same('places', list(fc.record(spot).map(make.mapItem)), (maps) => ({ maps }));
    same('maps', list(fc.record({ ...spot, thumbnail: orNull(url) }).map(make.mapItem)), (maps) => ({ maps }));
  });
});
