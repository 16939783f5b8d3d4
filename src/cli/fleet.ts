// `sextant fleet`: lists nodes, processes and drift, and drains or resumes one node.
import type { FleetAccess } from '../business/fleet/fleet.ts';
import type { Fleet, FleetNode, FleetProcess } from '../contract/fleet.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import type { Paint } from './paint.ts';

export interface FleetCommandParts {
  readonly fleet: FleetAccess;
  readonly print: (text: string) => void;
  /** Prints progress. */
  readonly log: (text: string) => void;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly paint: Paint;
}

const POLL_MS = 1000;
/** A job is ended after 290 s, so a longer drain has another reason. */
const WAIT_SECONDS_MAX = 900;

/** Returns the exit code: 1 when `--wait` ended before the node was empty. */
export async function fleetCommand(argv: readonly string[], parts: FleetCommandParts): Promise<number> {
  const args = parseArguments(argv, 'fleet');
  const { fleet, print, paint } = parts;
  const [action = 'list', name, ...more] = args.plain;
  const isValid = action === 'list' ? name === undefined : (action === 'drain' || action === 'resume') && name !== undefined;
  if (!isValid || more.length > 0)
    throw new UsageProblem('Usage: sextant fleet [drain NODE [--wait] | resume NODE]. Try: sextant help fleet');
  if (name === undefined) {
    const found = await fleet.read();
    print(args.json ? JSON.stringify(found) : fleetText(found, paint));
    return 0;
  }
  const changed = action === 'drain' ? await fleet.drain(name) : await fleet.resume(name);
  if (!changed) throw new UsageProblem(`Node ${name} not found. Run sextant fleet for the names.`);
  const waits = action === 'drain' && args.flag('wait');
  const node = waits ? await waitUntilEmpty(changed, parts) : changed;
  print(args.json ? JSON.stringify(node) : outcomeText(action, node));
  return waits && node.state !== 'drained' ? 1 : 0;
}

/** Prints a line whenever the number of running jobs or the estimate changes. */
async function waitUntilEmpty(first: FleetNode, { fleet, log, pause }: FleetCommandParts): Promise<FleetNode> {
  let node = first;
  let last = '';
  for (let waited = 0; node.state === 'draining' && waited < WAIT_SECONDS_MAX; waited += POLL_MS / 1000) {
    const line = progressText(node);
    if (line !== last) log(line);
    last = line;
    await pause(POLL_MS);
    // The node is gone when its drain was ended elsewhere and its processes have stopped.
    node = (await fleet.read()).nodes.find(({ name }) => name === first.name) ?? { ...node, state: 'silent' };
  }
  return node;
}

const jobs = (count: number): string => `${count} ${count === 1 ? 'job' : 'jobs'}`;
const left = (seconds: number | null): string => (seconds === null ? '' : `, about ${seconds} s left`);

function progressText({ name, running, drainSeconds, processes }: FleetNode): string {
  const waits = processes.some((process) => !process.silent && process.drainingSince === null);
  return waits ? `${name}: waiting for its next heartbeat` : `${name}: ${jobs(running)} running${left(drainSeconds)}`;
}

function outcomeText(action: string, node: FleetNode): string {
  if (action === 'resume') return `${node.name} is resumed. Its workers claim jobs again within 5 seconds.`;
  if (node.state === 'drained') return `${node.name} is drained: no job is running. Stop it, or run sextant fleet resume ${node.name}.`;
  if (node.state === 'draining') return `${node.name} is draining: ${jobs(node.running)} running${left(node.drainSeconds)}.`;
  return `${node.name} is ${node.state}: run sextant fleet for details.`;
}

function fleetText({ nodes, warnings }: Fleet, paint: Paint): string {
  const rows = nodes.flatMap((node) =>
    node.processes.length === 0 ? [rowOf(node)] : node.processes.map((process) => rowOf(node, process)),
  );
  const [header = '', ...lines] = table(rows).split('\n');
  const colours = rows.map(({ state }) =>
    state.startsWith('silent') ? paint.red : state === 'active' ? (text: string) => text : paint.yellow,
  );
  const drift = warnings.map(({ message }) => `${paint.yellow('warning')}  ${message}`);
  return [
    paint.bold(header),
    ...lines.map((line, index) => colours[index]!(line)),
    '',
    ...(drift.length === 0 ? [paint.green('No drift: versions, settings and clocks agree.')] : drift),
  ].join('\n');
}

/** Without a process: a drained node that is switched off. */
function rowOf(node: FleetNode, process?: FleetProcess) {
  const { concurrency = null, running = null, cpuShare = null, memoryMb = null, clockSkewMs = null } = process ?? {};
  return {
    node: node.name,
    role: process?.role ?? '–',
    version: process?.version ?? '–',
    state: stateText(node, process),
    jobs: concurrency === null ? '–' : `${running ?? 0}/${concurrency}`,
    cpu: cpuShare === null ? '–' : `${Math.round(cpuShare * 100)}%`,
    memory: memoryMb === null ? '–' : `${memoryMb} MB`,
    heartbeat: process ? `${Math.round(process.seenSeconds)} s ago` : '–',
    clock: clockSkewMs === null ? '–' : `${clockSkewMs > 0 ? '+' : ''}${clockSkewMs} ms`,
    labels: process?.labels.join(',') ?? '',
  };
}

function stateText(node: FleetNode, process?: FleetProcess): string {
  if (!process) return node.state;
  if (process.silent) return 'silent';
  if (process.drainingSince === null) return node.state === 'active' ? 'active' : 'draining';
  return process.running === null || process.running > 0 || node.state === 'draining'
    ? `draining${process.running ? left(process.drainSeconds) : ''}`
    : 'drained';
}
