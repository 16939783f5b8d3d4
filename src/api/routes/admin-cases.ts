// Admin API: layouts of pages, cases, and the sample pages of a case.
import type { FastifyInstance } from 'fastify';
import type { CASE_ACTIONS, CaseAccess } from '../../business/layouts/cases.ts';
import { Case, CaseDetail, CaseList, LayoutList, LayoutQuery } from '../../contract/cases.ts';
import Type from '../../contract/schema.ts';
import { queryCheckerOf } from '../validation.ts';
import { failures, idOf, known, operatorOf, responses } from './operation.ts';

export interface AdminCasesRouteParts {
  readonly cases: CaseAccess;
}

const STATUSES = [403, 429, 500, 502];
const id = Type.String({ description: 'The case’s id.' });
const params = Type.Object({ id });
/** The largest number that is stored. */
const PAGE_NUMBER_MAX = 32_767;
const pageParams = Type.Object({ id, n: Type.Integer({ minimum: 1, maximum: PAGE_NUMBER_MAX, description: 'The number of the page.' }) });

export function adminCasesRoutes(app: FastifyInstance, { cases }: AdminCasesRouteParts): void {
  const config = { access: 'operator' } as const;
  const tags = ['operator'];
  const checkQuery = queryCheckerOf<LayoutQuery>(LayoutQuery);

  app.get(
    '/admin/layouts',
    {
      config,
      schema: {
        tags,
        summary: 'List the layouts of result pages',
        description: 'Each live page belongs to a layout: a group of pages with like structure. Workers write the counts every 20 seconds.',
        querystring: LayoutQuery,
        response: responses(LayoutList, [400, ...STATUSES]),
      },
    },
    (request) => cases.layouts(checkQuery(request.query).engine ?? null),
  );
  app.get(
    '/admin/cases',
    {
      config,
      schema: {
        tags,
        summary: 'List cases: layouts that a parser may not understand',
        description: 'A layout that is new, growing and finds less than its neighbours becomes a case.',
        response: responses(CaseList, STATUSES),
      },
    },
    () => cases.list(),
  );
  app.get<{ Params: { id: string } }>(
    '/admin/cases/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Read a case with its sample pages',
        description: 'Each sample has the items that the parser found, and what the page shows to people.',
        params,
        response: responses(CaseDetail, [...STATUSES, 404]),
      },
    },
    async (request) => known(await cases.detail(idOf(request.params.id))),
  );
  app.get<{ Params: { id: string; n: string } }>(
    '/admin/cases/:id/pages/:n',
    {
      config,
      schema: {
        tags,
        summary: 'Download a sample page',
        description: 'The page as plain text. It is never served as HTML.',
        params: pageParams,
        response: {
          200: { description: 'Success.', content: { 'text/plain': { schema: Type.String() } } },
          ...failures([...STATUSES, 404]),
        },
      },
    },
    async (request, reply) => {
      const n = /^\d{1,5}$/.test(request.params.n) ? Number(request.params.n) : 0;
      const page = known(n <= PAGE_NUMBER_MAX ? await cases.page(idOf(request.params.id), n) : null);
      void reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${page.query.engine}-${page.caseId}-${page.n}.txt"`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'no-store');
      return reply.send(page.body);
    },
  );
  for (const [action, summary, description] of [
    ['dismiss', 'Dismiss a case', 'The layout is understood as it is. Its sample pages are deleted, and no further case is opened for it.'],
    ['reopen', 'Reopen a case', 'A closed case becomes an open one. It closes by itself when the parser finds as much as elsewhere.'],
  ] as const satisfies readonly (readonly [(typeof CASE_ACTIONS)[number], string, string])[]) {
    app.post<{ Params: { id: string } }>(
      `/admin/cases/:id/${action}`,
      { config, schema: { tags, summary, description, params, response: responses(Case, [...STATUSES, 404]) } },
      async (request) => known(await cases.change(idOf(request.params.id), action, operatorOf(request))),
    );
  }
}
