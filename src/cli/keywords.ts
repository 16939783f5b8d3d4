// `sextant keywords`: gets search volumes or suggestions and prints progress.
import type { Job, JobEnd } from '../contract/order.ts';
import type { KeywordSource, Mode } from '../contract/vocabulary.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import { attemptLine, oneOffJob, outcomeOf, statusOf } from './one-off.ts';

export interface KeywordsParts {
  /** The stored form of a request with defaults applied; throws the customer's error. */
  readonly request: (
    fields: { keywords: string[]; source: KeywordSource; region: string; language?: string; suggestions: boolean },
    mode: Mode,
  ) => string;
  readonly collect: (job: Job) => Promise<JobEnd>;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
}

interface Row {
  readonly keyword: string;
  readonly searchVolume: number | null;
  readonly competition: number | null;
  readonly costPerClick: number | null;
  readonly searchVolumeMobileRatio: number | null;
  readonly monthlySearchVolumes: readonly { readonly searchVolume: number | null }[] | null;
}

const USAGE =
  'Usage: sextant keywords "pizza,pasta" [--region US] [--source google|baidu] [--language en] [--suggestions] [--test] [--json]. Try: sextant help keywords';
/** Number of months that fit on a common terminal. */
const MONTHS_SHOWN = 3;

/** Returns the exit code. */
export async function keywordsCommand(argv: readonly string[], parts: KeywordsParts): Promise<number> {
  const args = parseArguments(argv, 'keywords');
  const mode: Mode = args.flag('test') ? 'test' : 'live';
  const keywords = args.plain
    .flatMap((keyword) => keyword.split(','))
    .map((keyword) => keyword.trim())
    .filter(Boolean);
  const source = (args.option('source') ?? 'google') as KeywordSource;
  const language = args.option('language');
  if (keywords.length === 0) throw new UsageProblem(USAGE);
  const fields = {
    keywords,
    source,
    region: args.option('region') ?? (source === 'baidu' ? 'CN' : 'US'),
    suggestions: args.flag('suggestions'),
    ...(language === undefined ? {} : { language }),
  };
  const request = parts.request(fields, mode);
  parts.log(`querying ${source} for ${keywords.length} keyword${keywords.length === 1 ? '' : 's'} (${mode})…`);
  const end = await parts.collect(oneOffJob('keyword', request, mode));
  for (const attempt of end.attempts) parts.log(attemptLine(attempt));
  const { verdict, error } = outcomeOf(end);
  const data = end.outcome === 'done' ? (JSON.parse(end.body) as { totalResults: number; results: Row[] }) : null;
  if (args.json) {
    parts.print(JSON.stringify({ verdict, attempts: end.attempts, error, data }));
    return statusOf(end);
  }
  if (!data) {
    parts.print(`${verdict ?? 'failed'}: ${error}`);
    return statusOf(end);
  }
  parts.print(`${verdict}: ${data.results.length} of ${data.totalResults}\n\n${table(data.results.map(formatRow))}`);
  return statusOf(end);
}

/** Unknown values are shown as a dash, so that they differ from 0. */
const cell = (value: number | null): string => (value === null ? '–' : String(value));

function formatRow(row: Row): Record<string, string> {
  const months = row.monthlySearchVolumes?.slice(-MONTHS_SHOWN).map(({ searchVolume }) => cell(searchVolume));
  return {
    keyword: row.keyword,
    volume: cell(row.searchVolume),
    competition: cell(row.competition),
    cpc: cell(row.costPerClick),
    mobile: cell(row.searchVolumeMobileRatio),
    [`last ${MONTHS_SHOWN} months`]: months?.join(' ') ?? '–',
  };
}
