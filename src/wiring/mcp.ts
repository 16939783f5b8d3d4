// Builds `sextant mcp`: tools over standard input and output, backed by a service or directly by the sources.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { parseArguments, UsageProblem } from '../cli/arguments.ts';
import { readConfig } from '../config.ts';
import { type Backend, ToolProblem } from '../mcp/backend.ts';
import { COSTS_MS_MAX, readCosts } from '../mcp/costs.ts';
import { createMcp } from '../mcp/server.ts';
import { type CallApi, createServiceBackend } from '../mcp/service-backend.ts';
import { createSessionBudget } from '../mcp/session.ts';
import { VERSION } from './installation.ts';
import { createEmbedded } from './mcp-embedded.ts';
import { type Address, addressOf } from './remote.ts';

const CALL_MS_MAX = 120_000;

const callOutside =
  ({ url, key }: Address): CallApi =>
  async ({ method, path, body, headers: more, signal }) => {
    const headers = { ...more, authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    try {
      const response = await fetch(url.replace(/\/+$/, '') + path, {
        ...sent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS_MAX)]),
      });
      return { status: response.status, text: await response.text(), cost: response.headers.get('credits-cost') ?? undefined };
    } catch (error) {
      signal.throwIfAborted();
      throw new ToolProblem(502, `The service at ${url} could not be reached.`, 'Check that it runs, and --url.', { cause: error });
    }
  };

/** `sextant mcp`: runs until standard input ends. Nothing else may write to standard output. */
export async function mcp(given: readonly string[]): Promise<void> {
  const words = parseArguments(given, 'mcp');
  const config = readConfig();
  const budget = words.option('budget');
  if (budget !== undefined && !/^\d{1,12}$/.test(budget)) throw new UsageProblem('--budget must be a whole number of credits.');
  const [url, key] = [words.option('url') ?? config.SEXTANT_URL, words.option('key') ?? null];
  const alone = words.flag('test') || url === null;
  const embedded = alone ? await createEmbedded(config, words.flag('test') ? 'test' : 'live') : null;
  const backend: Backend = embedded ?? createServiceBackend(callOutside(addressOf(config, url, key)));
  const settings = {
    budget: budget === undefined ? null : createSessionBudget(Number(budget)),
    requestId: null,
    onFault: (error: unknown, tool: string) =>
      void process.stderr.write(`${tool} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
    mayWait: () => true,
    ending: () => false,
    onWait: () => undefined,
  };
  await new Promise<void>((resolve) => {
    const tell = (error: Error): void => void process.stderr.write(`${error.message}\n`);
    const costs = readCosts(backend, AbortSignal.timeout(COSTS_MS_MAX));
    const handle = serveStdio(async () => createMcp(backend, VERSION, { ...settings, costs: await costs }), { onerror: tell });
    process.stdin.once('end', resolve).once('close', resolve);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void handle.close().then(resolve, () => resolve()));
  });
  await embedded?.close();
  // Calls that still run have no client any more.
  process.exit(0);
}
