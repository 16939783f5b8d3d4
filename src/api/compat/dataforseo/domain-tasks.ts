// Live tasks about one domain: its registration and its technologies.
import type { LookupCall } from '../../../business/orders/lookup.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Technologies, Whois } from '../../../contract/whois.ts';
import { invalidField, type State, stateFor, stateOf } from '../../../products/dataforseo/codes.ts';
import { pathOf } from '../../../products/dataforseo/data.ts';
import { responseOf } from '../../../products/dataforseo/envelope.ts';
import { setIgnored } from '../ignored.ts';
import { taskOfBody } from './body.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { type Call, type DataForSeoParts, type Route, stateOfTask } from './parts.ts';

export function domainTaskRoutes(route: Route, parts: DataForSeoParts): void {
  route('POST', 'domain_analytics/whois/overview/live', (call) =>
    answer(call, parts, { api: 'domain_analytics', function: 'overview', se: 'whois' }, readFilteredDomain, async (domain, lookup) => {
      const item = whoisItemOf(await parts.whois(domain, 'auto', lookup));
      return { total_count: 1, items_count: 1, offset: 0, offset_token: null, items: [item] };
    }),
  );
  route('POST', 'domain_analytics/technologies/domain_technologies/live', (call) =>
    answer(
      call,
      parts,
      { api: 'domain_analytics', function: 'domain_technologies', se: 'technologies' },
      readTarget,
      async (domain, lookup) => technologiesOf(await parts.technologies(domain, lookup)),
    ),
  );
}

type LookUp = (domain: string, lookup: LookupCall) => Promise<object>;

async function answer(call: Call, parts: DataForSeoParts, data: object, read: (fields: Fields) => string, lookUp: LookUp): Promise<object> {
  const { request, reply, account, started } = call;
  const task = taskOfBody(request.body);
  const shared = { path: pathOf(request.url), data: { ...data, ...task } };
  let cost = 0;
  const told: LookupCall['told'] = (credits) => {
    cost = credits * parts.creditPriceUsd;
  };
  try {
    const fields = fieldsOf(task);
    const domain = read(fields);
    setIgnored(reply, fields.ignored());
    const result = await lookUp(domain, { account, idempotency: null, replaySeconds: null, told });
    return responseOf([{ ...shared, state: stateOf(20000), cost, result: [result] }], started);
  } catch (error) {
    const state = sourceFailure(error) ?? stateOfTask(error, () => 'target');
    // Missing credits concern the whole request.
    if (state.code === 40200 || state.code === 40202) throw error;
    request.isRejected = state.code !== 40101;
    return responseOf([{ ...shared, state }], started);
  }
}

/** Returns the state of a task whose source failed, or null for another error. Nothing is charged for it. */
function sourceFailure(error: unknown): State | null {
  const state = error instanceof ApiError ? stateFor(error) : null;
  return state?.code === 40101 ? state : null;
}

/** The provider searches a database. Only a search for one domain can be answered. */
function readFilteredDomain(fields: Fields): string {
  const filters = fields.list('filters') ?? [];
  const [field, operator, value] = (Array.isArray(filters[0]) && filters.length === 1 ? filters[0] : filters) as unknown[];
  for (const name of ['limit', 'offset']) fields.integer(name, 0, 1_000_000);
  if (field === 'domain' && operator === '=' && typeof value === 'string' && value !== '') return value;
  throw invalidField('filters', 'Only ["domain", "=", "shop.example"] is supported.');
}

function readTarget(fields: Fields): string {
  const target = fields.text('target', 1000);
  if (target === undefined) throw invalidField('target', 'It is missing.');
  return target.replace(/^https?:\/\//i, '').replace(/\/.*$/s, '');
}

/** Our times have the form `2026-03-02T10:00:00+0000`. */
const timeOf = (time: string | null): string | null =>
  time === null ? null : time.replace(/^(.{10})T(.{8})(?:\.\d+)?(?:Z|\+0000)$/, '$1 $2 +00:00');

function whoisItemOf(whois: Whois): object {
  return {
    domain: whois.domain,
    created_datetime: timeOf(whois.createdAt),
    changed_datetime: timeOf(whois.updatedAt),
    expiration_datetime: timeOf(whois.expiredAt),
    updated_datetime: timeOf(whois.updatedAt),
    first_seen: null,
    epp_status_codes: whois.status,
    tld: whois.tld,
    registered: whois.registered,
    registrar: whois.registrar?.name ?? null,
    metrics: null,
    backlinks_info: null,
  };
}

/** Our categories have no groups. */
function technologiesOf({ domain, updatedAt, technologies }: Technologies): object {
  const categories: Record<string, string[]> = {};
  for (const { name, categories: known } of technologies) {
    const [first] = known;
    const slug = (first?.slug ?? 'other').replaceAll('-', '_');
    categories[slug] = [...(categories[slug] ?? []), name];
  }
  return {
    type: 'domain_technology_item',
    domain,
    title: null,
    description: null,
    meta_keywords: null,
    domain_rank: null,
    last_visited: timeOf(updatedAt),
    country_iso_code: null,
    language_code: null,
    content_language_code: null,
    phone_numbers: null,
    emails: null,
    social_graph_urls: null,
    technologies: { other: categories },
  };
}
