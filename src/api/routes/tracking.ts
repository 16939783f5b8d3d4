// Tracking: all routes of its subject, and the price of a project before it is saved.
import type { FastifyInstance } from 'fastify';
import { Forecast } from '../../contract/tracking.ts';
import { ForecastRequest } from '../../contract/tracking-keywords.ts';
import { shapeOf } from '../body-shape.ts';
import type { Limits } from '../limits.ts';
import { TAGS, type TrackingRouteParts } from '../tracking-parts.ts';
import { accountOf, LIST_STATUSES, reference, responses } from './operation.ts';
import { projectNoteRoutes } from './project-notes.ts';
import { projectRoutes } from './projects.ts';
import { shareRoutes } from './shares.ts';
import { keywordListReader, trackedKeywordRoutes } from './tracked-keywords.ts';
import { trackingAlertRoutes } from './tracking-alerts.ts';
import { trackingHistoryRoutes } from './tracking-history.ts';

export function trackingRoutes(app: FastifyInstance, parts: TrackingRouteParts, limits: Pick<Limits, 'address' | 'badKey'>): void {
  const readForecast = keywordListReader<ForecastRequest>(ForecastRequest);
  app.post(
    '/tracking/forecast',
    {
      config: { body: { list: { depth: 2, what: 'keywords' }, shape: shapeOf(ForecastRequest) } },
      schema: {
        tags: TAGS,
        summary: 'Get the price of a project per month before it is saved',
        description: 'Nothing is saved or charged.',
        body: reference('ForecastRequest'),
        response: responses(Forecast, LIST_STATUSES),
      },
    },
    async (request) => parts.projects.forecast(accountOf(request), await readForecast(request)),
  );
  projectRoutes(app, parts);
  projectNoteRoutes(app, parts);
  trackedKeywordRoutes(app, parts);
  trackingHistoryRoutes(app, parts);
  trackingAlertRoutes(app, parts);
  shareRoutes(app, parts, limits);
}
