// Admin API: one account, its changes, keys and usage.
import type { FastifyInstance } from 'fastify';
import { accountNumber } from '../../business/accounts/account-id.ts';
import type { Accounts } from '../../business/accounts/accounts.ts';
import type { ManageAccounts } from '../../business/accounts/manage.ts';
import { AccountChange, AccountDetail, KeyList } from '../../contract/admin-reads.ts';
import { OneOf } from '../../contract/dialect.ts';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import { Usage, UsageQuery } from '../../contract/usage.ts';
import { MODES, type Mode } from '../../contract/vocabulary.ts';
import { checkerOf, queryCheckerOf } from '../validation.ts';
import { idPath, known, operatorOf, responses } from './operation.ts';
import { DAYS_DEFAULT, type UsageRouteParts } from './usage.ts';

export interface AdminAccountsRouteParts extends UsageRouteParts {
  readonly accounts: Accounts;
  readonly manage: ManageAccounts;
}

const AdminUsageQuery = Type.Object({ ...UsageQuery.properties, mode: Type.Optional(OneOf(MODES, { default: 'live' })) });
const STATUSES = [400, 403, 404, 429, 500, 502];

export function adminAccountsRoutes(app: FastifyInstance, parts: AdminAccountsRouteParts): void {
  const checkChange = checkerOf(AccountChange);
  const usageQuery = queryCheckerOf<{ days?: number; mode?: Mode }>(AdminUsageQuery);
  const config = { access: 'operator' } as const;
  const tags = ['operator'];
  const params = idPath;

  app.get<{ Params: { id: string } }>(
    '/admin/accounts/:id',
    { config, schema: { tags, summary: 'Get one account', params, response: responses(AccountDetail, STATUSES) } },
    async (request) => known(await parts.manage.one(request.params.id)),
  );
  app.patch<{ Params: { id: string } }>(
    '/admin/accounts/:id',
    {
      config: { ...config, keepsNulls: true },
      schema: {
        tags,
        summary: 'Change an account',
        description: 'Omitted fields keep their values. The change is recorded in the audit log and takes effect within 5 seconds.',
        params,
        body: AccountChange,
        response: responses(AccountDetail, STATUSES),
      },
    },
    async (request) => {
      checkChange(request.body);
      const fields = request.body as AccountChange;
      // Reject unknown names. A misspelled one would otherwise look like success.
      rejectUnknown(fields, AccountChange.properties, '');
      for (const part of ['limit', 'rates'] as const)
        rejectUnknown(fields[part] ?? {}, AccountChange.properties[part].properties, `${part}.`);
      return known(await parts.manage.change(request.params.id, fields, operatorOf(request)));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/admin/accounts/:id/keys',
    { config, schema: { tags, summary: 'List the keys of an account, without secrets', params, response: responses(KeyList, STATUSES) } },
    async (request) => ({ items: known(await parts.accounts.keys(request.params.id)) }),
  );
  app.get<{ Params: { id: string } }>(
    '/admin/accounts/:id/usage',
    {
      config,
      schema: {
        tags,
        summary: 'Get an account’s credits used per day, lots and limits',
        params,
        querystring: AdminUsageQuery,
        response: responses(Usage, STATUSES),
      },
    },
    async (request) => {
      const { days = DAYS_DEFAULT, mode = 'live' } = usageQuery(request.query);
      const id = accountNumber(request.params.id);
      return known(id === null ? null : await parts.usage(id, mode, days));
    },
  );
}

function rejectUnknown(given: object, named: object, at: string): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(named, name)) {
      throw errors.badParameter(`${at}${name.slice(0, 60)}`, 'cannot be changed', `Send one of ${Object.keys(named).join(', ')}.`);
    }
  }
}
