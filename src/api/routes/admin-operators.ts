// Admin API: operators and their tokens.
import type { FastifyInstance } from 'fastify';
import type { Operators } from '../../business/accounts/operators.ts';
import { FIRST_OPERATOR, NewOperator, OperatorList, OperatorMade } from '../../contract/admin.ts';
import { errors } from '../../contract/errors.ts';
import { checkerOf } from '../validation.ts';
import { failures, idOf, idPath, known, operatorOf, responses } from './operation.ts';

export interface AdminOperatorsRouteParts {
  readonly operators: Operators;
}

const STATUSES = [400, 403, 429, 500, 502];

export function adminOperatorsRoutes(app: FastifyInstance, { operators }: AdminOperatorsRouteParts): void {
  const check = checkerOf(NewOperator);
  const config = { access: 'operator' } as const;
  const tags = ['operator'];

  app.post(
    '/admin/operators',
    {
      config,
      schema: {
        tags,
        summary: 'Create an operator token',
        description: 'The audit log shows the name. The token has the same permissions as `ADMIN_TOKEN`.',
        body: NewOperator,
        response: responses(OperatorMade, STATUSES),
      },
    },
    async (request) => {
      check(request.body);
      return operators.add(request.body as NewOperator, operatorOf(request));
    },
  );
  app.get(
    '/admin/operators',
    { config, schema: { tags, summary: 'List operators, without tokens', response: responses(OperatorList, [403, 429, 500, 502]) } },
    async (request) => ({ items: await operators.list(), you: operatorOf(request) }),
  );
  app.delete<{ Params: { id: string } }>(
    '/admin/operators/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke the admin token of an operator',
        description: 'The token stops working within 5 seconds, even if this request uses it. `ADMIN_TOKEN` always works.',
        params: idPath,
        response: { 204: { description: 'Revoked.', type: 'null' }, ...failures([...STATUSES, 404]) },
      },
    },
    async (request, reply) => {
      const id = idOf(request.params.id);
      if (id === FIRST_OPERATOR.id)
        throw errors.badParameter('id', 'is the operator of ADMIN_TOKEN', 'Set another ADMIN_TOKEN and restart the service.');
      known(await operators.revoke(id, operatorOf(request)));
      return reply.code(204).send();
    },
  );
}
