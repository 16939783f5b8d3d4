// Checks the requests to YouTube and the parser of its responses.
import { describe, expect, it } from 'vitest';
import type { Page } from '../../adapter.ts';
import type { SerpQuery } from '../../serp.ts';
import { youtube } from './engine.ts';

const queryWith = (change: Partial<SerpQuery> = {}): SerpQuery => ({
  engine: 'youtube',
  keyword: 'green tea',
  region: { canonicalName: 'Germany', countryCode: 'DE', type: 'country', latitude: 51, longitude: 9 },
  language: 'de',
  isMobile: false,
  maxResults: 20,
  userAgent: null,
  urlParameters: [],
  cookieParameters: [],
  ...change,
});

const ADDRESS = 'https://www.youtube.com/results';
const page = (body: string, change: Partial<Page> = {}): Page => ({
  request: { url: ADDRESS },
  url: ADDRESS,
  status: 200,
  headers: {},
  body,
  ...change,
});
const read = (body: string, change: Partial<Page> = {}) => youtube.parse(page(body, change), queryWith());

const video = (id: string, more: object = {}) => ({
  videoRenderer: { videoId: id, title: { runs: [{ text: `Video ${id} {"}` }] }, lengthText: { simpleText: '1:02:03' }, ...more },
});
const search = (contents: readonly unknown[], more: readonly unknown[] = []) => ({
  estimatedResults: '1234',
  contents: {
    twoColumnSearchResultsRenderer: {
      primaryContents: { sectionListRenderer: { contents: [{ itemSectionRenderer: { contents } }, ...more] } },
    },
  },
});
const SETTINGS =
  '{"INNERTUBE_API_KEY":"key1","INNERTUBE_CONTEXT_CLIENT_VERSION":"2.1","INNERTUBE_CONTEXT_HL":"de","INNERTUBE_CONTEXT_GL":"DE"}';
const html = (data: unknown): string =>
  `<html><script>ytcfg.set(${SETTINGS});</script><script>if (window.ytInitialData) {}; var ytInitialData = ${JSON.stringify(data)};var other = {};</script></html>`;
const continuation = (token: string) => ({ continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token } } } });

describe('parts that no parser reads', () => {
  const plain = search([video('aaaaaaaaaaa'), video('bbbbbbbbbbb')], [continuation('go on')]);
  const noise = { text: '"},"contents":{', menu: [video('ccccccccccc')], path: 'C:\\' };
  const noisy = {
    topbar: noise,
    trackingParams: '"}',
    ...search(
      [
        video('aaaaaaaaaaa', { menu: noise, avatar: null, trackingParams: 'x\\"' }),
        { videoRenderer: { watchEndpoint: noise, ...video('bbbbbbbbbbb').videoRenderer, clickTrackingParams: '' } },
      ],
      [continuation('go on')],
    ),
    frameworkUpdates: [noise],
  };

  it('do not change the result, wherever they are', () => {
    expect(read(html(noisy))).toEqual(read(html(plain)));
    expect(read(JSON.stringify(noisy, null, 2))).toEqual(read(JSON.stringify(plain)));
    expect(read(JSON.stringify([{ page: 1 }, { response: noisy }]))).toEqual(read(JSON.stringify(plain)));
  });

  it('do not hide that the response was cut', () => {
    expect(() => read(JSON.stringify(noisy).slice(0, -20))).toThrow('no data');
    expect(() => read(`${JSON.stringify(noisy)} {}`)).toThrow('no data');
  });
});

describe('a query for YouTube', () => {
  it('has the keyword, the language and the country', () => {
    const request = youtube.start(
      queryWith({
        urlParameters: [
          { name: 'sp', value: 'EgIQAQ==' },
          { name: 'search_query', value: 'coffee' },
        ],
      }),
    );
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
      search_query: 'green tea',
      hl: 'de',
      gl: 'DE',
      sp: 'EgIQAQ==',
    });
    expect(request.headers).toMatchObject({ 'accept-language': 'de-DE,de;q=0.9', cookie: 'SOCS=CAI' });
  });

  it('leaves a cookie out when the customer removed it', () => {
    expect(youtube.start(queryWith({ cookieParameters: [{ name: 'SOCS', value: null }] })).headers).not.toHaveProperty('cookie');
  });
});

describe('a page of results', () => {
  const said = (simpleText: string) => ({ simpleText });
  const home = { browseEndpoint: { browseId: 'UC1' }, commandMetadata: { webCommandMetadata: { url: '/@leaf' } } };
  const click = { urlEndpoint: { url: 'https://www.googleadservices.com/pagead/aclk?adurl=https%3A%2F%2Fshop.example%2F' } };
  const ad = { promotedSparklesWebRenderer: { title: said('Buy tea'), websiteText: said('shop.example'), navigationEndpoint: click } };
  const counts = { subscriberCountText: said('@leaf'), videoCountText: said('1.5K subscribers') };
  const reel = { reelItemRenderer: { videoId: 'ddddddddddd', headline: said('Short'), viewCountText: said('13M views') } };
  const lesson = { childVideoRenderer: { videoId: 'eeeeeeeeeee', title: said('One') } };
  const course = { lockupMetadataViewModel: { title: { content: 'New course' } } };
  const data = search(
    [
      { adSlotRenderer: { fulfillmentContent: { fulfilledLayout: ad } } },
      { channelRenderer: { channelId: 'UC1', title: said('Leaf'), ...counts } },
      video('aaaaaaaaaaa', {
        ownerText: { runs: [{ text: 'Leaf', navigationEndpoint: home }] },
        ownerBadges: [{ metadataBadgeRenderer: { style: 'BADGE_STYLE_TYPE_VERIFIED' } }],
        viewCountText: said('1,497,971 views'),
        publishedTimeText: said('2 years ago'),
        thumbnail: { thumbnails: [{ url: 'https://i.example/small.jpg' }, { url: 'https://i.example/large.jpg' }] },
        detailedMetadataSnippets: [{ snippetText: { runs: [{ text: 'About ' }, { text: 'tea', bold: true }] } }],
      }),
      { shelfRenderer: { content: { verticalListRenderer: { items: [video('bbbbbbbbbbb'), video('ccccccccccc')] } } } },
      { reelShelfRenderer: { items: [reel] } },
      { playlistRenderer: { playlistId: 'PL1', title: said('Course'), videoCount: '12', videos: [lesson] } },
      { lockupViewModel: { contentId: 'PL2', contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST', metadata: course } },
      video('ccccccccccc', { badges: [{ metadataBadgeRenderer: { style: 'BADGE_STYLE_TYPE_LIVE_NOW' } }] }),
    ],
    [continuation('go on')],
  );
  const { found, next } = read(html(data));

  it('repeats the videos of the list in organic, without those of shelves', () => {
    expect(found.organic.map(({ position, url, type }) => [position, url, type])).toEqual([
      [1, 'https://www.youtube.com/watch?v=aaaaaaaaaaa', 'video'],
      [2, 'https://www.youtube.com/watch?v=ccccccccccc', 'video'],
    ]);
    expect(found.organic[0]).toMatchObject({
      title: 'Video aaaaaaaaaaa {"}',
      snippet: 'About tea',
      highlighted: ['tea'],
      date: '2 years ago',
    });
    expect(found.totalResults).toBe(1234);
  });

  it('lists every video once, in page order', () => {
    expect(found.videos.map((item) => item.videoId)).toEqual(['aaaaaaaaaaa', 'bbbbbbbbbbb', 'ddddddddddd', 'ccccccccccc']);
    expect(found.videos[0]).toMatchObject({
      channel: { id: 'UC1', name: 'Leaf', url: 'https://www.youtube.com/@leaf', verified: true },
      duration: '1:02:03',
      durationSeconds: 3723,
      views: 1497971,
      thumbnail: 'https://i.example/large.jpg',
    });
    expect(found.videos[2]).toMatchObject({ url: 'https://www.youtube.com/shorts/ddddddddddd', views: 13_000_000 });
    expect(found.videos[3]?.isLive).toBe(true);
  });

  it('has channels, playlists and ads in their own arrays', () => {
    expect(found.channel).toMatchObject([{ channelId: 'UC1', handle: '@leaf', subscribers: 1500 }]);
    expect(found.playlist.map((item) => item.playlistId)).toEqual(['PL1', 'PL2']);
    expect(found.playlist[0]).toMatchObject({
      videoCount: 12,
      videos: [{ title: 'One', url: 'https://www.youtube.com/watch?v=eeeeeeeeeee' }],
    });
    expect(found.advertisers).toMatchObject([{ title: 'Buy tea', url: 'https://shop.example/', domain: 'shop.example' }]);
  });

  it('continues with the token and the client of the page', () => {
    expect(next?.url).toBe('https://www.youtube.com/youtubei/v1/search?prettyPrint=false&key=key1');
    expect(next?.method).toBe('POST');
    expect(JSON.parse(next?.body ?? '')).toEqual({
      context: { client: { clientName: 'WEB', clientVersion: '2.1', hl: 'de', gl: 'DE' } },
      continuation: 'go on',
    });
  });

  it('repeats channels in organic when there are no videos, as with a filter', () => {
    const { found: channels } = read(html(search([{ channelRenderer: { channelId: 'UC1', title: { simpleText: 'Leaf' } } }])));
    expect(channels.organic).toMatchObject([{ title: 'Leaf', url: 'https://www.youtube.com/channel/UC1' }]);
  });

  it('is parsed from the script string of the mobile page', () => {
    const mobile = {
      contents: {
        sectionListRenderer: {
          contents: [{ videoWithContextRenderer: { videoId: 'aaaaaaaaaaa', headline: { runs: [{ text: 'It’s tea' }] } } }],
        },
      },
    };
    const packed = JSON.stringify(mobile).replace(/[{}"'<>\\]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`);
    expect(read(`<script>var ytInitialData = '${packed}';</script>`).found.organic).toMatchObject([{ title: 'It’s tea' }]);
  });
});

describe('a second page', () => {
  const responseOf = (items: readonly unknown[]) =>
    JSON.stringify({ onResponseReceivedCommands: [{ appendContinuationItemsAction: { continuationItems: items } }] });
  const request = {
    request: {
      url: 'https://www.youtube.com/youtubei/v1/search?key=key1',
      method: 'POST' as const,
      body: JSON.stringify({ context: { client: { clientName: 'WEB', clientVersion: '2.1', hl: 'fr', gl: 'FR' } }, continuation: 'go on' }),
    },
  };

  it('is parsed from JSON and continues with the client of the request', () => {
    const { found, next } = read(
      responseOf([{ itemSectionRenderer: { contents: [video('aaaaaaaaaaa')] } }, continuation('further')]),
      request,
    );
    expect(found.organic).toHaveLength(1);
    expect(JSON.parse(next?.body ?? '')).toEqual({
      context: { client: { clientName: 'WEB', clientVersion: '2.1', hl: 'fr', gl: 'FR' } },
      continuation: 'further',
    });
    expect(new URL(next?.url ?? '').searchParams.get('key')).toBe('key1');
  });

  it('ends the search with YouTube’s end marker', () => {
    const { found, next } = read(
      responseOf([{ itemSectionRenderer: { contents: [{ messageRenderer: { text: { simpleText: 'No more results' } } }] } }]),
      request,
    );
    expect(found).toMatchObject({ organic: [], empty: false });
    expect(next).toBeUndefined();
  });
});

describe('a response without results', () => {
  const outcomeOf = (body: string, change: Partial<Page> = {}) => {
    try {
      return read(body, change).found.empty ? 'empty' : 'valid';
    } catch (error) {
      return (error as { outcome?: string }).outcome ?? String(error);
    }
  };

  it('is empty with YouTube’s own marker', () => {
    expect(outcomeOf(html(search([{ backgroundPromoRenderer: { title: { runs: [{ text: 'Keine Ergebnisse' }] } } }])))).toBe('empty');
  });

  it.each([
    ['at the consent screen', '', { url: 'https://consent.youtube.com/m?continue=x' }],
    ['at the sign-in', '', { url: 'https://accounts.google.com/ServiceLogin' }],
    ['at the captcha', '', { url: 'https://www.google.com/sorry/index' }],
    ['by its status', '', { status: 429 }],
    ['by a consent form instead of data', '<form action="https://consent.youtube.com/save" method="POST"></form>', {}],
    ['by an error instead of data', '{"error":{"code":429}}', {}],
  ])('is blocked %s', (_, body, change) => {
    expect(outcomeOf(body, change)).toBe('blocked');
  });

  it.each([
    ['it is empty', ''],
    ['its data are truncated', '<script>var ytInitialData = {"contents":{"twoColumnSearchResultsRenderer":{</script>'],
    ['it is a list of videos, not a search', html({ contents: { twoColumnBrowseResultsRenderer: { tabs: [video('aaaaaaaaaaa')] } } })],
    ['the search has no known renderer', html(search([{ strangeRenderer: {} }]))],
    ['the request was rejected', '{"error":{"code":400}}'],
  ])('is unreadable when %s', (_, body) => {
    expect(outcomeOf(body)).toBe('unparsed');
  });
});
