// Bodies of DataForSEO's clients: any content type or none, compressed or not, a list of tasks or an object of tasks.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../../contract/errors.ts';
import { Rejected, stateOf } from '../../../products/dataforseo/codes.ts';
import { BODY_BYTES_MAX, parseEntries, parseScanned } from '../../body.ts';
import { BodyScan, VALUES_MAX as SMALL_VALUES_MAX } from '../../body-scan.ts';
import type { BodyLimits } from '../../rations.ts';
import { ticks } from '../../ticks.ts';
import { measured } from '../../work.ts';

const TASKS_MAX = 100;
/** Limits memory. A hundred tasks of a thousand keywords have fewer. */
const VALUES_MAX = 110_000;
/** Limits what is stored with an object, in characters. A thousand keywords of 80 characters have about 90 KB. */
export const TASK_LENGTHS_MAX = { serp: 16_384, keyword: 131_072 } as const;
const inflate = promisify(gunzip) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

export type Task = Readonly<Record<string, unknown>>;

/** Installs the only content type parser of these routes. The same limits hold as for all other bodies. */
export function readTaskBodies(app: FastifyInstance, rations: BodyLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, async (request: FastifyRequest, bytes: Buffer) => {
    rations.sent(request.account, request.ip, bytes.length);
    const plain = await inflated(request, bytes);
    // A compressed body costs as much memory and time as the same body without compression.
    rations.sent(request.account, request.ip, plain.length - bytes.length);
    return plain.length === 0 ? undefined : parsed(request, plain);
  });
}

/** A widely copied client announces compression and sends plain text, so the first bytes decide. */
async function inflated(request: FastifyRequest, bytes: Buffer): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip || encoding === '' || encoding === 'identity') return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: BODY_BYTES_MAX });
  } catch {
    throw errors.badBody('it could not be decompressed, or is larger than 4 MiB');
  }
}

function parsed(request: FastifyRequest, bytes: Buffer): unknown {
  const scan = new BodyScan({ depth: 1, what: 'tasks', mayBeObject: true });
  measured(request, () => scan.add(bytes));
  if (scan.total > VALUES_MAX) throw errors.badBody(`it holds more than ${VALUES_MAX} values`);
  if (scan.total <= SMALL_VALUES_MAX) return measured(request, () => parseScanned(bytes));
  return ticks.run(parseEntries(bytes), (slice) => measured(request, slice));
}

const isTask = (value: unknown): value is Task => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the tasks of a body: entries of an array, or values of an object with the names "0", "1" and so on. */
function entriesIn(body: unknown): readonly Task[] {
  if (body === undefined || body === null) throw new Rejected(stateOf(40502));
  const entries = Array.isArray(body) ? body : isTask(body) ? Object.values(body) : [];
  if (Array.isArray(body) && entries.length === 0) throw new Rejected(stateOf(40502));
  if (entries.length === 0 || !entries.every(isTask)) throw new Rejected(stateOf(40503));
  return entries;
}

/** Returns the only task of a request that takes one. */
export function taskOfBody(body: unknown): Task {
  const [task, ...others] = entriesIn(body);
  if (others.length > 0) throw new Rejected(stateOf(40000));
  return task!;
}

/** Returns the tasks of a batch. Each one above the limit is rejected alone, as by the provider. */
export function tasksIn(body: unknown): { readonly tasks: readonly Task[]; readonly isWithinLimit: (index: number) => boolean } {
  return { tasks: entriesIn(body), isWithinLimit: (index) => index < TASKS_MAX };
}

/** Throws when a task is too large to be stored with its object. */
export function checkSize(task: Task, lengthMax: number): void {
  if (JSON.stringify(task).length > lengthMax)
    throw new Rejected(stateOf(40503, `POST Data Is Invalid. A task has more than ${lengthMax} characters.`));
}
