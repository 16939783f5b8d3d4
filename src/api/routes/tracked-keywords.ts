// Tracked keywords: list, add, change, remove, import, and order their search volumes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProjectRow } from '../../business/tracking/types.ts';
import Type, { type TSchema } from '../../contract/schema.ts';
import { KEYWORDS_AT_ONCE_MAX } from '../../contract/tracking.ts';
import { AddKeywords, ChangeKeywords, ImportKeywords, KeywordsQuery, NewTrackedKeyword } from '../../contract/tracking-keywords.ts';
import { OrderedVolumes, OrderVolumes } from '../../contract/tracking-report.ts';
import { shapeOf } from '../body-shape.ts';
import { KEY_HEADER } from '../header-parameters.ts';
import { ticks } from '../ticks.ts';
import { PAID_STATUSES, projectOf, projectPath, STATUSES, TAGS, type TrackingRouteParts } from '../tracking-parts.ts';
import { type Batch, checkBatch, checkerOf, databaseQueryCheckerOf } from '../validation.ts';
import { measured } from '../work.ts';
import { accountOf, FETCH_STATUSES, known, reference, responses } from './operation.ts';

type InProject = { Params: { id: string } };

const RemoveKeywords = Type.Object({
  ids: Type.Array(Type.String({ pattern: '^[1-9]\\d{0,9}$' }), { minItems: 1, maxItems: KEYWORDS_AT_ONCE_MAX }),
});
const keywordPath = Type.Object({ ...projectPath.properties, keywordId: Type.String({ description: 'The keyword’s id.' }) });

/** Validates the entries of a list in slices. A long list is parsed at the same time. */
function* entriesOf(entries: Batch, check: (entry: unknown, at: string) => void): Generator<void, NewTrackedKeyword[]> {
  const read: NewTrackedKeyword[] = [];
  for (const entry of entries) {
    check(entry, `keywords[${read.length}].`);
    read.push(entry as NewTrackedKeyword);
    yield;
  }
  return read;
}

/** Returns a reader of bodies with `keywords`, which may be a long list. */
export function keywordListReader<T extends { keywords: NewTrackedKeyword[] }>(
  schema: TSchema & { readonly properties: Record<string, TSchema> },
): (request: FastifyRequest) => Promise<T> {
  const check = checkerOf(Type.Object({ ...schema.properties, keywords: Type.Unknown() }));
  const checkOne = checkerOf(NewTrackedKeyword);
  return async (request) => {
    check(request.body);
    const body = request.body as T & { keywords: unknown };
    const { keywords } = body;
    checkBatch(keywords, 'keywords');
    const read = await ticks.run(entriesOf(keywords as Batch, checkOne), (slice) => measured(request, slice));
    return { ...body, keywords: read };
  };
}

export function trackedKeywordRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const checkQuery = databaseQueryCheckerOf<KeywordsQuery>(KeywordsQuery);
  const readAdd = keywordListReader<AddKeywords>(AddKeywords);
  const [checkChange, checkRemove] = [checkerOf(ChangeKeywords), checkerOf(RemoveKeywords)];
  const [checkImport, checkVolumes] = [checkerOf(ImportKeywords), checkerOf(OrderVolumes)];
  const { keywords, once } = parts;
  const report = (what: string, { accountId, publicId }: ProjectRow, count: number): void =>
    parts.onChanged(what, { account: accountId, project: publicId, count });

  app.get<InProject>(
    '/projects/:id/keywords',
    {
      schema: {
        tags: TAGS,
        summary: 'List keywords with their positions and changes',
        params: projectPath,
        querystring: KeywordsQuery,
        response: responses(reference('TrackedKeywordList'), STATUSES),
      },
    },
    async (request) => {
      const query = checkQuery(request.query);
      return keywords.list(await projectOf(request, parts), query);
    },
  );
  app.post<InProject>(
    '/projects/:id/keywords',
    {
      config: { body: { list: { depth: 2, what: 'keywords' }, shape: shapeOf(AddKeywords) } },
      schema: {
        tags: TAGS,
        summary: 'Add keywords',
        description:
          'Keywords that exist already are named in `duplicates` and left as they are. ' +
          'With `dryRun`, nothing is saved, and `forecast` shows the price per month before and after.',
        headers: KEY_HEADER,
        params: projectPath,
        body: reference('AddKeywords'),
        response: responses(reference('AddedKeywords'), PAID_STATUSES),
      },
    },
    async (request, reply) => {
      const fields = await readAdd(request);
      const [account, project] = [accountOf(request), await projectOf(request, parts)];
      if (fields.dryRun) return keywords.add(account, project, fields);
      const add = async () => {
        const result = await keywords.add(account, project, fields);
        report('keywords added', project, result.added);
        return result;
      };
      return once(request, reply, add, { body: fields });
    },
  );
  app.patch<InProject>(
    '/projects/:id/keywords',
    {
      config: { keepsNulls: true },
      schema: {
        tags: TAGS,
        summary: 'Change keywords',
        description: 'Null removes a value. Engine, region, language and device cannot change: they belong to the series.',
        params: projectPath,
        body: reference('ChangeKeywords'),
        response: responses(Type.Object({ changed: Type.Integer() }), STATUSES),
      },
    },
    async (request) => {
      checkChange(request.body);
      const project = await projectOf(request, parts);
      const changed = await keywords.change(project, request.body as ChangeKeywords);
      report('keywords changed', project, changed);
      return { changed };
    },
  );
  app.post<InProject>(
    '/projects/:id/keywords/remove',
    {
      schema: {
        tags: TAGS,
        summary: 'Remove keywords with their history',
        description: 'To stop checks and keep the history, change `enabled` instead.',
        params: projectPath,
        body: RemoveKeywords,
        response: responses(Type.Object({ removed: Type.Integer() }), STATUSES),
      },
    },
    async (request) => {
      checkRemove(request.body);
      const { ids } = request.body as { ids: string[] };
      const project = await projectOf(request, parts);
      const removed = await keywords.remove(project, ids);
      report('keywords removed', project, removed);
      return { removed };
    },
  );
  app.get<{ Params: { id: string; keywordId: string } }>(
    '/projects/:id/keywords/:keywordId',
    {
      schema: {
        tags: TAGS,
        summary: 'Get a keyword',
        params: keywordPath,
        response: responses(reference('TrackedKeyword'), FETCH_STATUSES),
      },
    },
    async (request) => known(await keywords.get(await projectOf(request, parts), request.params.keywordId)),
  );
  app.post<InProject>(
    '/projects/:id/import',
    {
      schema: {
        tags: TAGS,
        summary: 'Import keywords from CSV or a list',
        description: 'Reads exports of Sextant and of other trackers. Wrong lines are named in `problems`; the others are imported.',
        headers: KEY_HEADER,
        params: projectPath,
        body: reference('ImportKeywords'),
        response: responses(reference('Imported'), STATUSES),
      },
    },
    async (request, reply) => {
      checkImport(request.body);
      const [account, project] = [accountOf(request), await projectOf(request, parts)];
      const fields = request.body as ImportKeywords;
      if (fields.dryRun) return parts.importer.run(account, project, fields);
      const run = async () => {
        const imported = await parts.importer.run(account, project, fields);
        report('keywords imported', project, imported.result.added);
        return imported;
      };
      return once(request, reply, run);
    },
  );
  app.post<InProject>(
    '/projects/:id/volumes',
    {
      schema: {
        tags: TAGS,
        summary: 'Order search volumes',
        description:
          'Creates keyword requests for keywords without a volume of this month. They are charged. Volumes appear when they finish.',
        headers: KEY_HEADER,
        params: projectPath,
        body: OrderVolumes,
        response: responses(OrderedVolumes, PAID_STATUSES),
      },
    },
    async (request, reply) => {
      checkVolumes(request.body);
      const [account, project] = [accountOf(request), await projectOf(request, parts)];
      const { dryRun = false } = request.body as OrderVolumes;
      if (dryRun) return parts.orderVolumes(account, project, true);
      const order = async () => {
        const ordered = await parts.orderVolumes(account, project, false);
        report('volumes ordered', project, ordered.orders);
        return ordered;
      };
      return once(request, reply, order);
    },
  );
}
