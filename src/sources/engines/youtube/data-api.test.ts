// YouTube's Data API, served by a local server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalApi, serpQuery, startLocalApi } from '../../../../test/local-api.ts';
import type { ProviderSource } from '../../providers/source.ts';
import { createYoutubeData } from './data-api.ts';

let api: LocalApi;
let youtube: ProviderSource;
let bare: ProviderSource;
beforeAll(async () => {
  api = await startLocalApi();
  youtube = createYoutubeData({ apiKey: 'AIza-secret', baseUrl: api.baseUrl, details: true });
  bare = createYoutubeData({ apiKey: 'AIza-secret', baseUrl: api.baseUrl, details: false });
});
afterAll(() => api.close());

const baseQuery = serpQuery({ engine: 'youtube' });
const snippet = (title: string) => ({
  publishedAt: '2026-01-02T03:04:05Z',
  channelId: 'UC1',
  title,
  description: 'How to',
  thumbnails: { default: { url: 'https://i.example/d.jpg' }, high: { url: 'https://i.example/h.jpg' } },
  channelTitle: 'Ann &amp; Co',
  liveBroadcastContent: 'none',
});
const video = (videoId: string) => ({ id: { kind: 'youtube#video', videoId }, snippet: snippet(`Ann&#39;s ${videoId}`) });
const listing = (items: object[], fields: object = {}) => ({
  kind: 'youtube#searchListResponse',
  regionCode: 'DE',
  pageInfo: { totalResults: 1000, resultsPerPage: items.length },
  items,
  ...fields,
});
const CHANNEL = { id: { kind: 'youtube#channel', channelId: 'UC9' }, snippet: snippet('Shoe channel') };
const PLAYLIST = { id: { kind: 'youtube#playlist', playlistId: 'PL9' }, snippet: snippet('Shoe list') };
const detail = (id: string, duration: string, viewCount?: string) => ({ id, contentDetails: { duration }, statistics: { viewCount } });

describe('a search at YouTube', () => {
  it('has country and language, the key in a header, and requests the details afterwards', async () => {
    api.answers(({ path }) => ({
      body: path.endsWith('/search')
        ? listing([CHANNEL, video('v1'), PLAYLIST, video('v2'), video('v3')])
        : { items: [detail('v2', 'PT1H2M3S', '12345'), detail('v1', 'PT9M52S', '7'), detail('v3', 'P0D')] },
    }));
    const pages = await api.search(youtube, baseQuery);
    expect(api.asked.map(({ path }) => path)).toEqual(['/youtube/v3/search', '/youtube/v3/videos']);
    expect(api.asked[0]).toMatchObject({
      query: {
        part: 'snippet',
        q: 'red shoes',
        type: 'video,channel,playlist',
        maxResults: '10',
        regionCode: 'DE',
        relevanceLanguage: 'de',
      },
      headers: { 'x-goog-api-key': 'AIza-secret' },
    });
    expect(api.asked[1]!.query).toMatchObject({ id: 'v1,v2,v3' });
    expect(api.asked.every(({ query }) => !('key' in query))).toBe(true);
    const [page] = pages;
    expect(pages).toHaveLength(1);
    expect(page!.totalResults).toBe(1000);
    expect(page!.videos.map((item) => [item.videoId, item.duration, item.durationSeconds, item.views, item.rank, item.position])).toEqual([
      ['v1', '9:52', 592, 7, 2, 1],
      ['v2', '1:02:03', 3723, 12345, 4, 2],
      ['v3', null, null, null, 5, 3],
    ]);
    expect(page!.videos[0]).toMatchObject({
      title: 'Ann\u0027s v1',
      url: 'https://www.youtube.com/watch?v=v1',
      channel: { id: 'UC1', name: 'Ann & Co', url: 'https://www.youtube.com/channel/UC1' },
      thumbnail: 'https://i.example/h.jpg',
      publishedAt: '2026-01-02T03:04:05+0000',
    });
    expect(page!.channel[0]).toMatchObject({ channelId: 'UC9', url: 'https://www.youtube.com/channel/UC9' });
    expect(page!.playlist[0]).toMatchObject({ playlistId: 'PL9', url: 'https://www.youtube.com/playlist?list=PL9' });
    expect(page!.organic.map(({ type, url }) => [type, url.at(-1)])).toEqual([
      ['video', '1'],
      ['video', '2'],
      ['video', '3'],
    ]);
  });

  it('continues with its page token, including the details', async () => {
    api.answers(({ path, query }) => {
      if (path.endsWith('/videos')) return { body: { items: query.id!.split(',').map((id) => detail(id, 'PT1M', '1')) } };
      const part = query.pageToken ?? 'first';
      const items = Array.from({ length: 10 }, (_, index) => video(`${part}${index}`));
      return { body: listing(items, part === 'first' ? { nextPageToken: 'CAoQAA' } : {}) };
    });
    const pages = await api.search(youtube, { ...baseQuery, maxResults: 20 });
    expect(pages.map(({ videos }) => videos.filter(({ views }) => views === 1).length)).toEqual([10, 10]);
    expect(api.asked).toHaveLength(4);
  });

  it('without details needs one request per page', async () => {
    api.answers(() => ({ body: listing([video('v1')]) }));
    const [page] = await api.search(bare, baseQuery);
    expect([api.asked.length, page!.videos[0]!.duration]).toEqual([1, null]);
  });

  it('succeeds when its details are rejected', async () => {
    api.answers(({ path }) => (path.endsWith('/search') ? { body: listing([video('v1')]) } : { status: 403, body: {} }));
    const [page] = await api.search(youtube, baseQuery);
    expect(page!.videos[0]).toMatchObject({ videoId: 'v1', views: null, duration: null });
  });

  it('that finds only channels has them as results', async () => {
    api.answers(() => ({ body: listing([CHANNEL, PLAYLIST]) }));
    const [page] = await api.search(youtube, baseQuery);
    expect(page!.organic.map(({ type, title }) => [type, title])).toEqual([
      ['organic', 'Shoe channel'],
      ['organic', 'Shoe list'],
    ]);
    expect(api.asked).toHaveLength(1);
  });

  it('is empty only when YouTube’s count is 0', async () => {
    api.answers(() => ({ body: listing([], { pageInfo: { totalResults: 0, resultsPerPage: 0 } }) }));
    expect((await api.search(youtube, baseQuery))[0]).toMatchObject({ empty: true, totalResults: 0 });
    for (const body of [listing([]), listing([{ id: {}, snippet: {} }]), { items: [] }, { pageInfo: { totalResults: 0 } }, 'x']) {
      api.answers(() => ({ body }));
      expect((await api.failure(youtube, baseQuery)).outcome, JSON.stringify(body)).toBe('unparsed');
    }
  });
});

describe('an error of YouTube', () => {
  it('is classified by its reason, because its status is ambiguous', async () => {
    for (const [status, reason, outcome, cooldownSeconds] of [
      [400, 'keyInvalid', 'unparsed', 0],
      [400, 'invalidParameter', 'unparsed', 0],
      [403, 'quotaExceeded', 'blocked', 3600],
      [403, 'rateLimitExceeded', 'blocked', 60],
      [403, 'forbidden', 'unparsed', 0],
      [429, 'x', 'blocked', 60],
      [500, 'backendError', 'unreachable', 0],
    ] as const) {
      api.answers(() => ({ status, body: { error: { code: status, message: 'AIza-secret', errors: [{ domain: 'youtube', reason }] } } }));
      const error = await api.failure(youtube, baseQuery);
      expect([error.outcome, error.cooldownSeconds], reason).toEqual([outcome, cooldownSeconds]);
      expect(error.message).not.toContain('AIza');
    }
  });
});
