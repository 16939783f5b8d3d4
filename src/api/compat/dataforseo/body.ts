// Bodies of DataForSEO's clients: any content type or none, compressed or not, a list of tasks or an object of tasks.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../../../contract/errors.ts';
import { Rejected, stateOf } from '../../../products/dataforseo/codes.ts';
import { BODY_BYTES_MAX, parseScanned } from '../../body.ts';
import { BodyScan } from '../../body-scan.ts';
import type { BodyLimits } from '../../rations.ts';
import { measured } from '../../work.ts';

const TASKS_MAX = 100;
/** Limits the time of parsing. A hundred tasks with every field have fewer. */
const VALUES_MAX = 20_000;
/** Limits what is stored with an object. A thousand keywords of 80 characters have about 90 KB. */
const TASK_LENGTH_MAX = 131_072;
const inflate = promisify(gunzip) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

export type Task = Readonly<Record<string, unknown>>;

/** Installs the only content type parser of these routes. The same limits hold as for all other bodies. */
export function readTaskBodies(app: FastifyInstance, rations: BodyLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, async (request: FastifyRequest, bytes: Buffer) => {
    rations.sent(request.account, request.ip, bytes.length);
    const plain = await inflated(request, bytes);
    return plain.length === 0 ? undefined : measured(request, () => parsed(plain));
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

function parsed(bytes: Buffer): unknown {
  const scan = new BodyScan({ depth: 1, what: 'tasks' });
  scan.add(bytes);
  if (scan.total > VALUES_MAX) throw errors.badBody(`it holds more than ${VALUES_MAX} values`);
  return parseScanned(bytes);
}

const isTask = (value: unknown): value is Task => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the tasks of a body: entries of an array, or values of an object with the names "0", "1" and so on. */
export function tasksIn(body: unknown, tasksMax = TASKS_MAX): readonly Task[] {
  if (body === undefined || body === null) throw new Rejected(stateOf(40502));
  const entries = Array.isArray(body) ? body : isTask(body) ? Object.values(body) : [];
  if (Array.isArray(body) && entries.length === 0) throw new Rejected(stateOf(40502));
  if (entries.length === 0 || !entries.every(isTask)) throw new Rejected(stateOf(40503));
  if (entries.length > tasksMax) throw new Rejected(stateOf(tasksMax === 1 ? 40000 : 40006));
  return entries;
}

/** Throws when a task is too large to be stored with its object. */
export function checkSize(task: Task): void {
  if (JSON.stringify(task).length > TASK_LENGTH_MAX)
    throw new Rejected(stateOf(40503, `POST Data Is Invalid. A task has more than ${TASK_LENGTH_MAX} characters.`));
}
