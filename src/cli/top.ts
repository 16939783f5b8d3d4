// `sextant top`: queue, sources, callbacks and workers as a live table in the terminal.
import type { OverviewTables } from '../business/orders/overview.ts';
import { parseArguments, table, UsageProblem } from './arguments.ts';
import type { Paint } from './paint.ts';

/** A terminal that shows one screen after the other. */
export interface Screen {
  size(): { readonly rows: number; readonly columns: number };
  /** Aborted when the user presses q or Ctrl+C. */
  readonly quit: AbortSignal;
  draw(text: string): void;
  /** Restores what the terminal showed before. */
  close(): void;
}

export interface TopParts {
  readonly read: () => Promise<OverviewTables>;
  readonly print: (text: string) => void;
  /** Null when the output is not a terminal. Opened only for the live table. */
  readonly openScreen: (() => Screen) | null;
  /** Ends early when the signal is aborted. Never throws. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly paint: Paint;
}

const INTERVAL_SECONDS = 2;
const [INTERVAL_MIN, INTERVAL_MAX] = [0.5, 3600];
/** For output that is not a terminal. */
const WHOLE = { rows: Number.POSITIVE_INFINITY, columns: 120 };

/** Returns the exit code. Without a terminal, or with --json, it prints once. */
export async function topCommand(argv: readonly string[], { read, print, openScreen, pause, paint }: TopParts): Promise<number> {
  const args = parseArguments(argv, 'top');
  const seconds = Number(args.option('interval') ?? INTERVAL_SECONDS);
  if (args.plain.length > 0) throw new UsageProblem('Usage: sextant top [--interval SECONDS] [--url URL] [--json]. Try: sextant help top');
  if (!(seconds >= INTERVAL_MIN && seconds <= INTERVAL_MAX))
    throw new UsageProblem(`--interval must be a number of seconds from ${INTERVAL_MIN} to ${INTERVAL_MAX}.`);
  if (args.json || openScreen === null) {
    const state = await read();
    print(args.json ? JSON.stringify(state) : topText(state, WHOLE, paint));
    return 0;
  }
  // The first read is before the screen opens: a wrong setting is then printed as for every other command.
  let state = await read();
  const screen = openScreen();
  try {
    let problem = '';
    while (!screen.quit.aborted) {
      screen.draw(topText(state, screen.size(), paint, problem));
      await pause(seconds * 1000, screen.quit);
      if (screen.quit.aborted) break;
      try {
        state = await read();
        problem = '';
      } catch (error) {
        // The last figures stay: an outage is when they are needed.
        problem = error instanceof Error ? error.message : String(error);
      }
    }
  } finally {
    screen.close();
  }
  return 0;
}

const age = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
const shown = (at: string): string => at.slice(0, 19).replace('T', ' ');

/** Live rows come first. A screen shows as many lines as fit, and cuts long ones. */
export function topText(
  state: OverviewTables,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  paint: Paint,
  problem = '',
): string {
  const { queue, modes, callbacks, workers } = state;
  const waiting = queue.reduce((sum, each) => sum + each.waiting, 0);
  const running = queue.reduce((sum, each) => sum + each.running, 0);
  const summary = `${waiting} waiting, ${running} running, ${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}, ${callbacks.pending} callbacks pending`;
  const sections = [
    [
      table(
        modes.flatMap(({ mode, queue: priorities }) =>
          priorities.map(({ priority, waiting, running, oldestSeconds }) => ({
            queue: priority,
            mode,
            waiting,
            running,
            oldest: waiting + running > 0 ? age(oldestSeconds) : '–',
          })),
        ),
      ),
    ],
    [sourcesText(state)],
    callbacks.failing.length === 0
      ? []
      : [
          table(
            callbacks.failing.map(({ host, count, lastReason }) => ({ 'failing host': host, callbacks: count, reason: lastReason ?? '–' })),
          ),
        ],
    [workersText(state)],
  ];
  const lines = sections.flatMap((section) => (section.length === 0 ? [] : ['', ...section.join('\n').split('\n')]));
  const head = [
    paint.bold(`Sextant ${shown(state.at)} UTC`),
    summary,
    ...(problem === '' ? [] : [paint.red(`Not up to date: ${problem}`)]),
  ];
  const foot = Number.isFinite(rows) ? ['', paint.dim('q: quit')] : [];
  const room = Math.max(0, rows - head.length - foot.length);
  const body = lines.slice(0, room).map((line, index) => paintRow(line.slice(0, columns), lines[index - 1] === '', paint));
  return [...head, ...body, ...foot].join('\n');
}

function paintRow(line: string, isHeader: boolean, paint: Paint): string {
  if (isHeader) return paint.bold(line);
  if (/ paused /.test(line)) return paint.yellow(line);
  return / 0% /.test(line) ? paint.red(line) : line;
}

function sourcesText({ engines }: OverviewTables): string {
  if (engines.length === 0) return 'source\nno attempts in the last hour';
  const live = engines.filter(({ mode }) => mode === 'live');
  const rows = [...live, ...engines.filter(({ mode }) => mode !== 'live')].map((row) => {
    const attempts = row.ok + row.blocked + row.unreachable + row.unreadable;
    return {
      source: `${row.engine} ${row.source}`,
      mode: row.mode,
      state: row.resting ? 'paused' : 'on',
      ok: attempts === 0 ? '–' : `${Math.round((100 * row.ok) / attempts)}%`,
      attempts,
      blocked: row.blocked,
      unreachable: row.unreachable,
      'parse errors': row.unreadable,
      p50: `${row.p50Ms} ms`,
      p95: `${row.p95Ms} ms`,
    };
  });
  return table(rows);
}

function workersText({ workers }: OverviewTables): string {
  if (workers.length === 0) return 'worker\nnone is running, so requests wait';
  return table(
    workers.map(({ token, running, seenSeconds, labels }) => ({
      worker: token,
      running,
      heartbeat: `${age(seenSeconds)} ago`,
      labels: labels.join(','),
    })),
  );
}
