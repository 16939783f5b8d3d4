// `npm run lab -- calibration --stale`: are old answers noticed that are returned again, and right ones left alone?
import { commonShare } from '#product/products/serp/quality/common-share.js';
import { isStale } from '#product/products/serp/quality/stale-answers.js';
import { round, type Say } from '../report.ts';
import { HISTORIES, type HistoryName, historyOf } from './histories.ts';

/** A customer asks every so many days. */
export const CADENCES = [1, 3, 7] as const;
const QUESTIONS = 150;
const DAYS = 120;
/** Before this day too little is stored. */
const JUDGED_FROM = 60;
/** A source that lies returns the results of so many days ago. */
const REPLAYED_DAYS = [10, 20, 30, 40];
/** An old answer with more in common with today's is nearly right. */
const UNLIKE_MAX = 0.6;

const NEWEST = 3;
const STORED_MAX = 12;
const STORED_DAYS = 45;

/** Newest first: `answers_to_keep()` in TypeScript. */
export function placesToKeep(ages: readonly number[]): number[] {
  const places = ages.map((_, place) => place).filter((place) => place < NEWEST || ages[place]! < STORED_DAYS);
  if (places.length <= STORED_MAX) return places;
  let leftOut = NEWEST;
  let least = Number.POSITIVE_INFINITY;
  for (let index = NEWEST; index < places.length - 1; index++) {
    const span = ages[places[index + 1]!]! - ages[places[index - 1]!]!;
    if (span < least) [leftOut, least] = [index, span];
  }
  return places.filter((_, index) => index !== leftOut);
}

interface Stored {
  readonly day: number;
  readonly urls: readonly number[];
}

export interface StaleFigures {
  /** Old answers that have at most 60% in common with today's. */
  readonly replayed: number;
  readonly noticed: number;
  readonly honest: number;
  readonly inDoubt: number;
}

/** Asks questions of one kind honestly every `cadence` days, and judges old answers in place of each honest one. */
export function simulate(name: HistoryName, cadence: number, questions = QUESTIONS): StaleFigures {
  let [replayed, noticed, honest, inDoubt] = [0, 0, 0, 0];
  for (let question = 0; question < questions; question++) {
    const nextDay = historyOf(name, question + 1);
    const days: (readonly number[])[] = [];
    let stored: readonly Stored[] = [];
    for (let day = 0; day < DAYS; day++) {
      const today = nextDay();
      days.push(today);
      if (day % cadence !== 0) continue;
      if (day >= JUDGED_FROM) {
        const past = stored.map((answer) => ({ urls: answer.urls, ageSeconds: (day - answer.day) * 86_400 }));
        honest++;
        if (isStale(today, past)) inDoubt++;
        for (const replay of REPLAYED_DAYS.map((ago) => days[day - ago]!)) {
          if (commonShare(replay, today) > UNLIKE_MAX) continue;
          replayed++;
          if (isStale(replay, past)) noticed++;
        }
      }
      const all = [{ day, urls: today }, ...stored];
      stored = placesToKeep(all.map((answer) => day - answer.day)).map((place) => all[place]!);
    }
  }
  return { replayed, noticed, honest, inDoubt };
}

const percent = (part: number, whole: number): string => `${round((part / whole) * 100, 1)}%`;

/** Prints a Markdown table: the share of old answers noticed, and of right ones in doubt. */
export function printStale(say: Say): void {
  say(`| Results of the question | ${CADENCES.map((days) => (days === 1 ? 'asked daily' : `every ${days} days`)).join(' | ')} |`);
  say(`|---|${'--:|'.repeat(CADENCES.length)}`);
  for (const name of Object.keys(HISTORIES) as HistoryName[]) {
    const cells = CADENCES.map((cadence) => {
      const { replayed, noticed, honest, inDoubt } = simulate(name, cadence);
      return `${percent(noticed, replayed)}, ${percent(inDoubt, honest)}`;
    });
    say(`| ${name} | ${cells.join(' | ')} |`);
  }
}
