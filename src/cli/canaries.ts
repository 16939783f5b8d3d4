// `sextant canaries`: lists the sources with the state of their canaries, and runs those of one source or engine.
import type { CanaryList, CanarySource } from '../contract/canaries.ts';
import { parseArguments, plainText, table, UsageProblem } from './arguments.ts';
import type { Paint } from './paint.ts';

export interface CanariesCommandParts {
  readonly canaries: {
    read(): Promise<CanaryList>;
    /** Requests a run. Returns null for an unknown source. */
    run(engine: string, source: string): Promise<CanarySource | null>;
  };
  readonly print: (text: string) => void;
  /** Prints progress. */
  readonly log: (text: string) => void;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly paint: Paint;
}

const POLL_MS = 1000;
/** A worker takes up a request within seconds, and a run ends after 290 s. */
const WAIT_SECONDS_MAX = 600;

/** Returns the exit code: 1 when a source is failing, or when a requested run did not end in time. */
export async function canariesCommand(argv: readonly string[], parts: CanariesCommandParts): Promise<number> {
  const args = parseArguments(argv, 'canaries');
  const { canaries, print, paint } = parts;
  const [action = 'list', engine, source, ...more] = args.plain;
  const isValid = action === 'list' ? engine === undefined : action === 'run' && engine !== undefined;
  if (!isValid || more.length > 0)
    throw new UsageProblem('Usage: sextant canaries [list | run ENGINE [SOURCE]]. Try: sextant help canaries');
  if (engine === undefined) {
    const list = await canaries.read();
    print(args.json ? JSON.stringify(list) : listText(list, paint));
    return statusOf(list.sources);
  }
  const chosen = await choose(engine, source, parts);
  const before = new Map<string, string | null>();
  for (const one of chosen) {
    for (const { id, lastRunAt } of one.canaries) before.set(keyOf(one, id), lastRunAt);
    if ((await canaries.run(one.engine, one.source)) === null) throw unknown(engine, source);
  }
  const ended = await waitForRuns(chosen, before, parts);
  print(args.json ? JSON.stringify(ended.sources) : ended.sources.map((one) => resultText(one, paint)).join('\n'));
  return ended.isComplete ? statusOf(ended.sources) : 1;
}

const keyOf = ({ engine, source }: Pick<CanarySource, 'engine' | 'source'>, id: string): string => `${engine}/${source}/${id}`;
const statusOf = (sources: readonly CanarySource[]): number => (sources.some(({ state }) => state === 'failing') ? 1 : 0);
function unknown(engine: string, source: string | undefined, sources: readonly CanarySource[] = []): UsageProblem {
  const others = sources
    .filter((one) => one.engine === engine)
    .map((one) => (one.state === 'unbudgeted' ? `${one.source} (unbudgeted)` : one.source));
  const hint = others.length === 0 ? 'Run sextant canaries for the names.' : `Its sources: ${others.join(', ')}.`;
  return new UsageProblem(`No canaries for ${source === undefined ? engine : `${source} of ${engine}`}. ${hint}`);
}

/** Without a source: all sources of the engine that may be tested. */
async function choose(engine: string, source: string | undefined, { canaries }: CanariesCommandParts): Promise<CanarySource[]> {
  const { sources } = await canaries.read();
  const found = sources.filter(
    (one) => one.engine === engine && (source === undefined ? one.state !== 'unbudgeted' : one.source === source),
  );
  if (found.length === 0) throw unknown(engine, source, sources);
  return found;
}

async function waitForRuns(
  chosen: readonly CanarySource[],
  before: ReadonlyMap<string, string | null>,
  { canaries, log, pause }: CanariesCommandParts,
): Promise<{ readonly sources: CanarySource[]; readonly isComplete: boolean }> {
  for (let waited = 0; ; waited += POLL_MS / 1000) {
    const all = (await canaries.read()).sources;
    const sources = chosen.map((one) => all.find(({ engine, source }) => engine === one.engine && source === one.source) ?? one);
    const open = sources.flatMap((one) => one.canaries.filter(({ id, lastRunAt }) => lastRunAt === (before.get(keyOf(one, id)) ?? null)));
    if (open.length === 0) return { sources, isComplete: true };
    if (waited >= WAIT_SECONDS_MAX) return { sources, isComplete: false };
    if (waited % 10 === 0) log(`waiting for ${open.length === 1 ? '1 run' : `${open.length} runs`}`);
    await pause(POLL_MS);
  }
}

function listText({ intervalMinutes, sources }: CanaryList, paint: Paint): string {
  if (sources.length === 0)
    return intervalMinutes === 0
      ? 'Canaries are off: CANARY_INTERVAL_MINUTES is 0.'
      : 'No canaries yet. A service publishes them when it starts.';
  const rows = sources.map((one) => ({
    engine: one.engine,
    source: one.source,
    state: one.switchedOff ? `${one.state}, off` : one.state,
    canaries: `${one.canaries.filter(({ outcome }) => outcome === 'passed').length}/${one.canaries.length} passed`,
    'last run': lastRunOf(one) ?? '–',
    today: String(one.runsToday),
    budget: one.budget === null ? '–' : `${one.budget.usedToday}/${one.budget.runsPerDay}`,
    reason: one.reason ?? '',
  }));
  const [header = '', ...lines] = table(rows).split('\n');
  return [paint.bold(header), ...lines.map((line, index) => colourOf(sources[index]!, paint)(line))].join('\n');
}

function resultText(one: CanarySource, paint: Paint): string {
  const lines = one.canaries.map(
    ({ id, outcome, reason }) => `  ${id}: ${outcome ?? 'no run yet'}${reason ? `. ${plainText(reason)}` : ''}`,
  );
  return [colourOf(one, paint)(`${one.engine}/${one.source}: ${one.state}${one.switchedOff ? ', switched off' : ''}`), ...lines].join('\n');
}

const lastRunOf = ({ canaries }: CanarySource): string | null =>
  canaries
    .flatMap(({ lastRunAt }) => lastRunAt ?? [])
    .sort()
    .at(-1) ?? null;

function colourOf({ state }: CanarySource, paint: Paint): (text: string) => string {
  if (state === 'failing') return paint.red;
  return state === 'passing' ? paint.green : (text) => text;
}
