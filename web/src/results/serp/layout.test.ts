import { describe, expect, test } from 'vitest';
import type { SerpItems } from '../../../../src/contract/items.ts';
import { type Block, itemsOf, layoutOf } from './layout.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Lists of items with the fields that the layout reads. Positions are counted as in a result. */
function listsOf(lists: Readonly<Partial<Record<keyof SerpItems, readonly Fields[]>>>): SerpItems {
  const filled = Object.entries(lists).map(([name, items]) => [
    name,
    (items ?? []).map((fields, index) => ({
      position: index + 1,
      rank: null,
      page: 1,
      title: `${name} ${index + 1}`,
      url: `https://${name}.example/${index + 1}`,
      ...(name === 'maps' ? { cid: null, placeId: null, address: null } : {}),
      ...(name === 'answers' ? { type: 'featured_snippet', references: [] } : {}),
      ...(name === 'advertisers' ? { block: 'top' } : {}),
      ...fields,
    })),
  ]);
  return itemsOf(Object.fromEntries(filled));
}

const ranked = (...ranks: readonly number[]): Fields[] => ranks.map((rank) => ({ rank }));
const pathsOf = (blocks: readonly Block[]): string[][] => blocks.map(({ entries }) => entries.map(({ path }) => path));
const pathsFor = (engine: string, lists: Parameters<typeof listsOf>[0]) => pathsOf(layoutOf(engine, listsOf(lists)).blocks);

describe('the order of a result page', () => {
  test('follows the ranks, and joins neighbours of one list', () => {
    expect(pathsFor('google', { organic: ranked(1, 2, 5), videos: ranked(3, 3, 3), paa: ranked(4) })).toEqual([
      ['organic[0]', 'organic[1]'],
      ['videos[0]', 'videos[1]', 'videos[2]'],
      ['paa[0]'],
      ['organic[2]'],
    ]);
  });

  test('starts anew on every fetched page, because ranks do', () => {
    const organic = [
      { rank: 1, page: 1 },
      { rank: 3, page: 1 },
      { rank: 1, page: 2 },
    ];
    expect(pathsFor('google', { organic, paa: [{ rank: 2, page: 1 }] })).toEqual([
      ['organic[0]'],
      ['paa[0]'],
      ['organic[1]', 'organic[2]'],
    ]);
  });

  test('begins with answers and ads, and ends with the ads at the bottom', () => {
    const advertisers = [{ block: 'top' }, { block: 'bottom' }];
    expect(pathsFor('google', { answers: ranked(4), advertisers, organic: ranked(1, 2), images: [{}] })).toEqual([
      ['answers[0]'],
      ['advertisers[0]'],
      ['organic[0]', 'organic[1]'],
      ['images[0]'],
      ['advertisers[1]'],
    ]);
  });

  test('ends with the related searches, in one block, and copes with results that do not have them', () => {
    const related = [{ page: 1 }, { page: 2 }];
    const advertisers = [{ block: 'bottom' }];
    expect(pathsFor('google', { related, advertisers, organic: ranked(1) })).toEqual([
      ['organic[0]'],
      ['advertisers[0]'],
      ['related[0]', 'related[1]'],
    ]);
    expect(itemsOf({ organic: [] }).related).toEqual([]);
  });

  test('has the knowledge panel and the ads of the right column at the side', () => {
    const { blocks, side } = layoutOf(
      'bing',
      listsOf({ knowledgegraph: [{}], advertisers: [{ block: 'right' }, { rank: 1 }], organic: ranked(2) }),
    );
    expect(pathsOf(blocks)).toEqual([['advertisers[1]'], ['organic[0]']]);
    expect(pathsOf(side)).toEqual([['knowledgegraph[0]'], ['advertisers[0]']]);
  });

  test('has one block of questions, where the first one stands', () => {
    expect(pathsFor('google', { organic: ranked(2), paa: ranked(1, 3) })).toEqual([['paa[0]', 'paa[1]'], ['organic[0]']]);
  });

  test('has one block of places, so that they share a map', () => {
    expect(pathsFor('google', { organic: ranked(2), maps: ranked(1, 3) })).toEqual([['maps[0]', 'maps[1]'], ['organic[0]']]);
  });

  test('is empty for a result without items or without data', () => {
    expect(layoutOf('google', itemsOf(null))).toMatchObject({ blocks: [], side: [] });
    expect(layoutOf('google', itemsOf({ totalResults: 0, raw: ['<p>'], organic: null }))).toMatchObject({ blocks: [], side: [] });
  });
});

describe('an item that is listed twice is shown once', () => {
  const same = { title: 'Leaf & Cup', url: 'https://leafcup.example/', rank: 1 };

  test.each([
    ['googleimages', 'images'],
    ['googlelocal', 'maps'],
    ['naverlocal', 'maps'],
    ['googlenews', 'news'],
    ['youtube', 'videos'],
    ['youtube', 'channel'],
    ['youtube', 'playlist'],
  ] as const)('on %s, in %s and not in organic', (engine, list) => {
    expect(pathsFor(engine, { [list]: [same], organic: [same, { rank: 2 }] })).toEqual([[`${list}[0]`], ['organic[1]']]);
  });

  test('a branch with its own map URL in organic is the place of that name', () => {
    expect(pathsFor('googlelocal', { maps: [same], organic: [{ ...same, url: 'https://maps.example/?cid=2' }] })).toEqual([['maps[0]']]);
  });

  test('a video among web results is the result, with the facts of the video', () => {
    const { blocks, videos } = layoutOf('google', listsOf({ organic: [same], videos: [{ ...same, duration: '9:52' }, { rank: 2 }] }));
    expect(pathsOf(blocks)).toEqual([['organic[0]'], ['videos[1]']]);
    expect(videos.get(same.url)).toMatchObject({ duration: '9:52' });
  });

  test('a web result and a place of the same site are two things', () => {
    expect(pathsFor('google', { organic: [{ ...same, rank: 2 }], maps: [same] })).toEqual([['maps[0]'], ['organic[0]']]);
  });

  test('a place is the same by its id, or by its name and address', () => {
    const maps = [
      { ...same, cid: '7', address: 'Mill Lane 12' },
      { ...same, cid: '7', address: null },
      { ...same, address: 'Mill Lane 12' },
      { ...same, address: 'Hill Road 90' },
    ];
    expect(pathsFor('google', { maps })).toEqual([['maps[0]', 'maps[3]']]);
  });

  test('pages cited by an AI answer are its sources, not results below it', () => {
    const answers = [{ type: 'ai_mode', references: [{ url: same.url }] }];
    expect(pathsFor('google-aimode', { answers, organic: [same, {}] })).toEqual([['answers[0]'], ['organic[1]']]);
    expect(pathsFor('google', { answers, organic: [same] })).toEqual([['answers[0]'], ['organic[0]']]);
  });
});
