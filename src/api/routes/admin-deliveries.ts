// Admin API: the delivery log, one callback with all its attempts, and resending all failing callbacks of a host.
import type { FastifyInstance } from 'fastify';
import { BadCursor, type DeliveryLog } from '../../business/callbacks/delivery-log.ts';
import type { ReadObjectDeliveries } from '../../business/callbacks/object-deliveries.ts';
import {
  DeliveryList,
  DeliveryQuery,
  type DeliveryState,
  ObjectDeliveries,
  ResendFailing,
  ResentCallbacks,
} from '../../contract/deliveries.ts';
import { errors } from '../../contract/errors.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import { readText, readTimes } from '../object-filter.ts';
import { checkerOf, queryCheckerOf } from '../validation.ts';
import { idPath, known, operatorOf, responses } from './operation.ts';

export interface AdminDeliveriesRouteParts {
  readonly deliveryLog: DeliveryLog;
  readonly objectDeliveries: ReadObjectDeliveries;
}

interface LogQuery {
  readonly account?: string;
  readonly mode?: Mode;
  readonly host?: string;
  readonly state?: DeliveryState;
  readonly from?: string;
  readonly to?: string;
  readonly after?: string;
  readonly limit?: number;
}

const ITEMS_DEFAULT = 50;
const STATUSES = [400, 403, 429, 500, 502];

/** Host names have no upper case. */
const readHost = (text: string | undefined): string | undefined => readText('host', text)?.toLowerCase();
const numberOf = (account: string | undefined): number | undefined => (account === undefined ? undefined : Number(account));

export function adminDeliveriesRoutes(app: FastifyInstance, { deliveryLog, objectDeliveries }: AdminDeliveriesRouteParts): void {
  const logQuery = queryCheckerOf<LogQuery>(DeliveryQuery);
  const checkResend = checkerOf(ResendFailing);
  const config = { access: 'operator' } as const;
  const tags = ['operator'];

  app.get(
    '/admin/delivery-log',
    {
      config,
      schema: {
        tags,
        summary: 'List delivery attempts of all callbacks, newest first',
        querystring: DeliveryQuery,
        response: responses(DeliveryList, STATUSES),
      },
    },
    async (request) => {
      const { account, mode, host, state, after, limit, ...times } = logQuery(request.query);
      const filter = { account: numberOf(account), mode, host: readHost(host), state, ...readTimes(times) };
      try {
        return await deliveryLog.list(filter, after ?? null, limit ?? ITEMS_DEFAULT);
      } catch (error) {
        if (error instanceof BadCursor)
          throw errors.badParameter('after', 'has an invalid format', 'Send the `next` of the previous page.');
        throw error;
      }
    },
  );
  app.post(
    '/admin/delivery-log/resend',
    {
      config,
      schema: {
        tags,
        summary: 'Resend all failing callbacks of a host',
        description:
          'Sends callbacks that were given up once more, and those that are retried now instead of later. Delivered callbacks are not sent again.',
        body: ResendFailing,
        response: responses(ResentCallbacks, STATUSES),
      },
    },
    async (request) => {
      checkResend(request.body);
      const { host, since, account, mode } = request.body as ResendFailing;
      const { from } = readTimes({ from: since }, { from: 'since' });
      return deliveryLog.resendFailing({ host: readHost(host)!, since: from!, account: numberOf(account), mode }, operatorOf(request));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/admin/objects/:id/deliveries',
    {
      config,
      schema: {
        tags,
        summary: 'Get the delivery attempts of one callback, with requests and responses',
        params: idPath,
        response: responses(ObjectDeliveries, [403, 404, 429, 500, 502]),
      },
    },
    async (request) => known(await objectDeliveries(request.params.id, null)),
  );
}
