// Baidu's marketing API in the sandbox.
import { bodyOf, isObject, objectAt } from './body.ts';
import { createDataset } from './dataset.ts';
import { json, type SandboxPage, type SandboxRequest, type SandboxSite } from './site.ts';

const VOLUMES = [20, 60, 130, 400, 900, 2400, 7000, 19_000, 52_000];
const ENDINGS = ['', '价格', '官网', '图片', '品牌', '哪里买', '评测', '批发'];

export const baiduAds: SandboxSite = {
  name: 'baidu-ads',
  serves: (url) => url.hostname === 'api.baidu.com',
  keywordOf: (request) => keywordsOf(request)[0] ?? '',

  results(request, dataset) {
    const words = keywordsOf(request);
    if (request.url.pathname.endsWith('getKRByQuery')) {
      const rows = ENDINGS.map((ending) => suggestionOf(`${words[0] ?? ''}${ending}`, dataset.day));
      return response({ data: rows });
    }
    // The API nests its rows one level deeper than its documentation says.
    return response({ data: [{ data: words.map((word) => rowOf(word, dataset.day)), actualWordList: words, errorItems: [] }] });
  },

  noResults: () => response({ data: [] }),
  blockPage: () =>
    json({
      header: {
        desc: 'failure',
        status: 2,
        failures: [{ code: 8904, message: 'Access frequency is too high', position: '', content: '' }],
      },
      body: {},
    }),
};

const response = (body: object): SandboxPage =>
  json({ header: { desc: 'success', status: 0, failures: [], oprs: 1, oprtime: 0, quota: 1, rquota: 100_000 }, body });

function keywordsOf(request: SandboxRequest): string[] {
  const body = objectAt(bodyOf(request.body), 'body');
  if (typeof body.query === 'string') return [body.query];
  return (Array.isArray(body.keywordList) ? body.keywordList : []).flatMap((entry) =>
    isObject(entry) && typeof entry.keywordName === 'string' ? [entry.keywordName] : [],
  );
}

function figuresOf(word: string, day: string) {
  const { number, pick } = createDataset(`baidu-ads\n${word}`, word, day);
  const total = pick('volume', VOLUMES);
  const mobile = Math.round((total * (30 + number('mobile', 60))) / 100);
  return { total, mobile, level: 1 + number('level', 3), price: (50 + number('price', 900)) / 100 };
}

function rowOf(keywordName: string, day: string): object {
  const { total, mobile, level, price } = figuresOf(keywordName, day);
  const pc = total - mobile;
  return {
    keywordName,
    kwc: level,
    price,
    pcPrice: price,
    mobilePrice: price,
    averageMonthPv: total,
    averageMonthPvPc: pc,
    averageMonthPvMobile: mobile,
    show: total,
    click: Math.round(total / 30),
  };
}

function suggestionOf(word: string, day: string): object {
  const { total, mobile, level, price } = figuresOf(word, day);
  return {
    word,
    competition: level,
    PV: total,
    pcPV: total - mobile,
    mobilePV: mobile,
    recommendPricePc: price,
    recommendPriceMobile: price,
  };
}
