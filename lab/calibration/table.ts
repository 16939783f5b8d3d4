// Prints the calibration as Markdown tables and compares it with the targets.
import { QUALITY_LOW } from '#product/contract/quality.js';
import { round, type Say } from '../report.ts';
import { type Calibration, isDelivered, type Scored } from './calibrate.ts';
import { CORRUPTION_NAMES } from './corruptions.ts';

const HIGH = 0.9;
const RIGHT_F1 = 0.95;
const RIGHT_SHARE_MIN = 0.995;
const NOTICED_SHARE_MIN = 0.95;
const TRUSTED_SHARE_MIN = 0.8;
const BUCKETS = [0, 0.3, 0.5, QUALITY_LOW, HIGH, 1.01] as const;

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
const percent = (value: number): string => `${round(value * 100, 1)}%`;
const mean = (values: readonly number[]): number =>
  share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
const isRight = ({ f1 }: Scored): boolean => (f1 ?? 0) >= RIGHT_F1;

export const isNoticed = (page: Scored): boolean => !isDelivered(page) || page.quality === null || page.quality < QUALITY_LOW;

export interface CalibrationFigures {
  /** Of the untouched pages scored at least 0.9, the share read right. */
  readonly rightOfHigh: number;
  /** The same, corrupted pages included. Their share depends on how many corruptions there are. */
  readonly rightOfHighAll: number;
  readonly noticed: number;
  /** Of the untouched pages that are read right, the share scored at least 0.9. */
  readonly trusted: number;
}

export function figuresOf({ untouched, corrupted }: Calibration): CalibrationFigures {
  const isScored = (page: Scored): boolean => isDelivered(page) && page.quality !== null && page.f1 !== null;
  const scored = untouched.filter(isScored);
  const high = scored.filter(({ quality }) => quality! >= HIGH);
  const highAll = [...untouched, ...corrupted].filter((page) => isScored(page) && page.quality! >= HIGH);
  const right = scored.filter(isRight);
  return {
    rightOfHigh: share(high.filter(isRight).length, high.length),
    rightOfHighAll: share(highAll.filter(isRight).length, highAll.length),
    noticed: share(corrupted.filter(isNoticed).length, corrupted.length),
    trusted: share(right.filter(({ quality }) => quality! >= HIGH).length, right.length),
  };
}

/** Returns the targets that are missed. */
export function printCalibration(calibration: Calibration, say: Say, withLosses: boolean): string[] {
  const { untouched, corrupted } = calibration;
  const scored = untouched.filter((page) => isDelivered(page) && page.quality !== null && page.f1 !== null);
  say('| Quality of untouched pages | Pages | Mean F1 | F1 at least 0.95 |\n|---|--:|--:|--:|');
  for (const [index, low] of BUCKETS.slice(0, -1).entries()) {
    const high = BUCKETS[index + 1]!;
    const pages = scored.filter(({ quality }) => quality! >= low && quality! < high);
    if (pages.length === 0) continue;
    const name = high > 1 ? `${low} to 1` : `${low} to below ${high}`;
    say(
      `| ${name} | ${pages.length} | ${round(mean(pages.map(({ f1 }) => f1!)), 3)} | ${percent(share(pages.filter(isRight).length, pages.length))} |`,
    );
  }
  say('\n| Corruption | Pages | Noticed | By another verdict | Read right all the same |\n|---|--:|--:|--:|--:|');
  for (const name of CORRUPTION_NAMES) {
    const pages = corrupted.filter(({ corruption }) => corruption === name);
    const noticed = pages.filter(isNoticed);
    const verdicts = pages.filter((page) => !isDelivered(page)).length;
    say(`| ${name} | ${pages.length} | ${percent(share(noticed.length, pages.length))} | ${verdicts} | ${pages.filter(isRight).length} |`);
  }
  const figures = figuresOf(calibration);
  say(`\nOf the untouched pages scored at least ${HIGH}, read right: ${percent(figures.rightOfHigh)} (target ${percent(RIGHT_SHARE_MIN)})`);
  say(`The same with the corrupted pages: ${percent(figures.rightOfHighAll)}`);
  say(`Of the corrupted pages, noticed: ${percent(figures.noticed)} (target ${percent(NOTICED_SHARE_MIN)})`);
  say(`Of the untouched pages read right, scored at least ${HIGH}: ${percent(figures.trusted)} (target ${percent(TRUSTED_SHARE_MIN)})`);
  if (withLosses) {
    for (const page of corrupted.filter((one) => !isNoticed(one)))
      say(`missed ${page.corruption} ${page.id} ${page.quality} f1=${page.f1} ${page.reasons}`);
    for (const page of scored.filter(({ quality }) => quality! < HIGH)) say(`low ${page.id} ${page.quality} f1=${page.f1} ${page.reasons}`);
    for (const page of scored.filter((one) => one.quality! >= HIGH && !isRight(one))) say(`wrong ${page.id} ${page.quality} f1=${page.f1}`);
    for (const page of untouched.filter((one) => one.verdict === 'suspect')) say(`suspect ${page.id}`);
  }
  return [
    ...(figures.rightOfHigh < RIGHT_SHARE_MIN ? ['pages scored high are read wrong'] : []),
    ...(figures.noticed < NOTICED_SHARE_MIN ? ['corrupted pages are not noticed'] : []),
    ...(figures.trusted < TRUSTED_SHARE_MIN ? ['too many right pages are distrusted'] : []),
  ];
}
