// Receives request bodies: counts their bytes and values while they arrive, and stops at the first that is too much.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { emptyProblem, encodingProblem } from './bodiless.ts';
import { type BodyKind, readScanned } from './body.ts';
import { BodyScan, NO_LIST, VALUES_MAX } from './body-scan.ts';
import type { Rations } from './rations.ts';
import { turns } from './ticks.ts';
import { measured } from './work.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of routes whose bodies hold lists. */
    readonly body?: BodyKind;
  }
}

export const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** Up to this size a body is parsed as soon as it is there; larger ones take turns. */
const SMALL_BYTES_MAX = 16 * 1024;
/** A sender that flushes each value has chunks of some ten bytes, and each of them costs as much as a kilobyte does. */
const CHUNKS_MAX = 512;
const CHUNK_BYTES_MIN = 64;

/** Counts the bytes of a body: once when its length was announced, else as they come. */
type OnBytes = (request: FastifyRequest, count: number) => void;
type Done = (error: Error | null, body?: unknown) => void;

export function readBodies(app: FastifyInstance, rations: Rations): void {
  app.decorateRequest('workMs', 0);
  app.removeAllContentTypeParsers();
  // The operator's own calls are not rationed.
  const isRationed = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.access !== 'operator';
  const onBytes: OnBytes = (request, count) => {
    if (isRationed(request)) rations.sent(request.account, request.ip, count);
  };
  app.addHook('onResponse', (request, reply, done) => {
    const isRejected = reply.statusCode >= 400 && reply.statusCode < 500;
    if (isRejected && isRationed(request)) rations.rejected(request.account, request.ip, request.workMs);
    done();
  });
  app.addContentTypeParser('application/json', { bodyLimit: BODY_BYTES_MAX }, (request, payload, done) => {
    receive(request, payload, onBytes, done as Done);
  });
}

function receive(request: FastifyRequest, payload: IncomingMessage, onBytes: OnBytes, done: Done): void {
  const length = request.headers['content-length'];
  const announced = length === undefined ? null : Number(length);
  const scan = new BodyScan(request.routeOptions.config.body?.list ?? NO_LIST);
  const chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const end = (error: Error | null): void => {
    if (isOver) return;
    isOver = true;
    payload.removeListener('data', take);
    if (announced === null) onBytes(request, size);
    if (error) done(error);
    else if (size === 0) done(emptyProblem(request), undefined);
    else parse(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size), scan.total, done);
  };
  const takeLarge = (chunk: Buffer): void => {
    measured(request, () => scan.add(chunk));
    // Without a pause, Node reads up to 2 MB from each connection before it serves another one.
    payload.pause();
    void (turns.next() ?? Promise.resolve()).then(() => payload.resume());
  };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    try {
      if (size > BODY_BYTES_MAX) throw tooLarge();
      if (chunks.length > CHUNKS_MAX && size < chunks.length * CHUNK_BYTES_MIN) throw errors.badBody('it is sent in too many small chunks');
      if (chunk.length <= SMALL_BYTES_MAX) scan.add(chunk);
      else takeLarge(chunk);
    } catch (error) {
      end(error as Error);
    }
  };
  const encoded = encodingProblem(request);
  if (encoded) end(encoded);
  else if (announced !== null && announced > BODY_BYTES_MAX) end(tooLarge());
  else {
    if (announced !== null) onBytes(request, announced);
    payload.on('data', take);
    payload.once('end', () => end(null));
    payload.once('error', () => end(errors.badBody('it could not be read')));
  }
}

/** What the route does at once is counted as well: it checks the body before it waits for anything. */
function parse(request: FastifyRequest, bytes: Buffer, total: number, done: Done): void {
  const { body: kind, keepsNulls } = request.routeOptions.config;
  const reading = readScanned(bytes, total, kind, keepsNulls);
  const go = (body: unknown): void => measured(request, () => done(null, body));
  if (bytes.length > SMALL_BYTES_MAX || total > VALUES_MAX) {
    turns.run(reading, (slice) => measured(request, slice)).then(go, done);
    return;
  }
  let body: unknown;
  try {
    body = reading.next().value;
  } catch (error) {
    done(error as Error);
    return;
  }
  go(body);
}

const tooLarge = (): Error => errors.badBody('it is larger than 4 MiB');
