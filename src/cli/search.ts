// `sextant search`: runs one search through the configured route and prints progress.
import type { Job, JobEnd } from '../contract/order.ts';
import { QUALITY_REASONS, type QualityReason } from '../contract/quality.ts';
import type { EngineName, Mode } from '../contract/vocabulary.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import { attemptLine, oneOffJob, outcomeOf, statusOf } from './one-off.ts';

export interface SearchParts {
  /** The stored form of a request with defaults applied; throws the customer's error. */
  readonly request: (
    fields: { keyword: string; searchEngine: EngineName; region: string; maxResults: number; isMobile: boolean },
    mode: Mode,
  ) => string;
  readonly collect: (job: Job) => Promise<JobEnd>;
  readonly print: (text: string) => void;
  /** Prints progress; not part of the result. */
  readonly log: (text: string) => void;
}

/** Returns the exit code. */
export async function searchCommand(argv: readonly string[], parts: SearchParts): Promise<number> {
  const args = parseArguments(argv, 'search');
  const keyword = args.plain.join(' ');
  const engine = (args.option('engine') ?? 'google') as EngineName;
  if (keyword === '')
    throw new UsageProblem(
      'Usage: sextant search "red shoes" [--engine bing] [--region US] [--results 20] [--mobile] [--test]. Try: sextant help search',
    );
  const mode: Mode = args.flag('test') ? 'test' : 'live';
  const fields = {
    keyword,
    searchEngine: engine,
    region: args.option('region') ?? 'US',
    maxResults: Number(args.option('results') ?? 10),
    isMobile: args.flag('mobile'),
  };
  const job = oneOffJob('serp', parts.request(fields, mode), mode);
  parts.log(`querying ${engine} (${mode})…`);
  const end = await parts.collect(job);
  for (const attempt of end.attempts) parts.log(attemptLine(attempt));
  const data = end.outcome === 'done' ? (JSON.parse(end.body) as Record<string, unknown[]>) : null;
  const { verdict, error } = outcomeOf(end);
  if (args.json) {
    parts.print(JSON.stringify({ verdict, ...qualityOf(end), attempts: end.attempts, error, data }));
    return statusOf(end);
  }
  if (!data) {
    parts.print(`${verdict ?? 'failed'}: ${error}`);
    return statusOf(end);
  }
  const counts = Object.entries(data).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0 ? [`${name} ${value.length}`] : [],
  );
  const organic = data.organic as { position: number; title: string; url: string }[];
  const quality = qualityLine(end);
  parts.print(
    `${verdict}: ${counts.join(', ') || 'nothing'}${quality}\n\n${table(organic.map(({ position, title, url }) => ({ position, title: title.slice(0, 60), url: url.slice(0, 90) })))}`,
  );
  return statusOf(end);
}

interface StoredQuality {
  readonly quality: number | null;
  readonly qualityReasons: readonly QualityReason[];
}

function qualityOf(end: JobEnd): StoredQuality {
  const { quality = null, qualityReasons = [] } = (end.outcome === 'done' ? (end.detail ?? {}) : {}) as Partial<StoredQuality>;
  return { quality, qualityReasons };
}

/** One line with the figure and one with each reason. Empty when nothing can be said. */
function qualityLine(end: JobEnd): string {
  const { quality, qualityReasons } = qualityOf(end);
  if (quality === null) return '';
  return ['', `quality ${quality.toFixed(2)}`, ...qualityReasons.map((reason) => `  ${QUALITY_REASONS[reason] ?? reason}`)].join('\n');
}
