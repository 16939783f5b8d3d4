// Admin API: canaries of all sources, the log of their runs, runs on request, and the objects that a source answered.
import type { FastifyInstance } from 'fastify';
import type { ReadAttempted } from '../../business/orders/attempted.ts';
import { AttemptedObjectList, AttemptQuery } from '../../contract/attempts.ts';
import { CANARY_ENGINES, CanaryList, CanaryRunList, CanaryRunQuery, CanarySource } from '../../contract/canaries.ts';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import { SOURCE_NAME } from '../../contract/sources.ts';
import { readTimes } from '../object-filter.ts';
import { queryCheckerOf } from '../validation.ts';
import { operatorOf, responses } from './operation.ts';

export interface AdminCanariesRouteParts {
  readonly canaries: {
    read(): Promise<CanaryList>;
    runs(query: CanaryRunQuery): Promise<CanaryRunList>;
    run(engine: string, source: string, by: string): Promise<CanarySource>;
  };
  readonly attempted: ReadAttempted;
}

interface SourcePath {
  readonly engine: string;
  readonly source: string;
}

const STATUSES = [403, 429, 500, 502];
const ITEMS_DEFAULT = 50;
const params = Type.Object({
  engine: Type.String({ description: 'An engine, `whois` or `technologies`.' }),
  source: Type.String({ description: 'The name of the source, as in `attempts`.' }),
});

export function adminCanariesRoutes(app: FastifyInstance, { canaries, attempted }: AdminCanariesRouteParts): void {
  const config = { access: 'operator' } as const;
  const tags = ['operator'];
  const checkRuns = queryCheckerOf<CanaryRunQuery>(CanaryRunQuery);
  const checkAttempts = queryCheckerOf<AttemptQuery>(AttemptQuery);

  app.get(
    '/admin/canaries',
    {
      config,
      schema: { tags, summary: 'List the sources with the state of their canaries', response: responses(CanaryList, STATUSES) },
    },
    () => canaries.read(),
  );
  app.get(
    '/admin/canaries/runs',
    {
      config,
      schema: {
        tags,
        summary: 'List runs of canaries, newest first',
        description: 'Runs are stored for `SERIES_DAYS`.',
        querystring: CanaryRunQuery,
        response: responses(CanaryRunList, [400, ...STATUSES]),
      },
    },
    (request) => canaries.runs(checkRuns(request.query)),
  );
  app.post<{ Params: SourcePath }>(
    '/admin/canaries/:engine/:source/run',
    {
      config,
      schema: {
        tags,
        summary: 'Run the canaries of a source now',
        description:
          'Makes all canaries of the source due. A worker runs them within seconds, one after the other. 429 while one of them runs.',
        params,
        response: responses(CanarySource, [400, 404, ...STATUSES]),
      },
    },
    (request) => {
      const { engine, source } = request.params;
      const isNamed = (CANARY_ENGINES as readonly string[]).includes(engine) && new RegExp(SOURCE_NAME).test(source);
      if (!isNamed) throw errors.notFound();
      return canaries.run(engine, source, operatorOf(request));
    },
  );
  app.get(
    '/admin/attempts',
    {
      config,
      schema: {
        tags,
        summary: 'List finished objects for which a source was attempted',
        description:
          'Shows which orders a failing source may have answered wrongly. `from` and `to` are creation times. One page reads at most 5,000 objects, so it may be empty and still have a next one.',
        querystring: AttemptQuery,
        response: responses(AttemptedObjectList, [400, ...STATUSES]),
      },
    },
    (request) => {
      const { source, engine, after, limit, ...period } = checkAttempts(request.query);
      return attempted({ source, engine, after, ...readTimes(period) }, limit ?? ITEMS_DEFAULT);
    },
  );
}
