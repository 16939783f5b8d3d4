// Alert rules: pure functions from measured values to the conditions that are met.
import type { AlertRule, AlertSeverity } from '../../contract/alerts.ts';
import { engineLabel, PRIORITIES, type Priority } from '../../contract/vocabulary.ts';
import { type AgreementLimits, lowAgreements, type PairAgreement } from './agreement-rule.ts';

export interface AlertLimits extends AgreementLimits {
  /** Shares from 0 to 1. 0 disables a rule; so does 0 for a count or a time. */
  readonly successShareMin: number;
  readonly successMinutes: number;
  readonly successRunsMin: number;
  /** Maximum age per priority, LOW first. */
  readonly queueSeconds: readonly number[];
  readonly callbacksFailing: number;
  readonly diskShareMax: number;
  readonly backupHours: number;
  readonly yieldShareMin: number;
  /** The share of pages with a low quality. */
  readonly lowShareMax: number;
  readonly budgetShareMax: number;
}

export interface EngineMinute {
  readonly engine: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly runs: number;
  readonly ok: number;
}
export interface Yield {
  readonly pages: number;
  readonly found: number;
  readonly requested: number;
}

export interface QualityCounts {
  readonly pages: number;
  /** Pages below the quality at which results should be ordered again. */
  readonly low: number;
}

/** Everything that the rules judge. Live jobs only: sandbox jobs fail on request. */
export interface AlertInputs {
  /** Seconds since 1970. */
  readonly now: number;
  /** Runs per minute within the hold time. */
  readonly engines: readonly EngineMinute[];
  readonly queue: readonly { readonly priority: Priority; readonly oldestSeconds: number }[];
  readonly hosts: readonly { readonly host: string; readonly count: number; readonly lastReason: string | null }[];
  readonly mismatchedAccounts: number;
  readonly disks: readonly { readonly node: string; readonly usedShare: number }[];
  /** Hours since the last backup, or since the installation when there is none. Null: no backup is expected. */
  readonly backupHours: number | null;
  readonly yields: readonly { readonly engine: string; readonly recent: Yield; readonly usual: Yield }[];
  readonly agreements: readonly PairAgreement[];
  readonly qualities: readonly { readonly engine: string; readonly recent: QualityCounts; readonly usual: QualityCounts }[];
  /** The highest used share of the limits of a budget. */
  readonly budgets: readonly { readonly provider: string; readonly usedShare: number }[];
  /** Sources that fail their canaries, with the reason of the last failure. */
  readonly canaries: readonly { readonly engine: string; readonly source: string; readonly reason: string | null }[];
  /** Open cases of layouts. */
  readonly cases: readonly { readonly engine: string; readonly count: number }[];
}

export interface Finding {
  readonly rule: AlertRule;
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly summary: string;
}

/** Without new runs an open alert about an engine stays this long: no traffic does not prove a recovery. */
export const HOLD_MINUTES = 30;
const YIELD_PAGES_MIN = 20;
const QUALITY_PAGES_MIN = 20;
/** A share is clearly above the usual one from this multiple. */
const LOW_TIMES_USUAL = 2;
const HOURS_SECONDS = 3600;
const MINUTE_SECONDS = 60;

type IsOpen = (subject: string) => boolean;

/** `isOpen` tells whether there is an open alert, by rule and subject. */
export function findingsOf(inputs: AlertInputs, limits: AlertLimits, isOpen: (rule: AlertRule, subject: string) => boolean): Finding[] {
  return [
    ...engineSuccess(inputs, limits, (engine) => isOpen('engineSuccess', engine)),
    ...queueAge(inputs, limits),
    ...callbacksFailing(inputs, limits),
    ...ledgerMismatch(inputs),
    ...diskFull(inputs, limits),
    ...backupMissing(inputs, limits),
    ...parserYield(inputs, limits, (engine) => isOpen('parserYield', engine)),
    ...agreementLow(inputs, limits, (pair) => isOpen('agreementLow', pair)),
    ...qualityLow(inputs, limits, (engine) => isOpen('qualityLow', engine)),
    ...providerBudget(inputs, limits),
    ...canaryFailing(inputs),
    ...layoutCase(inputs),
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const successOf = (minutes: readonly EngineMinute[]): number =>
  sum(minutes.map(({ ok }) => ok)) / Math.max(1, sum(minutes.map(({ runs }) => runs)));

function engineSuccess(
  { engines, now }: AlertInputs,
  { successShareMin, successMinutes, successRunsMin }: AlertLimits,
  isOpen: IsOpen,
): Finding[] {
  const names = [...new Set(engines.map(({ engine }) => engine))];
  return names.flatMap((engine) => {
    const own = engines.filter((minute) => minute.engine === engine && minute.runs > 0).sort((a, b) => a.at - b.at);
    const period = own.filter(({ at }) => at > now - (successMinutes + 1) * MINUTE_SECONDS);
    const newest = own.at(-1);
    // The newest minute must fail as well. Otherwise the alert would stay until the outage has left the period.
    if (!newest || successOf([newest]) >= successShareMin) return [];
    const runs = sum(period.map((minute) => minute.runs));
    const isFailing = runs >= successRunsMin && successOf(period) < successShareMin;
    if (!isFailing && !isOpen(engine)) return [];
    const judged = isFailing ? period : own;
    const summary = `${engineLabel(engine)}: ${percent(successOf(judged))} of ${sum(judged.map((minute) => minute.runs))} live runs succeeded.`;
    return [{ rule: 'engineSuccess', subject: engine, severity: 'critical', summary }];
  });
}

function queueAge({ queue }: AlertInputs, { queueSeconds }: AlertLimits): Finding[] {
  return queue.flatMap(({ priority, oldestSeconds }) => {
    const secondsMax = queueSeconds[PRIORITIES.indexOf(priority)] ?? 0;
    if (secondsMax === 0 || oldestSeconds <= secondsMax) return [];
    const summary = `The oldest live ${priority} object has waited ${durationOf(oldestSeconds)}. The limit is ${durationOf(secondsMax)}.`;
    return [{ rule: 'queueAge', subject: priority, severity: 'critical', summary }];
  });
}

function callbacksFailing({ hosts }: AlertInputs, { callbacksFailing: countMin }: AlertLimits): Finding[] {
  if (countMin === 0) return [];
  return hosts
    .filter(({ count }) => count >= countMin)
    .map(({ host, count, lastReason }) => ({
      rule: 'callbacksFailing',
      subject: host,
      severity: 'warning',
      summary: `${count} callbacks to ${host} fail${lastReason === null ? '' : `: ${lastReason}`}.`,
    }));
}

function ledgerMismatch({ mismatchedAccounts: count }: AlertInputs): Finding[] {
  if (count === 0) return [];
  const summary = `The ledger and the credits of ${count === 1 ? '1 account' : `${count} accounts`} disagree.`;
  return [{ rule: 'ledgerMismatch', subject: '', severity: 'critical', summary }];
}

function diskFull({ disks }: AlertInputs, { diskShareMax }: AlertLimits): Finding[] {
  if (diskShareMax === 0) return [];
  return disks
    .filter(({ usedShare }) => usedShare > diskShareMax)
    .map(({ node, usedShare }) => ({
      rule: 'diskFull',
      subject: node,
      severity: 'critical',
      summary: `The disk of ${node} is ${percent(usedShare)} full.`,
    }));
}

function backupMissing({ backupHours }: AlertInputs, { backupHours: hoursMax }: AlertLimits): Finding[] {
  if (hoursMax === 0 || backupHours === null || backupHours <= hoursMax) return [];
  const summary = `There was no backup for ${durationOf(backupHours * HOURS_SECONDS)}.`;
  return [{ rule: 'backupMissing', subject: '', severity: 'warning', summary }];
}

/**
 * Few pages open no alert. They do not resolve one either: less traffic proves no recovery, and a number of pages near the
 * minimum must not open and resolve an alert again and again.
 */
const isEnough = (count: number, countMin: number, isOpen: boolean): boolean => count >= (isOpen ? 1 : countMin);

function parserYield({ yields }: AlertInputs, { yieldShareMin }: AlertLimits, isOpen: IsOpen): Finding[] {
  const shareOf = ({ found, requested }: Yield): number => found / Math.max(1, requested);
  return yields
    .filter(({ engine, recent, usual }) => isEnough(recent.pages, YIELD_PAGES_MIN, isOpen(engine)) && usual.pages >= 2 * YIELD_PAGES_MIN)
    .filter(({ recent, usual }) => shareOf(recent) < shareOf(usual) * yieldShareMin)
    .map(({ engine, recent, usual }) => ({
      rule: 'parserYield',
      subject: engine,
      severity: 'warning',
      summary: `The parser of ${engineLabel(engine)} finds ${percent(shareOf(recent))} of the requested results. Usual are ${percent(shareOf(usual))}.`,
    }));
}

const agreementLow = ({ agreements }: AlertInputs, limits: AlertLimits, isOpen: IsOpen): Finding[] =>
  lowAgreements(agreements, limits, isOpen).map((found) => ({ rule: 'agreementLow', severity: 'warning', ...found }));

function qualityLow({ qualities }: AlertInputs, { lowShareMax }: AlertLimits, isOpen: IsOpen): Finding[] {
  if (lowShareMax === 0) return [];
  const shareOf = ({ pages, low }: QualityCounts): number => low / Math.max(1, pages);
  return qualities
    .filter(
      ({ engine, recent, usual }) => isEnough(recent.pages, QUALITY_PAGES_MIN, isOpen(engine)) && usual.pages >= 2 * QUALITY_PAGES_MIN,
    )
    .filter(({ recent, usual }) => shareOf(recent) > lowShareMax && shareOf(recent) >= shareOf(usual) * LOW_TIMES_USUAL)
    .map(({ engine, recent, usual }) => ({
      rule: 'qualityLow',
      subject: engine,
      severity: 'warning',
      summary: `${percent(shareOf(recent))} of the results of ${engineLabel(engine)} have a low quality. Usual are ${percent(shareOf(usual))}.`,
    }));
}

function providerBudget({ budgets }: AlertInputs, { budgetShareMax }: AlertLimits): Finding[] {
  if (budgetShareMax === 0) return [];
  return budgets
    .filter(({ usedShare }) => usedShare > budgetShareMax)
    .map(({ provider, usedShare }) => ({
      rule: 'providerBudget',
      subject: provider,
      severity: usedShare >= 1 ? 'critical' : 'warning',
      summary: `${percent(usedShare)} of today’s budget of ${provider} is spent.`,
    }));
}

function canaryFailing({ canaries }: AlertInputs): Finding[] {
  return canaries.map(({ engine, source, reason }) => ({
    rule: 'canaryFailing',
    subject: `${engine}/${source}`,
    severity: 'critical',
    summary: `${source} fails its canaries for ${engineLabel(engine)}.${reason === null ? '' : ` ${reason}`}`,
  }));
}

function layoutCase({ cases }: AlertInputs): Finding[] {
  return cases.map(({ engine, count }) => ({
    rule: 'layoutCase',
    subject: engine,
    severity: 'warning',
    summary: `The parser of ${engineLabel(engine)} may not understand ${count === 1 ? 'a layout' : `${count} layouts`} of its pages.`,
  }));
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / HOURS_SECONDS)} h`;
}
