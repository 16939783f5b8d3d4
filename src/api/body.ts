// Request bodies: received, counted and parsed within fixed limits, so that a hostile body is cheap to reject (decision 38).
//
// 1. `BodyScan` counts bytes, depth, properties and values while the body arrives. It stops at the first one beyond a limit.
// 2. A body of few values is parsed by `JSON.parse`. The number of values limits its time.
// 3. A list of many values becomes a `LongList`, because `JSON.parse` can take 150 ms for each MB of it. It is parsed while it is
//    validated, in slices of 2 ms.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errors } from '../contract/errors.ts';
import { emptyProblem, encodingProblem } from './bodiless.ts';
import { BodyParser } from './body-parse.ts';
import { BodyScan, type ListPosition, NO_LIST, VALUES_MAX } from './body-scan.ts';
import type { Shape } from './body-shape.ts';
import { parseLong } from './long-list.ts';
import type { BodyLimits } from './rations.ts';
import { ticks } from './ticks.ts';
import { measured } from './work.ts';

/** The list that a route expects in its body. Without it the body is one request with any properties. */
export interface BodyKind {
  readonly list: ListPosition;
  readonly shape: Shape;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly body?: BodyKind;
  }
}

export const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** Bodies up to this size are parsed at once, larger ones in slices. */
const SMALL_BYTES_MAX = 16 * 1024;
/** Each chunk costs as much as a kilobyte, so a body in many tiny chunks is rejected. */
const CHUNKS_MAX = 512;
const CHUNK_BYTES_MIN = 64;

/** Counts the bytes of a body: once if its length is announced, otherwise at its end. */
type OnBytes = (request: FastifyRequest, count: number) => void;
type Done = (error: Error | null, body?: unknown) => void;

/** Installs the only content type parser, and counts bytes and the time of rejected bodies against the sender's rations. */
export function readBodies(app: FastifyInstance, rations: BodyLimits): void {
  app.decorateRequest('workMs', 0);
  app.decorateRequest('isRejected', false);
  app.removeAllContentTypeParsers();
  const isRationed = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.access !== 'operator';
  const onBytes: OnBytes = (request, count) => {
    if (isRationed(request)) rations.sent(request.account, request.ip, count);
  };
  app.addHook('onResponse', (request, reply, done) => {
    const isRejected = request.isRejected || (reply.statusCode >= 400 && reply.statusCode < 500);
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
    void (ticks.next() ?? Promise.resolve()).then(() => payload.resume());
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

const tooLarge = (): Error => errors.badBody('it is larger than 4 MiB');

/** The synchronous part of the route handler is measured as well: it validates the body before it waits for anything. */
function parse(request: FastifyRequest, bytes: Buffer, total: number, done: Done): void {
  const { body: kind, keepsNulls } = request.routeOptions.config;
  const reading = readScanned(bytes, total, kind, keepsNulls);
  const go = (body: unknown): void => measured(request, () => done(null, body));
  if (bytes.length > SMALL_BYTES_MAX || total > VALUES_MAX) {
    ticks.run(reading, (slice) => measured(request, slice)).then(go, done);
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

/** Scans and parses in one step. `keepsNulls` is for updates, in which null removes a value. */
export function readJson(bytes: Buffer, keepsNulls = false): unknown {
  new BodyScan(NO_LIST).add(bytes);
  return parseSmall(textOf(bytes), keepsNulls);
}

/** Parses a body whose number of values was checked. */
export const parseScanned = (bytes: Buffer): unknown => parseSmall(textOf(bytes), false);

/** Parses the entries of a scanned array or object one by one, and returns them as a list. Yields after each. */
export function* parseEntries(bytes: Buffer): Generator<void, unknown> {
  const text = textOf(bytes);
  const parser = new BodyParser(text);
  const isObject = parser.nextIs('{');
  if (!isObject && !parser.nextIs('[')) return parseSmall(text, false);
  const entries: unknown[] = [];
  // As in a parsed object: the last entry of a name counts, and null means omitted.
  const named = Object.create(null) as Record<string, unknown>;
  for (const _ of parser.entries(isObject ? '}' : ']')) {
    const before = parser.at;
    if (isObject) parser.member({});
    const start = parser.at;
    parser.skip();
    const value = parseSmall(text.slice(start, parser.at), false);
    if (isObject) named[JSON.parse(text.slice(before, start - 1)) as string] = value;
    else entries.push(value);
    yield;
  }
  parser.end();
  return isObject ? Object.values(named).filter((value) => value !== null) : entries;
}

/** Parses a scanned body. Lists of many values lose the properties that the contract does not have. */
function* readScanned(bytes: Buffer, total: number, kind: BodyKind | undefined, keepsNulls = false): Generator<void, unknown> {
  const text = textOf(bytes);
  if (total <= VALUES_MAX || kind === undefined) return parseSmall(text, keepsNulls);
  return yield* parseLong(text, kind.shape, kind.list.depth);
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw errors.badBody('it is not valid UTF-8');
  return bytes.toString('utf8');
}

function parseSmall(text: string, keepsNulls: boolean): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.badBody('it is not valid JSON');
  }
  return keepsNulls || !MAY_NEED_CLEANING.test(text) ? value : withoutNulls(value);
}

/** A text without any of these needs no cleaning. Escapes can hide the name `__proto__`. */
const MAY_NEED_CLEANING = /null|__proto__|\\u/;

/** Null means omitted, except in the `value` of a parameter, where it means "remove the default". */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || (inner === null && name !== 'value')) continue;
    result[name] = withoutNulls(inner);
  }
  return result;
}
