// Admin API: accounts, credits, keys, the audit log, deliveries and reparsing.
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../../business/accounts/accounts.ts';
import type { Audit } from '../../business/accounts/audit.ts';
import type { Deliveries } from '../../business/callbacks/deliveries.ts';
import { AccountMade, AuditLog, Deliveries as DeliveriesSchema, Ledger, NewAccount, NewCredits, NewKey } from '../../contract/admin.ts';
import { OneOf } from '../../contract/dialect.ts';
import Type from '../../contract/schema.ts';
import { MODES, type Mode } from '../../contract/vocabulary.ts';
import { checkerOf, queryCheckerOf } from '../validation.ts';
import { failures, idOf, known, operatorOf, responses } from './operation.ts';

export interface AdminRouteParts {
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly deliveries: Deliveries;
  /** Parses the raw pages of a SERP again. Returns null when there is no such SERP. */
  readonly reparse: (objectId: string, by: string) => Promise<{ outcome: string; before?: number; after?: number } | null>;
}

const ENTRIES_DEFAULT = 10_000;
const LedgerQuery = Type.Object({
  mode: Type.Optional(OneOf(MODES, { default: 'live' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
});
const AuditQuery = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) });
const DeliveriesQuery = Type.Object({ objectId: Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9A-Za-z]+$' }) });
const STATUSES = [400, 403, 404, 429, 500, 502];
const Reparse = Type.Object({
  outcome: Type.String({ description: 'updated, same, no pages or unreadable.' }),
  before: Type.Optional(Type.Integer({ description: 'Organic results before.' })),
  after: Type.Optional(Type.Integer({ description: 'Organic results after.' })),
});

export function adminRoutes(app: FastifyInstance, parts: AdminRouteParts): void {
  const { accounts, deliveries } = parts;
  const [checkAccount, checkCredits, checkKey] = [checkerOf(NewAccount), checkerOf(NewCredits), checkerOf(NewKey)];
  const ledgerQuery = queryCheckerOf<{ mode?: Mode; limit?: number }>(LedgerQuery);
  const auditQuery = queryCheckerOf<{ limit?: number }>(AuditQuery);
  const deliveriesQuery = queryCheckerOf<{ objectId: string }>(DeliveriesQuery);
  const config = { access: 'operator' } as const;
  const schema = (summary: string, success: Parameters<typeof responses>[0], more: object = {}) => ({
    tags: ['operator'],
    summary,
    ...more,
    response: responses(success, STATUSES),
  });
  const Id = Type.Object({ id: Type.String() });

  app.post(
    '/admin/accounts',
    { config, schema: schema('Create an account with its first keys', AccountMade, { body: NewAccount }) },
    async (request) => {
      checkAccount(request.body);
      return accounts.create(request.body as NewAccount, operatorOf(request));
    },
  );
  app.get(
    '/admin/accounts',
    {
      config,
      schema: schema(
        'List accounts',
        Type.Object({ items: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true })) }),
      ),
    },
    async () => ({
      items: await accounts.list(),
    }),
  );
  app.post<{ Params: { id: string } }>(
    '/admin/accounts/:id/credits',
    { config, schema: schema('Grant credits', Id, { params: Id, body: NewCredits }) },
    async (request) => {
      checkCredits(request.body);
      return known(await accounts.grant(request.params.id, request.body as NewCredits, operatorOf(request)));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/admin/accounts/:id/ledger',
    { config, schema: schema('Read the ledger, newest first', Ledger, { params: Id, querystring: LedgerQuery }) },
    async (request) => {
      const { mode = 'live', limit = ENTRIES_DEFAULT } = ledgerQuery(request.query);
      return known(await accounts.ledger(request.params.id, mode, limit));
    },
  );
  app.post<{ Params: { id: string } }>(
    '/admin/accounts/:id/keys',
    { config, schema: schema('Create a key', Type.Object({ id: Type.String(), key: Type.String() }), { params: Id, body: NewKey }) },
    async (request) => {
      checkKey(request.body);
      return known(await accounts.addKey(request.params.id, request.body as NewKey, operatorOf(request)));
    },
  );
  app.delete<{ Params: { keyId: string } }>(
    '/admin/keys/:keyId',
    {
      config,
      schema: {
        tags: ['operator'],
        summary: 'Revoke a key',
        params: Type.Object({ keyId: Type.String() }),
        response: { 204: { description: 'Revoked.', type: 'null' }, ...failures(STATUSES) },
      },
    },
    async (request, reply) => {
      known(await accounts.revokeKey(idOf(request.params.keyId), operatorOf(request)));
      return reply.code(204).send();
    },
  );
  app.get(
    '/admin/audit',
    { config, schema: schema('Read the audit log, newest first', AuditLog, { querystring: AuditQuery }) },
    async (request) => {
      const [items, state] = [await parts.audit.list(auditQuery(request.query).limit ?? ENTRIES_DEFAULT), await parts.audit.check()];
      return { items, intact: state.brokenAt === null, ...state };
    },
  );
  app.get(
    '/admin/deliveries',
    { config, schema: schema('Read the delivery log of one object', DeliveriesSchema, { querystring: DeliveriesQuery }) },
    async (request) => ({
      items: await deliveries.of(deliveriesQuery(request.query).objectId),
    }),
  );
  app.post<{ Params: { objectId: string } }>(
    '/admin/deliveries/:objectId/resend',
    {
      config,
      schema: schema('Resend a callback', Type.Object({ sent: Type.Boolean() }), {
        params: Type.Object({ objectId: Type.String() }),
      }),
    },
    async (request) => {
      known(await deliveries.resend(idOf(request.params.objectId), operatorOf(request)));
      return { sent: true };
    },
  );
  app.post<{ Params: { objectId: string } }>(
    '/admin/objects/:objectId/reparse',
    {
      config,
      schema: schema('Parse the raw pages of a SERP again with the current parsers', Reparse, {
        params: Type.Object({ objectId: Type.String() }),
      }),
    },
    async (request) => known(await parts.reparse(idOf(request.params.objectId), operatorOf(request))),
  );
}
