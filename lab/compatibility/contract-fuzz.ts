// Compares a running service with its OpenAPI document: valid and damaged requests to every operation.
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import type { Site } from './check.ts';
import type { Schema } from './contract-arbitrary.ts';
import { type ContractRequest, type Operation, requestsOf } from './contract-requests.ts';
import { seedContract } from './contract-seed.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface Documented {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
export interface FuzzResult {
  readonly requests: number;
  /** Such as `200 812, 400 530`. */
  readonly statuses: string;
  /** Such requests prove nothing. */
  readonly rejectedByRate: number;
  /** Different problems, each with the request that showed it. */
  readonly findings: readonly string[];
}

/** It sends a live search to a source. */
const LEFT_OUT = new Set(['testSource']);
/** Streams are read until this time is over. */
const STREAM_MS_MAX = 300;
const REQUEST_MS_MAX = 60_000;

/** Objects may have only the properties that the document names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)])) as Record<string, unknown>;
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false;
  return copy;
}

function validatorsOf(document: Document): (media: { schema?: object }) => ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'doc', components: closed(document.components) });
  const compiled = new Map<string, ValidateFunction>();
  return ({ schema = {} }) => {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"doc#/components/');
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, known);
    return known;
  };
}

interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send(url: string, { method, path, headers, body }: ContractRequest): Promise<Received> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), REQUEST_MS_MAX);
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    });
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (type === 'text/event-stream') setTimeout(() => controller.abort(), STREAM_MS_MAX);
    const text = await response.text().catch((error) => {
      if (type === 'text/event-stream') return '';
      throw error;
    });
    return { status: response.status, type, text };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the problem of a response, or null. */
function problemOf(
  received: Received,
  operation: Operation,
  document: Document,
  validatorOf: ReturnType<typeof validatorsOf>,
): string | null {
  const { status, type, text } = received;
  if (status === 500) return 'status 500';
  const stated = operation.responses[String(status)] as Documented | undefined;
  if (!stated) return `undocumented status ${status}`;
  const { content } = stated.$ref ? (document.components.responses![stated.$ref.split('/').at(-1)!] as Documented) : stated;
  if (!content) return text === '' ? null : `a body with status ${status}`;
  if (text === '' && type === '') return `no body with status ${status}`;
  const media = content[type];
  if (!media) return `undocumented type ${type} with status ${status}`;
  if (type !== 'application/json') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `invalid JSON with status ${status}`;
  }
  const validate = validatorOf(media);
  if (validate(value)) return null;
  const [first] = validate.errors!;
  return `status ${status}: ${first!.instancePath.replace(/\d+/g, 'N')} ${first!.message} ${JSON.stringify(first!.params)}`;
}

export async function fuzzContract(site: Site, { seed, perOperation }: { seed: number; perOperation: number }): Promise<FuzzResult> {
  const document = (await (await fetch(`${site.url}/openapi.json`)).json()) as Document;
  const { key, existing } = await seedContract(site);
  const resolve = (ref: string) => document.components.schemas![ref.split('/').at(-1)!] as Schema;
  const validatorOf = validatorsOf(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  // What others need is removed last.
  const removes = ({ method, path }: { method: string; path: string }): number => Number(method === 'delete' || path.endsWith('/remove'));
  const counts = new Map<number, number>();
  const findings = new Map<string, string>();
  let requests = 0;
  for (const { path, method, operation } of operations.sort((a, b) => removes(a) - removes(b))) {
    if (LEFT_OUT.has(operation.operationId)) continue;
    const headers = { authorization: `Bearer ${path.startsWith('/admin/') ? site.adminToken : key}` };
    const drawn = fc.sample(requestsOf(method, path, operation, headers, resolve, existing), { numRuns: perOperation, seed });
    for (const request of drawn) {
      const received = await send(site.url, request);
      requests += 1;
      counts.set(received.status, (counts.get(received.status) ?? 0) + 1);
      const problem = problemOf(received, operation, document, validatorOf);
      const name = `${method.toUpperCase()} ${path}: ${problem}`;
      if (problem !== null && !findings.has(name))
        findings.set(
          name,
          `${name}; ${request.fault}; ${request.path.slice(0, 300)} ${request.body?.slice(0, 300) ?? ''} -> ${received.text.slice(0, 300)}`,
        );
    }
  }
  const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`);
  return { requests, statuses: statuses.join(', '), rejectedByRate: counts.get(429) ?? 0, findings: [...findings.values()] };
}
