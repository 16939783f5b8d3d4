// Every engine with marks: results of another response are noticed, and no mark is part of a result.
import { describe, expect, it } from 'vitest';
import type { EngineName } from '../../contract/vocabulary.ts';
import type { Page } from '../adapter.ts';
import { createEngineTable } from '../catalogue.ts';
import { isMixed } from '../page/list-marks.ts';
import { plainQuery } from '../stored-page.ts';

const engines = createEngineTable({});

/** The mark of one result: the response it belongs to, and its place there. */
interface Marked {
  readonly response: 'One' | 'Two';
  readonly place: number;
}
interface Case {
  readonly engine: EngineName;
  readonly name: string;
  readonly page: (results: readonly Marked[]) => string;
  /** Part of every mark. */
  readonly token: RegExp;
}

const urlOf = ({ response, place }: Marked): string => `https://${response.toLowerCase()}${place}.example/pots`;
const titleOf = ({ response, place }: Marked): string => `Clay pots ${response} ${place}`;
const html = (body: string): string => `<!doctype html><html lang="en"><body>${body}</body></html>`;

const EVENTS = { One: 'aQx7kPz3Rt5vWy8BnMc2Lf4H', Two: 'bJs6gNd9Xu1eQo7ZwTi5Ka3V' };
/** Numbers that happen to fit between the others are not noticed. */
const STARTS = { One: 5114, Two: 5061 };
const TOKENS = { One: 'A9mQz7Xk2Wv4Rt8B', Two: 'A9mLp3Nd6Hs1Jf5C' };
const TIMES = { One: 1776112981, Two: 1776199111 };
const numberOf = ({ response, place }: Marked): number => STARTS[response] + place * 14;

const googleRow = (result: Marked, link: string, block = ''): string =>
  `<div class="g"${block}><a href="${urlOf(result)}" ${link}><h3>${titleOf(result)}</h3></a><div>Read about pots ${result.place}.</div></div>`;
const google = (row: (result: Marked) => string) => (results: readonly Marked[]) =>
  html(
    `<form action="/search"><input name="q" value="clay pots"></form><div id="search"><div id="rso">${results.map(row).join('')}</div></div>`,
  );
const clicks = ({ response, place }: Marked): string => {
  const id = Buffer.from(`\b${EVENTS[response]}`.slice(0, 19), 'latin1');
  return Buffer.concat([Buffer.from([0x08, place, 0x18, place, 0x22, 19]), id, Buffer.from([0x40, place])]).toString('base64');
};

const CASES: readonly Case[] = [
  {
    engine: 'google',
    name: 'tokens of links',
    page: google((result) => googleRow(result, `data-ved="2ahUKEw${EVENTS[result.response]}QFnoECBAQAQ"`)),
    token: /ahUKEw/,
  },
  {
    engine: 'google',
    name: 'tokens in pings',
    page: google((result) => googleRow(result, `ping="/url?sa=t&amp;url=x&amp;ved=0ahUKEw${EVENTS[result.response]}QFggcMAA"`)),
    token: /ahUKEw/,
  },
  {
    engine: 'google',
    name: 'numbers of blocks',
    page: google((result) => googleRow(result, 'class="l"', ` data-hveid="${numberOf(result)}"`)),
    token: /hveid/,
  },
  {
    engine: 'bing',
    name: 'numbers of links',
    page: (results) =>
      html(
        `<ol id="b_results">${results.map((result) => `<li class="b_algo"><h2><a href="${urlOf(result)}" h="ID=SERP,${numberOf(result)}.1">${titleOf(result)}</a></h2></li>`).join('')}</ol>`,
      ),
    token: /SERP/,
  },
  {
    engine: 'yahoo',
    name: 'tokens of links',
    page: (results) =>
      html(
        `<div id="web"><ol>${results.map((result) => `<li><div class="algo"><h3><a href="https://r.search.yahoo.com/_ylt=${TOKENS[result.response]}F${result.place}8zCQx.;_ylu=X3oD/RV=2/RE=1421569591/RO=10/RU=${encodeURIComponent(urlOf(result))}/RK=0/RS=x-">${titleOf(result)}</a></h3></div></li>`).join('')}</ol></div>`,
      ),
    token: /ylt|A9m/,
  },
  {
    engine: 'yahoo',
    name: 'numbers of links',
    page: (results) =>
      html(
        `<div id="web"><ol>${results.map((result) => `<li><div class="algo"><h3><a href="${urlOf(result)}" data-bk="${numberOf(result)}.1">${titleOf(result)}</a></h3></div></li>`).join('')}</ol></div>`,
      ),
    token: /data-bk/,
  },
  {
    engine: 'baidu',
    name: 'times',
    page: (results) =>
      html(
        `<div id="content_left">${results.map((result) => `<div class="result c-container" tpl="se_com_default" mu="${urlOf(result)}"><h3><a href="${urlOf(result)}" data-click="{'F':'778317EA','T':'${TIMES[result.response]}'}">${titleOf(result)}</a></h3></div>`).join('')}</div>`,
      ),
    token: /17761/,
  },
  {
    engine: 'baidu',
    name: 'numbers of blocks',
    page: (results) =>
      html(
        `<div id="content_left">${results.map((result) => `<div class="result c-container" id="${result.place}" tpl="se_com_default" mu="${urlOf(result)}"><h3><a href="${urlOf(result)}">${titleOf(result)}</a></h3></div>`).join('')}</div>`,
      ),
    token: /c-container/,
  },
  {
    engine: 'yandex',
    name: 'numbers of rows',
    page: (results) =>
      html(
        `<ul id="search-result">${results.map((result) => `<li class="serp-item" data-cid="${result.place}"><div class="Organic"><h2><a href="${urlOf(result)}">${titleOf(result)}</a></h2></div></li>`).join('')}</ul>`,
      ),
    token: /data-cid/,
  },
  {
    engine: 'youtube',
    name: 'tokens of clicks',
    page: (results) =>
      JSON.stringify({
        contents: {
          twoColumnSearchResultsRenderer: {
            primaryContents: {
              sectionListRenderer: {
                contents: [
                  {
                    itemSectionRenderer: {
                      contents: results.map((result) => ({
                        videoRenderer: {
                          videoId: `${result.response}${result.place}`.padEnd(11, 'x'),
                          title: { runs: [{ text: titleOf(result) }] },
                          trackingParams: clicks(result),
                        },
                      })),
                    },
                  },
                ],
              },
            },
          },
        },
      }),
    token: /trackingParams|QFno/,
  },
];

function readPage({ engine: name, page: pageWith }: Case, results: readonly Marked[]): { urls: number; text: string; mixed: boolean } {
  const engine = engines[name]!;
  const query = plainQuery(name, { keyword: 'clay pots' });
  const request = engine.start(query);
  const page: Page = { request, url: request.url, status: 200, headers: {}, body: pageWith(results) };
  const { found } = engine.parse(page, query);
  return { urls: found.organic.length, text: JSON.stringify(found), mixed: isMixed(page) };
}

const list = (response: Marked['response'], count: number): Marked[] =>
  Array.from({ length: count }, (_, index) => ({ response, place: index + 1 }));

describe.each(CASES)('$engine: $name', (one) => {
  const own = list('One', 8);
  const foreign = list('Two', 4);

  it('a list of one response is not mixed', () => {
    expect(readPage(one, own)).toMatchObject({ urls: 8, mixed: false });
  });
  it('results of another response between its results are noticed', () => {
    const between = own.flatMap((result, index) => [result, ...(foreign[index] ? [foreign[index]] : [])]);
    expect(readPage(one, between)).toMatchObject({ urls: 12, mixed: true });
  });
  it('results of another response below its results are noticed', () => {
    const rows = [...own, ...foreign];
    expect(readPage(one, rows)).toMatchObject({ urls: 12, mixed: true });
  });
  it('no mark is part of a result', () => {
    const { text } = readPage(one, [...own, ...foreign]);
    expect(text).not.toMatch(one.token);
    expect(text).not.toContain('"response"');
  });
});
