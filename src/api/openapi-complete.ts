// Completes the generated OpenAPI document: ids, examples, shared error responses, callbacks and access.
import { errors } from '../contract/errors.ts';
import { operationName } from './operation-names.ts';
import { REQUEST_EXAMPLES } from './request-examples.ts';
import { RESPONSE_EXAMPLES } from './response-examples.ts';

interface MediaType {
  schema?: { $ref?: string; type?: string; items?: { $ref?: string }; anyOf?: object[] };
  example?: unknown;
}
interface Content {
  description?: string;
  content?: Record<string, MediaType>;
}
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  requestBody?: Content;
  responses: Record<string, Content | { $ref: string }>;
  callbacks?: object;
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses?: Record<string, Content> };
}

const REQUEST_ID = '0c8bb6a4-8d0c-4e57-a7e2-2d0f4b1a9c11';
/** The name and an example of each error response that all operations share. */
const ERROR_RESPONSES: Readonly<Record<string, readonly [name: string, example: object]>> = {
  400: ['BadRequest', errors.badParameter('region', 'is not known', 'Send a country code, or a name from GET /region/list.').body],
  402: ['NoCredits', errors.noCredits(5, 0).body],
  403: ['Forbidden', errors.badKey().body],
  404: ['NotFound', errors.notFound().body],
  429: ['TooManyRequests', errors.rateLimited(2).body],
  500: ['InternalError', errors.internal(REQUEST_ID).body],
  502: ['BadGateway', errors.databaseUnavailable().body],
  503: ['Unavailable', errors.rateLimitedForLookup(2).body],
  504: ['GatewayTimeout', errors.sourceSlow('The registry').body],
};

const ERROR = '#/components/schemas/Error';
const mediaOf = (part: Content | { $ref: string } | undefined): MediaType | undefined =>
  part !== undefined && 'content' in part ? part.content?.['application/json'] : undefined;

/** An operation whose body can name a callback URL, and the object that is sent there. */
const CALLBACKS: Readonly<Record<string, readonly [event: string, expression: string, schema: string, description: string]>> = {
  'POST /serp/new': ['serpFinished', 'callback', 'SERP', 'With `callbackFormat` `SIMPLE`, the body has only `id` and `type`.'],
  'POST /keyword/new': ['keywordFinished', 'callback', 'Keyword', 'With `callbackFormat` `SIMPLE`, the body has only `id` and `type`.'],
  'POST /ai/seo-analysis': ['seoAnalysisFinished', 'callback', 'AIResponse', 'Sent after a success and after a failure.'],
  'POST /ai/send-prompt': ['promptFinished', 'callback', 'AIResponse', 'Sent after a success and after a failure.'],
  'PUT /projects/{id}/delivery': ['alertsRaised', 'webhook', 'TrackingMessage', 'Sent at once or as a digest, as configured.'],
};

function callbackOf([event, field, schema, description]: (typeof CALLBACKS)[string]): object {
  const post = {
    operationId: event,
    summary: `Receive a ${schema}`,
    description: `${description} Signed as described in the guide. Retried until the receiver returns a status from 200 to 299.`,
    requestBody: { required: true, content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } },
    responses: { '200': { description: 'Accepted.' }, '4XX': { description: 'Not accepted. The callback is retried.' } },
    security: [],
  };
  return { [event]: { [`{$request.body#/${field}}`]: { post } } };
}

/** Operations whose `dryRun` returns something else: a price instead of objects. */
const PRICE = { type: 'object', properties: { cost: { type: 'integer' } }, required: ['cost'] };
const QUOTE = { $ref: '#/components/schemas/Quote' };
const DRY_RUNS: Readonly<Record<string, object>> = {
  'POST /serp/new': QUOTE,
  'POST /serp/new/list': QUOTE,
  'POST /keyword/new': QUOTE,
  'POST /keyword/new/list': QUOTE,
  'POST /ai/seo-analysis': QUOTE,
  'POST /ai/send-prompt': QUOTE,
  'POST /projects/{id}/run': PRICE,
};

/** The query parameter `format` selects the type. */
const FILES: readonly string[] = ['GET /objects/export', 'GET /admin/objects/export', 'GET /projects/{id}/export'];
const FILE_TYPES: readonly string[] = ['application/x-ndjson', 'text/csv'];

function completeSuccess(key: string, response: Content | { $ref: string } | undefined): void {
  if (response === undefined || !('content' in response) || !response.content) return;
  if (FILES.includes(key)) for (const type of FILE_TYPES) response.content[type] ??= { schema: { type: 'string' } };
  const success = response.content['application/json'];
  if (!success) return;
  const [one, many] = [success.schema?.$ref, success.schema?.items?.$ref].map((ref) => RESPONSE_EXAMPLES[ref?.split('/').at(-1) ?? '']);
  if (one !== undefined) success.example = one;
  else if (many !== undefined) success.example = [many];
  // Generators of clients make a union of it. The object comes first.
  if (DRY_RUNS[key]) success.schema = { anyOf: [success.schema!, DRY_RUNS[key]] };
}

function completeOperation(method: string, path: string, operation: Operation, shared: Record<string, Content>): void {
  const [name, key] = [operationName(method, path), `${method.toUpperCase()} ${path}`];
  operation.operationId ??= name.id;
  operation.description ??= name.description ?? `${operation.summary}.`;
  if (path.startsWith('/admin/')) operation.security ??= [{ admin: [] }];
  const body = mediaOf(operation.requestBody);
  if (body && REQUEST_EXAMPLES[key] !== undefined) body.example ??= REQUEST_EXAMPLES[key];
  completeSuccess(key, operation.responses['200']);
  for (const [status, response] of Object.entries(operation.responses)) {
    const [responseName, example] = ERROR_RESPONSES[status] ?? [];
    if (responseName === undefined || mediaOf(response)?.schema?.$ref !== ERROR) continue;
    const { description = '' } = response as Content;
    shared[responseName] ??= { description, content: { 'application/json': { schema: { $ref: ERROR }, example } } };
    operation.responses[status] = { $ref: `#/components/responses/${responseName}` };
  }
  const callback = CALLBACKS[key];
  if (callback) operation.callbacks = callbackOf(callback);
}

/** Returns a completed copy. */
export function completeOpenApi<Document extends object>(generated: Document): Document {
  const document = structuredClone(generated) as unknown as OpenApiDocument;
  const shared: Record<string, Content> = {};
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) completeOperation(method, path, operation, shared);
  document.components.responses = shared;
  return document as unknown as Document;
}
