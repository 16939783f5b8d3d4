// Earlier answers and other questions in the collection of live SERPs, with a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createAnswers } from '../../../business/answers/answers.ts';
import { organicItem } from '../../../sources/items.ts';
import { plainQuery } from '../../../sources/stored-page.ts';
import { createJudging, judgeJob } from './judging.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const organic = (name: string) =>
  Array.from({ length: 10 }, (_, index) => organicItem({ title: `${name} ${index}`, url: `https://${name}${index}.example/` }));
const LIVE = { mode: 'live', accountId: 1 } as const;
const open = (isShared = false) => {
  const answers = createAnswers(database.db, (message, error) => {
    throw new Error(message, { cause: error });
  });
  return { answers, judging: createJudging({ answers, isShared }) };
};

test('an answer is compared with the one that was recorded before, of the same account only', async () => {
  const { answers, judging } = open();
  const query = plainQuery('bing', { keyword: 'tea', maxResults: 10 });
  const job = judgeJob(judging, LIVE, query)!;
  expect(await job.pastAgreementOf('page', organic('tea'))).toMatchObject({ recent: null });
  job.record(organic('tea'));
  await answers.idle();
  expect(await job.pastAgreementOf('page', organic('tea'))).toMatchObject({ recent: 1, siblings: null });
  expect(await judgeJob(judging, LIVE, { ...query, isMobile: true })!.pastAgreementOf('page', organic('tea'))).toMatchObject({
    recent: null,
    siblings: 1,
  });
  expect(await judgeJob(judging, { ...LIVE, accountId: 2 }, query)!.pastAgreementOf('page', organic('tea'))).toMatchObject({
    recent: null,
  });
});

test('accounts that share results share earlier answers', async () => {
  const { answers, judging } = open(true);
  const query = plainQuery('bing', { keyword: 'shared tea', maxResults: 10 });
  judgeJob(judging, LIVE, query)!.record(organic('tea'));
  await answers.idle();
  expect(await judgeJob(judging, { ...LIVE, accountId: 2 }, query)!.pastAgreementOf('page', organic('tea'))).toMatchObject({ recent: 1 });
});

test('test jobs and requests with own parameters are not compared', async () => {
  const { judging } = open();
  const query = plainQuery('bing', { keyword: 'tea', maxResults: 10 });
  expect(judgeJob(judging, { ...LIVE, mode: 'test' }, query)).toBeNull();
  const own = { ...query, urlParameters: [{ name: 'setlang', value: 'fr' }] };
  expect(await judgeJob(judging, LIVE, own)!.pastAgreementOf('page', organic('tea'))).toBeNull();
});

test.each([
  { userAgent: 'own/1' },
  { urlParameters: [{ name: 'setlang', value: 'fr' }] },
  { cookieParameters: [{ name: 'a', value: 'b' }] },
])('a page of a search with %j is not compared with familiar layouts, because such pages are not counted', (own) => {
  const judging = createJudging({ familiarityOf: () => ({ shapes: 0, names: 0 }) });
  const query = plainQuery('bing', { keyword: 'tea', maxResults: 10 });
  expect(judgeJob(judging, LIVE, query)!.familiarityOf).not.toBeNull();
  expect(judgeJob(judging, LIVE, { ...query, ...own })!.familiarityOf).toBeNull();
});

test('answers for other places are not compared', async () => {
  const { answers, judging } = open();
  const query = plainQuery('bing', { keyword: 'pizza near me', maxResults: 10 });
  const at = (canonicalName: string) => judgeJob(judging, LIVE, { ...query, region: { ...query.region, canonicalName } })!;
  at('Boston,Massachusetts,United States').record(organic('boston'));
  await answers.idle();
  const agreement = await at('Austin,Texas,United States').pastAgreementOf('page', organic('austin'));
  expect(agreement).toMatchObject({ recent: null, siblings: null, isStale: false });
});

test('a source that starts to answer something else stays in doubt', async () => {
  const { answers, judging } = open();
  const query = plainQuery('bing', { keyword: 'steady tea', maxResults: 10 });
  const job = () => judgeJob(judging, LIVE, query)!;
  const ask = async (name: string) => {
    const asked = job();
    const agreement = await asked.pastAgreementOf('page', organic(name));
    asked.record(organic(name));
    await answers.idle();
    return agreement?.recent;
  };
  const pass = (hours: number) =>
    database.db.script(`update answers set times = array(select t - interval '${hours} hours' from unnest(times) as t)`);
  for (let day = 0; day < 3; day++) {
    await ask('right');
    await pass(24);
  }
  expect([await ask('wrong'), await ask('wrong'), await ask('right')]).toEqual([0, 0, 1]);
  await pass(11);
  expect(await ask('wrong')).toBe(0);
  await pass(2);
  expect([await ask('wrong'), await ask('right')]).toEqual([1, 1]);
});

test('right answers are not in doubt after a source lied for two days, except for 12 hours after a lie of more than a week', async () => {
  const { answers, judging } = open();
  const hours = (count: number) =>
    database.db.script(`update answers set times = array(select t - interval '${count} hours' from unnest(times) as t)`);
  const ask = async (keyword: string, name: string) => {
    const job = judgeJob(judging, LIVE, plainQuery('bing', { keyword, maxResults: 10 }))!;
    const agreement = await job.pastAgreementOf('page', organic(name));
    job.record(organic(name));
    await answers.idle();
    return agreement;
  };
  const liedTo = async (keyword: string, days: number) => {
    for (let day = 0; day < 5; day++) {
      await ask(keyword, keyword);
      await hours(24);
    }
    for (let day = 0; day < days; day++) {
      await ask(keyword, `wrong ${keyword} ${day} `);
      await hours(24);
    }
    return ask(keyword, keyword);
  };
  expect(await liedTo('short lie', 2)).toMatchObject({ recent: 1, isStale: false });
  expect(await liedTo('long lie', 9)).toMatchObject({ recent: 0, isSteady: false, isStale: false });
  await hours(12);
  expect(await ask('long lie', 'long lie')).toMatchObject({ recent: 1, isStale: false });
});
