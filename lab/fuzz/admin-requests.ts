// Draws requests to the admin API: what it must accept, what it must reject by name, and ids that do not exist.
import { type Asked, type Draw, JSON_TYPE } from './asked.ts';
import { BAD_FILTERS, OBJECT_FILTERS } from './reads.ts';

const BAD_TIMES = ['0000-01-01T00:00:00Z', '2026-01-01', 'x', '', '2026-13-01T00:00:00Z', '2026-02-30T25:00:00Z', 5, true];
const ODD_TIMES = [
  '9999-12-31T23:59:59Z',
  '2099-01-01T00:00:00+23:59',
  '2099-01-01T00:00:00-18:00',
  '0001-01-01T00:00:00Z',
  '2099-01-01T24:00:00Z',
  '2099-01-01T00:00:00.123456789123456789Z',
];
export const operator: Draw = (random, known) => {
  const id = (): string =>
    random.pick([known.account, '0', '-1', '999999999', '9999999999', '1e3', 'x', '%00', '__proto__', '%F0%9F%92%A9', 'x'.repeat(1000)]);
  const headers = { authorization: `Bearer ${known.token}`, ...JSON_TYPE };
  const make = (operation: string, method: string, path: string, body?: unknown, expect?: number, parameter?: string): Asked => ({
    operation,
    method,
    path,
    headers,
    key: null,
    ...(expect === undefined ? {} : { expect }),
    ...(parameter === undefined ? {} : { parameter }),
    ...(body === undefined ? {} : { body: JSON.stringify(body), value: body }),
  });
  return random.pick<() => Asked>([
    () =>
      make(
        'post /admin/accounts/{id}/credits',
        'POST',
        `/admin/accounts/${id()}/credits`,
        { total: random.pick([0, -1, 1.5, 1e13, '5', null, true, []]) },
        400,
        'total',
      ),
    () =>
      make(
        'post /admin/accounts/{id}/credits',
        'POST',
        `/admin/accounts/${id()}/credits`,
        { total: 1, expiresAt: random.pick(BAD_TIMES) },
        400,
        'expiresAt',
      ),
    () =>
      make('post /admin/accounts/{id}/credits', 'POST', `/admin/accounts/${known.spare}/credits`, {
        total: 1,
        expiresAt: random.pick(ODD_TIMES),
      }),
    () =>
      make(
        'post /admin/accounts/{id}/keys',
        'POST',
        `/admin/accounts/${id()}/keys`,
        { mode: random.pick(['LIVE', '', 5, '__proto__']) },
        400,
        'mode',
      ),
    () =>
      make(
        'get /admin/accounts/{id}/ledger',
        'GET',
        `/admin/accounts/${id()}/ledger?limit=${random.pick(['1', '0', '-1', 'x', '100001', '1e5', ''])}&mode=${random.pick(['test', 'live', 'TEST', ''])}`,
      ),
    () => make('delete /admin/keys/{keyId}', 'DELETE', `/admin/keys/${id()}`),
    () => make('get /admin/deliveries', 'GET', `/admin/deliveries?objectId=${id()}`),
    () => make('post /admin/deliveries/{objectId}/resend', 'POST', `/admin/deliveries/${id()}/resend`),
    () =>
      make(
        'get /admin/delivery-log',
        'GET',
        `/admin/delivery-log?${random.pick(['state=failed', 'host=x', 'mode=test', 'from=2026-01-01', 'limit=1'])}&account=${known.account}`,
        undefined,
        200,
      ),
    () =>
      make(
        'get /admin/delivery-log',
        'GET',
        `/admin/delivery-log?${random.pick(['state=x', 'host=', 'host=%00', 'from=x', 'limit=0', 'after=x', 'after=1.2.3', 'account=x'])}`,
        undefined,
        400,
      ),
    () =>
      make(
        'post /admin/delivery-log/resend',
        'POST',
        '/admin/delivery-log/resend',
        random.pick([{}, { host: 'x' }, { host: 5, since: '2026-01-01T00:00:00Z' }, { host: 'x', since: 'x' }, { host: '', since: null }]),
        400,
      ),
    () => make('get /admin/objects/{id}/deliveries', 'GET', `/admin/objects/${id()}/deliveries`, undefined, 404),
    () => make('get /admin/sources', 'GET', '/admin/sources', undefined, 200),
    // A test would search live, and a disabled source would fail the jobs of the run, so only unknown names are used.
    () => make('post /admin/sources/{engine}/test', 'POST', `/admin/sources/${id()}/test`, {}, 404),
    () => make('post /admin/sources/{engine}/{source}/disable', 'POST', `/admin/sources/${id()}/page/disable`, undefined, 404),
    () => make('post /admin/sources/{engine}/{source}/enable', 'POST', `/admin/sources/${id()}/page/enable`, undefined, 404),
    () => make('post /admin/objects/{objectId}/reparse', 'POST', `/admin/objects/${id()}/reparse`),
    () => make('get /admin/accounts/{id}', 'GET', `/admin/accounts/${id()}`),
    () => make('get /admin/accounts/{id}/keys', 'GET', `/admin/accounts/${id()}/keys`),
    () =>
      make(
        'get /admin/accounts/{id}/usage',
        'GET',
        `/admin/accounts/${id()}/usage?days=${random.pick(['1', '0', 'x'])}&mode=${random.pick(['test', 'TEST'])}`,
      ),
    () =>
      make(
        'patch /admin/accounts/{id}',
        'PATCH',
        `/admin/accounts/${known.spare}`,
        random.pick([
          { name: '' },
          { name: null },
          { email: 'x' },
          { limit: { hour: -1 } },
          { limit: { x: 1 } },
          { limit: null },
          { credits: 1 },
          { rates: { burst: 0 } },
          { prices: { a: -1 } },
        ]),
        400,
      ),
    () =>
      make('patch /admin/accounts/{id}', 'PATCH', `/admin/accounts/${known.spare}`, { limit: { hour: random.pick([null, 0, 5]) } }, 200),
    () => make('patch /admin/accounts/{id}', 'PATCH', `/admin/accounts/${id()}`, {}),
    () =>
      make(
        'get /admin/objects',
        'GET',
        `/admin/objects?${random.pick([...OBJECT_FILTERS, 'mode=test'])}&account=${known.account}`,
        undefined,
        200,
      ),
    () =>
      make(
        'get /admin/objects',
        'GET',
        `/admin/objects?${random.pick([...BAD_FILTERS, 'account=x', 'account=0', 'mode=both'])}`,
        undefined,
        400,
      ),
    () => make('get /admin/objects/{id}/life', 'GET', `/admin/objects/${id()}/life`, undefined, 404),
    () => make('get /admin/objects/{id}/stream', 'GET', `/admin/objects/${id()}/stream`, undefined, 404),
    () => make('get /admin/overview', 'GET', '/admin/overview', undefined, 200),
    () => make('get /admin/fleet', 'GET', '/admin/fleet', undefined, 200),
    // A drained node would stop the jobs of the run, so only unknown nodes are drained.
    () => make('post /admin/fleet/{node}/drain', 'POST', `/admin/fleet/${id()}/drain`, undefined, 404),
    () => make('post /admin/fleet/{node}/resume', 'POST', `/admin/fleet/${id()}/resume`, undefined, 404),
    () =>
      make(
        'get /admin/series',
        'GET',
        `/admin/series?name=${random.pick(['queue', 'sources', 'credits'])}&range=${random.pick(['1h', '24h', '7d'])}${random.pick(['', '&mode=live', '&lines=2', '&total=true'])}`,
        undefined,
        200,
      ),
    () =>
      make(
        'get /admin/series',
        'GET',
        `/admin/series?${random.pick(['', 'name=', 'name=QUEUE', 'name=queue&range=1y', 'name=constructor', 'name=queue&lines=0', 'name=disk&mode=live'])}`,
        undefined,
        400,
      ),
    () => make('get /admin/cross-checks', 'GET', '/admin/cross-checks', undefined, 200),
    () => make('get /admin/alerts', 'GET', '/admin/alerts', undefined, 200),
    () => make('post /admin/alerts/{id}/acknowledge', 'POST', `/admin/alerts/${id()}/acknowledge`, undefined, 404),
    () =>
      make(
        'post /admin/alerts/{id}/silence',
        'POST',
        `/admin/alerts/${id()}/silence`,
        { minutes: random.pick([-1, 0.5, '5', null, 1e9, {}]) },
        400,
      ),
    () => make('get /admin/settings', 'GET', '/admin/settings', undefined, 200),
    () => make('get /admin/audit', 'GET', `/admin/audit?limit=${random.pick(['1', '0', 'x', '-5', '1&limit=2'])}`),
    () =>
      make(
        'post /admin/accounts',
        'POST',
        '/admin/accounts',
        {
          name: 'A',
          email: 'a@b.example',
          ...random.pick([
            { name: '' },
            { email: 'x' },
            { credits: -1 },
            { credits: 1e13 },
            { limit: { hour: -1 } },
            { maxResults: 15 },
            { rates: { perMinute: 0 } },
            { prices: { 'base.serp': -1 } },
            { profile: { countryCode: 'us' } },
            { contract: 'x' },
          ]),
        },
        400,
      ),
    // The admin API with a customer's key.
    () => ({ ...make('get /admin/accounts', 'GET', '/admin/accounts', undefined, 403), headers: { authorization: `Bearer ${known.key}` } }),
  ])();
};
