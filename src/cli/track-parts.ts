// Shared parts of `sextant track`: the service, the choice of a project, and prices.
import type { Forecast, NewProject, Project, ProjectChange } from '../contract/tracking.ts';
import type { NewShare, Share } from '../contract/tracking-alerts.ts';
import type {
  HistoryQuery,
  KeywordHistory,
  ProjectOverview,
  SlotRun,
  Summary,
  SummaryQuery,
  TrackingExportQuery,
} from '../contract/tracking-history.ts';
import type {
  AddedKeywords,
  Imported,
  ImportFormat,
  KeywordsQuery,
  NewTrackedKeyword,
  TrackedKeyword,
} from '../contract/tracking-keywords.ts';
import { type Arguments, UsageProblem } from './arguments.ts';
import { meant } from './commands.ts';

/** A value that is only read. */
export type Read<T> = T extends readonly (infer Item)[]
  ? readonly Read<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Read<T[Name]> }
    : T;

export type ProjectView = Read<Project>;

/** The part of the client that is used here. A test compares it with the client itself. */
export interface TrackClient {
  create(project: NewProject): Promise<Read<Project>>;
  list(): Promise<readonly Read<ProjectOverview>[]>;
  get(project: string): Promise<Read<Project>>;
  demo(): Promise<Read<Project>>;
  addKeywords(
    project: string,
    keywords: readonly NewTrackedKeyword[],
    options: { readonly dryRun?: boolean; readonly checkNow?: boolean },
  ): Promise<Read<AddedKeywords>>;
  importText(
    project: string,
    text: string,
    options: { readonly format?: ImportFormat; readonly columns?: Readonly<Record<string, string>>; readonly dryRun?: boolean },
  ): Promise<Read<Imported>>;
  change(project: string, change: ProjectChange): Promise<Read<Project>>;
  remove(project: string): Promise<void>;
  removeKeywords(project: string, ids: readonly string[]): Promise<number>;
  run(project: string): Promise<Read<SlotRun>>;
  runCost(project: string): Promise<number>;
  runs(project: string): AsyncIterable<Read<SlotRun>>;
  summary(project: string, query: SummaryQuery): Promise<Read<Summary>>;
  history(project: string, keyword: string, query: HistoryQuery): Promise<Read<KeywordHistory>>;
  keyword(project: string, id: string): Promise<Read<TrackedKeyword>>;
  keywords(project: string, query: Omit<KeywordsQuery, 'after'>): AsyncIterable<Read<TrackedKeyword>>;
  export(project: string, query: TrackingExportQuery): Promise<AsyncIterable<Uint8Array>>;
  readonly shares: { create(project: string, share: NewShare): Promise<Read<Share>> };
}

export interface TrackParts {
  /** Connects to the service. Null means the configured URL or key. */
  readonly connect: (url: string | null, key: string | null) => Promise<{ readonly client: TrackClient; readonly url: string }>;
  readonly readInput: () => Promise<Buffer>;
  /** Columns of the terminal. Null: the output is not a terminal. */
  readonly width: number | null;
  /** Asks a question on the terminal. Null without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
  /** Throws when the command is interrupted. */
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
}

export interface TrackCall {
  readonly args: Arguments;
  readonly client: TrackClient;
  /** URL of the service. */
  readonly url: string;
  readonly parts: TrackParts;
  /** The arguments after the action. */
  readonly plain: readonly string[];
}

/** A domain without the parts of an address that do not matter. */
const bare = (domain: string): string =>
  domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');

/** Returns the project with this id, name or domain. Throws unless there is exactly one. */
export async function findProject(client: TrackClient, wanted: string): Promise<Read<Project>> {
  if (/^[0-9a-f]{24}$/.test(wanted)) return client.get(wanted);
  const projects = (await client.list()).map(({ project }) => project);
  const folded = wanted.toLowerCase();
  const named = projects.filter(({ name }) => name.toLowerCase() === folded);
  const found = named.length > 0 ? named : projects.filter(({ domains }) => domains.some(({ domain }) => bare(domain) === bare(wanted)));
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const choices = found.map(({ id, name }) => `${id} (${name})`).join(', ');
    throw new UsageProblem(`"${wanted}" is ${found.length} projects. Use an id: ${choices}.`);
  }
  const names = projects.map(({ name }) => name);
  const near = meant(wanted, names);
  throw new UsageProblem(
    `Project "${wanted}" not found.${near !== '' ? near : names.length === 0 ? ' Try: sextant track init shop.example' : ` There are: ${names.join(', ')}.`}`,
  );
}

/** Returns the project that the first argument names, and the other arguments. */
export async function projectOf({ client, plain }: TrackCall, usage: string): Promise<{ project: Read<Project>; rest: readonly string[] }> {
  const [wanted, ...rest] = plain;
  if (wanted === undefined) throw new UsageProblem(`Usage: sextant ${usage}. Try: sextant help track`);
  return { project: await findProject(client, wanted), rest };
}

export const grouped = (value: number): string => value.toLocaleString('en-US');
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Returns a whole number of an option, or `standard` without it. */
export function wholeNumber(args: Arguments, name: string, least: number, most: number, standard?: number): number {
  const value = Number(standard === undefined ? args.required(name) : (args.option(name) ?? standard));
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageProblem(`--${name} must be a whole number from ${least} to ${most}.`);
  return value;
}

/** Returns the price per month, with that before a change, and how long the balance lasts. */
export function priceText({ checksPerMonth, creditsPerMonth, balance, lastsUntil }: Read<Forecast>, before?: Read<Forecast>): string {
  const change = before === undefined ? '' : ` (before: ${counted(before.creditsPerMonth, 'credit')})`;
  const price = `${counted(creditsPerMonth, 'credit')} per month for ${counted(checksPerMonth, 'check')}${change}`;
  if (balance === null || creditsPerMonth === 0) return price;
  return `${price}; your balance of ${grouped(balance)} lasts ${lastsUntil === null ? 'longer than a year' : `until ${lastsUntil.slice(0, 10)}`}`;
}

/** Returns whether the change may be saved. Throws without a terminal and without `--yes`. */
export async function isConfirmed({ args, parts }: TrackCall, question: string): Promise<boolean> {
  if (args.flag('yes')) return true;
  if (parts.confirm === null)
    throw new UsageProblem('Nothing was changed: there is no terminal for a question. Add --yes to answer it with yes.');
  return parts.confirm(question);
}
