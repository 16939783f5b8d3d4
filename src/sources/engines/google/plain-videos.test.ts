// Checks that videos of a Google page are found in cards without a heading, and that other links are not taken for videos.
import { describe, expect, it } from 'vitest';
import { readGooglePage as read } from '../../../../test/google-page.ts';

const watch = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
const POT = { title: 'How to warm a tea pot', url: watch('pot0000test'), duration: '4:31', durationSeconds: 271 };
const CUP = { title: 'Tea in a cup', url: watch('cup0000test'), duration: '12:05', durationSeconds: 725 };

type Video = typeof POT;
const SHAPES: Readonly<Record<string, (video: Video) => string>> = {
  'everything inside one link': ({ title, url, duration }) =>
    `<div><a href="${url}"><div>YouTube · Leaf Lovers</div><div>${duration}</div><div>${title}</div><div>3 oct. 2025</div></a></div>`,
  'the title in a second link': ({ title, url, duration }) =>
    `<div><a href="${url}"><img src="/x.jpg"><span>${duration}</span></a><div><a href="${url}">${title}</a></div></div>`,
  'the title beside the link': ({ title, url, duration }) =>
    `<li><div><a href="${url}"><img src="/x.jpg"></a></div><div><div>${title}</div><div>${duration}</div></div></li>`,
  'the title as the label of the link': ({ title, url, duration }) =>
    `<div><a href="${url}" aria-label="${title}"><img src="/x.jpg"><span>${duration}</span></a></div>`,
  'a heading that is no heading of the card': ({ title, url, duration }) =>
    `<div><a href="${url}"><h1>${title}</h1><img src="/x.jpg"><span>${duration}</span></a></div>`,
  'a redirect of Google': ({ title, url, duration }) =>
    `<div><a href="/url?q=${encodeURIComponent(url)}"><span>${duration}</span><div>${title}</div><div>YouTube - 8 mai 2025</div></a></div>`,
};

describe('videos without a heading', () => {
  it.each(Object.entries(SHAPES))('are found with %s', (_name, shape) => {
    const title = '<div role="heading">Vídeos</div>';
    for (const block of [`${shape(POT)}${shape(CUP)}`, `${title}<div>${shape(POT)}${shape(CUP)}</div>`]) {
      const found = read(`<div>${block}</div>`);
      expect(found.videos).toEqual([expect.objectContaining(POT), expect.objectContaining(CUP)]);
      expect(found.organic.map(({ title }) => title)).toEqual(['one', 'two', 'three']);
    }
  });

  it('have site, channel and date', () => {
    expect(read(`<div>${SHAPES['everything inside one link']!(POT)}</div>`).videos).toEqual([
      expect.objectContaining({ source: 'YouTube', channel: expect.objectContaining({ name: 'Leaf Lovers' }), date: '3 oct. 2025' }),
    ]);
  });

  it('are found on any site when there are several', () => {
    const card = (site: string): string =>
      `<div><a href="https://${site}.example/film"><img src="/x.jpg"><span>12:05</span><div>Film of ${site}</div></a></div>`;
    expect(read(`<div>${card('pot')}${card('cup')}</div>`).videos.map(({ title }) => title)).toEqual(['Film of pot', 'Film of cup']);
    expect(read(`<div>${card('pot')}</div>`).videos).toEqual([]);
  });

  it('beside others need no running time, and may be on any site', () => {
    const live = `<div><a href="${watch('live000test')}"><img src="/x.jpg"><span>LIVE</span><div>A tea ceremony today</div></a></div>`;
    const other = '<div><a href="https://pot.example/film"><img src="/x.jpg"><span>2:10</span><div>Film of a pot</div></a></div>';
    const pot = SHAPES['everything inside one link']!(POT);
    expect(read(`<div>${pot}${live}</div>`).videos.map(({ title }) => title)).toEqual([POT.title, 'A tea ceremony today']);
    expect(read(`<div>${pot}${other}</div>`).videos.map(({ title }) => title)).toEqual([POT.title, 'Film of a pot']);
    expect(
      read(`<div>${pot}</div>`, `<div><div><div><div><div>${other}</div></div></div></div></div>`).videos.map(({ title }) => title),
    ).toEqual([POT.title]);
  });

  it('have a title that is shorter than the line of the site', () => {
    const card = (id: string, text: string): string =>
      `<div><a href="https://www.youtube.com/shorts/${id}"><img src="/x.jpg"><span>0:41 · CC</span><div>${text}</div><div>TikTok · leaflover</div></a></div>`;
    expect(read(`<div>${card('pot0000test', 'Pot')}${card('cup0000test', 'Cup')}</div>`).videos.map(({ title }) => title)).toEqual([
      'Pot',
      'Cup',
    ]);
  });

  it.each([
    'https://www.youtube.com/live/pot0000test',
    'https://fb.watch/abc123/',
    'https://rutube.ru/video/abc/',
    'https://v.qq.com/x/page/a.html',
  ])('are found alone on %s', (url) => {
    const card = `<div><a href="${url}"><img src="/x.jpg"><span>0:59</span><div>How to warm a pot</div></a></div>`;
    expect(read(card).videos).toEqual([expect.objectContaining({ title: 'How to warm a pot', url, duration: '0:59' })]);
  });

  it('are in page order beside those with a heading', () => {
    const headed = `<div><a href="${watch('one0000test')}"><div role="heading">Headed film</div></a></div>`;
    const titles = read(`<div>${SHAPES['everything inside one link']!(POT)}${headed}</div>`).videos.map(({ title }) => title);
    expect(titles).toEqual([POT.title, 'Headed film']);
  });

  it.each([
    ['a link in a text', `<p>See <a href="${POT.url}">this film</a> about tea.</p>`],
    ['an offer of one film', `<div><a href="${POT.url}"><img src="/x.jpg"><div>From $3.99</div></a></div>`],
    ['the chapters of a result', `<div><a href="${POT.url}&t=31"><img src="/x.jpg"><div>0:31</div><div>Warming</div></a></div>`],
    ['a timetable', '<div><a href="https://bus.example/a">10:30 Harbour</a><a href="https://bus.example/b">11:45 Quay</a></div>'],
  ])('are not %s', (_what, block) => expect(read(block).videos).toEqual([]));

  it('of a post are not told by its number of likes', () => {
    const reel = (id: string): string =>
      `<div><a class="WlydOe" href="https://www.instagram.com/reel/${id}/"><img src="/x.jpg"><span>0:28</span><div role="heading">Tea ${id}</div><div><span>970+ likes</span><span>·</span><span>5 hours ago</span></div></a></div>`;
    expect(read(`<div>${reel('one')}${reel('two')}</div>`).videos).toEqual([
      expect.objectContaining({ title: 'Tea one', duration: '0:28', source: null, channel: null }),
      expect.objectContaining({ title: 'Tea two' }),
    ]);
  });
});
