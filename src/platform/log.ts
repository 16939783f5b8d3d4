// JSON log lines with an allow-list of fields, so that no other value is logged by mistake.

export type Level = 'debug' | 'info' | 'warn' | 'error';

/** All fields of a log line. No API keys, keywords, customer URLs or raw URLs. */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  /** The route's template, never the requested URL. */
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly account?: number;
  /** The public part of a key. */
  readonly key?: string;
  /** An operator's name. */
  readonly operator?: string;
  /** The client's IP address or IPv6 prefix, as rate limits count it. */
  readonly network?: string;
  readonly worker?: string;
  readonly objectId?: string;
  readonly kind?: string;
  readonly engine?: string;
  readonly source?: string;
  /** The id of a canary. */
  readonly canary?: string;
  /** A label of `WORKER_LABELS`. */
  readonly label?: string;
  /** A maintenance task. */
  readonly task?: string;
  /** A tool or method of MCP. */
  readonly tool?: string;
  /** A tracking project, as the database numbers it. */
  readonly project?: number;
  /** Share of the requested results that the parser found, and its usual value; in percent. */
  readonly yield?: number;
  readonly usualYield?: number;
  /** Time until a daily budget is available again. */
  readonly resetSeconds?: number;
  readonly outcome?: string;
  readonly count?: number;
  readonly reason?: string;
  readonly error?: unknown;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const ALLOWED: readonly (keyof LogFields)[] = [
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'account',
  'key',
  'operator',
  'network',
  'worker',
  'objectId',
  'kind',
  'engine',
  'source',
  'canary',
  'label',
  'task',
  'tool',
  'project',
  'yield',
  'usualYield',
  'resetSeconds',
  'outcome',
  'count',
  'reason',
];
const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const TEXT_MAX = 512;

/** An error message can quote customer data, so only the name, code and stack frames of an error are logged. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'not an error' };
  const { code } = error as { code?: unknown };
  const stack = error.stack
    ?.split('\n')
    .slice(1, 4)
    .map((line) => line.trim().replace(/\(?file:\/\/.*\/(src|dist)\//, '($1/'));
  const cause = error.cause instanceof Error ? { cause: errorFields(error.cause) } : {};
  return { error: error.name, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}), stack, ...cause };
}

export function createLog(level: Level, write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const lowest = LEVELS.indexOf(level);
  const put = (at: Level, message: string, fields: LogFields = {}): void => {
    if (LEVELS.indexOf(at) < lowest) return;
    const line: Record<string, unknown> = { at: new Date().toISOString(), level: at, message };
    for (const name of ALLOWED) {
      const value = fields[name];
      if (value !== undefined) line[name] = typeof value === 'string' ? value.slice(0, TEXT_MAX) : value;
    }
    if (fields.error !== undefined) Object.assign(line, errorFields(fields.error));
    write(`${JSON.stringify(line)}\n`);
  };
  return {
    debug: (message, fields) => put('debug', message, fields),
    info: (message, fields) => put('info', message, fields),
    warn: (message, fields) => put('warn', message, fields),
    error: (message, fields) => put('error', message, fields),
  };
}
