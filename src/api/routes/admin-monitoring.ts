// Admin API: time series, cross-checks and alerts.
import type { FastifyInstance } from 'fastify';
import type { AlertAccess } from '../../business/alerts/store.ts';
import type { ReadCrossChecks } from '../../business/cross-checks/read.ts';
import type { ReadSeries } from '../../business/series/read.ts';
import { Alert, AlertList, AlertSilence } from '../../contract/alerts.ts';
import { CrossCheckList } from '../../contract/cross-checks.ts';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import { hasModes, SeriesQuery, SeriesResponse } from '../../contract/series.ts';
import { checkerOf, queryCheckerOf } from '../validation.ts';
import { idOf, known, operatorOf, responses } from './operation.ts';

export interface AdminMonitoringRouteParts {
  readonly series: ReadSeries;
  readonly crossChecks: ReadCrossChecks;
  readonly alerts: AlertAccess;
}

const STATUSES = [403, 429, 500, 502];
const params = Type.Object({ id: Type.String({ description: 'The alert’s id.' }) });

export function adminMonitoringRoutes(app: FastifyInstance, { series, crossChecks, alerts }: AdminMonitoringRouteParts): void {
  const config = { access: 'operator' } as const;
  const tags = ['operator'];
  const checkQuery = queryCheckerOf<SeriesQuery>(SeriesQuery);
  const checkSilence = checkerOf(AlertSilence);

  app.get(
    '/admin/series',
    {
      config,
      schema: {
        tags,
        summary: 'Read one time series of the last hour, day or week',
        description:
          'Values are written every 20 seconds. Those of the last two days are stored per minute, older ones per hour. `mode`, `lines` and `total` return less.',
        querystring: SeriesQuery,
        response: responses(SeriesResponse, [400, ...STATUSES]),
      },
    },
    (request) => {
      const query = checkQuery(request.query);
      if (query.mode !== undefined && !hasModes(query.name))
        throw errors.badParameter('mode', `does not apply to the series “${query.name}”`, 'Omit mode.');
      return series(query);
    },
  );
  app.get(
    '/admin/cross-checks',
    {
      config,
      schema: {
        tags,
        summary: 'Read how far the sources of each engine agree',
        description:
          'For a sample of the live searches, a second source is asked and both results are compared. `CROSS_CHECKS` enables it.',
        response: responses(CrossCheckList, STATUSES),
      },
    },
    () => crossChecks(),
  );
  app.get(
    '/admin/alerts',
    {
      config,
      schema: {
        tags,
        summary: 'List open alerts and the history',
        description: 'The rules are checked every 20 seconds. An alert is resolved as soon as its condition is no longer met.',
        response: responses(AlertList, STATUSES),
      },
    },
    () => alerts.list(),
  );
  app.post<{ Params: { id: string } }>(
    '/admin/alerts/:id/acknowledge',
    {
      config,
      schema: {
        tags,
        summary: 'Acknowledge an alert',
        description: 'Records who takes care of it. The alert stays open until its condition is no longer met.',
        params,
        response: responses(Alert, [...STATUSES, 404]),
      },
    },
    async (request) => known(await alerts.acknowledge(idOf(request.params.id), operatorOf(request))),
  );
  app.post<{ Params: { id: string } }>(
    '/admin/alerts/:id/silence',
    {
      config,
      schema: {
        tags,
        summary: 'Silence an alert',
        description: 'Sends no messages about this rule and subject until the silence ends.',
        params,
        body: AlertSilence,
        response: responses(Alert, [400, ...STATUSES, 404]),
      },
    },
    async (request) => {
      checkSilence(request.body);
      const { minutes } = request.body as AlertSilence;
      return known(await alerts.silence(idOf(request.params.id), minutes, operatorOf(request)));
    },
  );
}
