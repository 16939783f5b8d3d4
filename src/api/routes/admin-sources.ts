// Admin API: the sources of each engine, switching them off and on, and testing one.
import type { FastifyInstance } from 'fastify';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import { SOURCE_NAME, SourceList, SourceTest, SourceTestResult } from '../../contract/sources.ts';
import { ENGINES, type EngineName } from '../../contract/vocabulary.ts';
import { checkerOf } from '../validation.ts';
import { operatorOf, responses } from './operation.ts';

export interface AdminSourcesRouteParts {
  readonly sources: {
    read(): Promise<SourceList>;
    /** Returns whether the source is configured for the engine. */
    knows(engine: string, source: string): Promise<boolean>;
    disable(engine: string, source: string, by: string): Promise<void>;
    enable(engine: string, source: string, by: string): Promise<void>;
    test(engine: EngineName, wanted: SourceTest, by: string): Promise<SourceTestResult>;
  };
}

interface SourcePath {
  readonly engine: string;
  readonly source: string;
}

const STATUSES = [403, 429, 500, 502];
const engine = Type.String({ description: 'The name of the engine.' });
const params = Type.Object({ engine, source: Type.String({ description: 'The name of the source, as in `attempts`.' }) });

const isEngine = (name: string): name is EngineName => (ENGINES as readonly string[]).includes(name);

export function adminSourcesRoutes(app: FastifyInstance, { sources }: AdminSourcesRouteParts): void {
  const checkTest = checkerOf(SourceTest);
  const config = { access: 'operator' } as const;
  const tags = ['operator'];

  app.get(
    '/admin/sources',
    {
      config,
      schema: {
        tags,
        summary: 'List the sources of each engine: configured, missing, paused and switched off',
        response: responses(SourceList, STATUSES),
      },
    },
    () => sources.read(),
  );
  for (const [action, summary, description] of [
    [
      'disable',
      'Switch a source off',
      'Within 5 seconds, no process queries it any more. Running attempts continue. It stays off until it is enabled.',
    ],
    ['enable', 'Switch a source on again', 'All processes query it again within 5 seconds.'],
  ] as const) {
    app.post<{ Params: SourcePath }>(
      `/admin/sources/:engine/:source/${action}`,
      { config, schema: { tags, summary, description, params, response: responses(SourceList, [...STATUSES, 404]) } },
      async (request) => {
        const { engine, source } = request.params;
        // A source without its settings can still be enabled again.
        const isNamed = isEngine(engine) && new RegExp(SOURCE_NAME).test(source);
        const isKnown = isNamed && (action === 'enable' || (await sources.knows(engine, source)));
        if (!isKnown) throw errors.notFound();
        await sources[action](engine, source, operatorOf(request));
        return sources.read();
      },
    );
  }
  app.post<{ Params: Pick<SourcePath, 'engine'> }>(
    '/admin/sources/:engine/test',
    {
      config,
      schema: {
        tags,
        summary: 'Test a source with one live search',
        description:
          'Runs one attempt at once, even if the source is paused or switched off. A paid source charges for it. One test at a time.',
        params: Type.Object({ engine }),
        body: SourceTest,
        response: responses(SourceTestResult, [400, 404, ...STATUSES]),
      },
    },
    async (request) => {
      const { engine } = request.params;
      if (!isEngine(engine)) throw errors.notFound();
      const wanted = request.body ?? {};
      checkTest(wanted);
      return sources.test(engine, wanted as SourceTest, operatorOf(request));
    },
  );
}
