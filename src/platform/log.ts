// JSON lines for operators, from an allow-list of fields: what is not listed here cannot be written by mistake.

export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Everything a log line may carry. No keys, no keywords, no addresses of customers, no raw URLs. */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  /** The route's template, never the address that was asked for. */
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly account?: number;
  /** The public part of a key. */
  readonly key?: string;
  /** An operator's name. */
  readonly operator?: string;
  /** Where a client calls from, as rates count it. */
  readonly network?: string;
  readonly worker?: string;
  readonly objectId?: string;
  readonly kind?: string;
  readonly engine?: string;
  readonly source?: string;
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
  'outcome',
  'count',
  'reason',
];
const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const TEXT_MAX = 256;

/** An error's own words can quote a customer's; only its name, code and place in our code are written. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'not an error' };
  const { code } = error as { code?: unknown };
  const place = error.stack
    ?.split('\n')
    .slice(1, 4)
    .map((line) => line.trim().replace(/\(?file:\/\/.*\/(src|dist)\//, '($1/'));
  const cause = error.cause instanceof Error ? { cause: errorFields(error.cause) } : {};
  return { error: error.name, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}), place, ...cause };
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
