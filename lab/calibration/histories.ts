// Invented histories of a question: the results of each day, as questions of different kinds change.
import { createRandom, type Random } from '../random.ts';

/** Returns the results of the next day, best first. */
export type NextDay = () => readonly number[];

const RESULTS = 10;
let made = 0;
const newResult = (): number => ++made;
const newResults = (count: number): number[] => Array.from({ length: count }, newResult);

/** Each day each result is replaced with this chance. */
function gradual(random: Random, chance: number, count = RESULTS): NextDay {
  let list = newResults(count);
  return () => {
    list = list.map((result) => (random.chance(chance) ? newResult() : result));
    return list;
  };
}

/** Every second result is replaced once a week, on the same day. */
function weekly(random: Random): NextDay {
  let day = random.below(7);
  let list = newResults(RESULTS);
  return () => {
    if (day++ % 7 === 0) list = list.map((result, place) => (place % 2 === 0 ? newResult() : result));
    return list;
  };
}

/** Each day shows another choice of a pool, in which later results are missing more often. */
function choiceOf(random: Random, pool: number): NextDay {
  const next = gradual(random, 0.02, pool);
  return () => {
    const list = [...next()];
    while (list.length > RESULTS) list.splice(Math.floor(Math.sqrt(random.next()) * list.length), 1);
    return list;
  };
}

/** Two versions with every second result in common. `isOther` is asked once a day. */
function twoVersions(random: Random, isOther: () => boolean): NextDay {
  const [one, other] = [gradual(random, 0.02), gradual(random, 0.02)];
  return () => {
    const [list, others] = [one(), other()];
    return isOther() ? list.map((result, place) => (place % 2 === 0 ? others[place]! : result)) : list;
  };
}

/** Another version for this many days, then the first one again. */
function inTurn(random: Random, first: number, second: number): NextDay {
  let day = random.below(first + second);
  return twoVersions(random, () => day++ % (first + second) >= first);
}

export const HISTORIES = {
  '1% of the results replaced per day': (random) => gradual(random, 0.01),
  '2%': (random) => gradual(random, 0.02),
  '5%': (random) => gradual(random, 0.05),
  '10%': (random) => gradual(random, 0.1),
  'half of the results replaced once a week': weekly,
  '10 of 12 results in turn': (random) => choiceOf(random, 12),
  '10 of 15 results in turn': (random) => choiceOf(random, 15),
  'two versions, by chance': (random) => twoVersions(random, () => random.chance(0.5)),
  'two versions, one on 15% of the days': (random) => twoVersions(random, () => random.chance(0.15)),
  'another version at weekends': (random) => inTurn(random, 5, 2),
  'another version for 10 days': (random) => inTurn(random, 10, 10),
  'another version for 20 days': (random) => inTurn(random, 20, 20),
} as const satisfies Readonly<Record<string, (random: Random) => NextDay>>;
export type HistoryName = keyof typeof HISTORIES;

export const historyOf = (name: HistoryName, seed: number): NextDay => HISTORIES[name](createRandom(seed).fork(name));
