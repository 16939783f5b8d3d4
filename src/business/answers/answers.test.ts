import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../test/database.ts';
import { createAnswers, dropAnswers } from './answers.ts';
import { answerKey, hashedUrls, type Question } from './question.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const question = (known: Partial<Question> = {}) =>
  answerKey({
    accountId: 1,
    engine: 'bing',
    keyword: 'tea',
    place: 'United Kingdom',
    language: 'en',
    isMobile: false,
    maxResults: 10,
    ...known,
  });
const urls = (name: string) => hashedUrls(Array.from({ length: 25 }, (_, index) => `https://${name}${index}.example/`));
const errors: string[] = [];
const open = () => createAnswers(database.db, (message) => void errors.push(message));
const age = (days: number) =>
  database.db.script(
    `update answers set times = array(select t - interval '${days * 24} hours' from unnest(times) as t), day = day - ${Math.floor(days)}`,
  );

test('the newest answer is read first, with at most 20 results', async () => {
  const answers = open();
  for (const name of ['one', 'two']) {
    await age(1);
    answers.write(question(), urls(name));
    await answers.idle();
  }
  const read = await answers.read(question());
  expect(read.map(({ urls: own }) => own)).toEqual([urls('two'), urls('one')]);
  expect(read[0]!.urls).toHaveLength(20);
});

test('the answers of the same variant are read, however many others of the question are newer', async () => {
  const answers = open();
  const depth = (maxResults: number) => question({ keyword: 'popular', maxResults });
  answers.write(depth(10), urls('ten'));
  await answers.idle();
  await age(2);
  for (let maxResults = 11; maxResults <= 50; maxResults++) answers.write(depth(maxResults), urls(`${maxResults}-`));
  await answers.idle();
  for (const [maxResults, name] of [
    [10, 'ten'],
    [50, '50-'],
  ] as const) {
    const { variant } = depth(maxResults);
    const read = await answers.read(depth(maxResults));
    expect(read.filter((answer) => answer.variant === variant).map(({ urls: own }) => own)).toEqual([urls(name)]);
    expect(read).toHaveLength(16);
  }
});

test('one answer is stored in 12 hours, so that many wrong ones replace nothing', async () => {
  const [answers, key] = [open(), question({ keyword: 'often' })];
  const write = async (name: string) => {
    answers.write(key, urls(name));
    await answers.idle();
  };
  const stored = async () => (await answers.read(key)).map(({ urls: own }) => own[0]);
  for (const name of ['a', 'b', 'a', 'c']) await write(name);
  expect(await stored()).toEqual([urls('a')[0]]);
  await age(0.4);
  await write('d');
  expect(await stored()).toEqual([urls('a')[0]]);
  await age(0.2);
  for (const name of ['e', 'f']) await write(name);
  expect(await stored()).toEqual([urls('e')[0], urls('a')[0]]);
});

test('twelve answers are stored, spread over 45 days', async () => {
  const [answers, key] = [open(), question({ keyword: 'twelve' })];
  const write = async (name: string) => {
    answers.write(key, urls(name));
    await answers.idle();
  };
  const stored = async () =>
    (await answers.read(key)).map(({ ageSeconds, urls: own }) => [Math.round(ageSeconds / 86_400), own[0]] as const);
  const days = async () => (await stored()).map(([day]) => day);
  const DAYS = 100;
  for (let day = 0; day < DAYS; day++) {
    await age(1);
    await write(`day${day}-`);
  }
  const kept = await stored();
  expect(kept).toHaveLength(12);
  for (const [day, first] of kept) expect(first).toBe(urls(`day${DAYS - 1 - day}-`)[0]);
  const ages = kept.map(([day]) => day);
  expect(ages.slice(0, 3)).toEqual([0, 1, 2]);
  expect(ages.at(-1)).toBeGreaterThan(35);
  expect(ages.at(-1)).toBeLessThanOrEqual(45);
  const gaps = ages.slice(1).map((day, index) => day - ages[index]!);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(9);
  // After a pause the three newest stay, however old they are.
  await age(60);
  await write('after a pause');
  expect(await days()).toEqual([0, 60, 61]);
});

test('variants of one question are read together, other questions and accounts are not', async () => {
  const answers = open();
  const key = { keyword: 'variants' };
  for (const known of [key, { ...key, isMobile: true }, { ...key, accountId: 2 }, { ...key, countryCode: 'DE' }])
    answers.write(question(known), urls('v'));
  await answers.idle();
  expect((await answers.read(question(key))).map(({ variant }) => variant).sort()).toEqual(
    [question(key).variant, question({ ...key, isMobile: true }).variant].sort(),
  );
});

test('reads of one moment share a call, and the newest of two writes of one moment counts', async () => {
  let calls = 0;
  const counted = {
    query: ((...given: Parameters<typeof database.db.query>) => {
      calls++;
      return database.db.query(...given);
    }) as typeof database.db.query,
  };
  const answers = createAnswers(counted, (message) => void errors.push(message));
  const key = question({ keyword: 'batch' });
  answers.write(key, urls('x'));
  answers.write(key, urls('y'));
  await answers.idle();
  expect(calls).toBe(1);
  const read = await Promise.all(Array.from({ length: 50 }, () => answers.read(key)));
  expect(calls).toBe(2);
  expect(read.every((one) => one.length === 1 && one[0]!.urls[0] === urls('y')[0])).toBe(true);
});

test('old answers are dropped', async () => {
  await age(40);
  const before = (
    await database.db.query<{ count: number }>({ name: 'count_answers_of_test', text: 'select count(*)::integer as count from answers' })
  )[0]!.count;
  expect(before).toBeGreaterThan(0);
  expect(await dropAnswers(database.db, 32, 1000)).toBe(before);
  expect(await dropAnswers(database.db, 32, 1000)).toBe(0);
  expect(errors).toEqual([]);
});

test('a database that does not respond neither delays nor fails a job, and is left alone for a while', async () => {
  const problems: string[] = [];
  let calls = 0;
  const silent = {
    query: () => {
      calls++;
      return new Promise<never>(() => {});
    },
  };
  const answers = createAnswers(silent, (message) => void problems.push(message));
  expect(await answers.read(question())).toEqual([]);
  expect(await answers.read(question())).toEqual([]);
  answers.write(question(), urls('x'));
  expect([calls, problems]).toEqual([1, ['earlier answers not read']]);
});

test('a failed write is reported only', async () => {
  const problems: string[] = [];
  const answers = createAnswers({ query: () => Promise.reject(new Error('gone')) }, (message) => void problems.push(message));
  answers.write(question(), urls('x'));
  await answers.idle();
  expect(problems).toEqual(['answer not stored']);
});
