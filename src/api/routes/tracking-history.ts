// Rank history: of one keyword, of a project, summaries and exports.
import type { FastifyInstance } from 'fastify';
import { dayText, MINUTES_A_DAY } from '../../business/tracking/slots.ts';
import { OneOf } from '../../contract/dialect.ts';
import Type from '../../contract/schema.ts';
import { GROUPS, HistoryQuery, SummaryQuery, TrackingExportQuery } from '../../contract/tracking-history.ts';
import { cutOnLapse } from '../stream-credential.ts';
import { keywordNumber, projectOf, projectPath, readTags, STATUSES, TAGS, type TrackingRouteParts } from '../tracking-parts.ts';
import { readRange } from '../tracking-range.ts';
import { databaseQueryCheckerOf } from '../validation.ts';
import { fileResponses } from './objects.ts';
import { known, reference, responses } from './operation.ts';

type InProject = { Params: { id: string } };

const keywordPath = Type.Object({ ...projectPath.properties, keywordId: Type.String({ description: 'The keyword’s id.' }) });
const ProjectHistoryQuery = Type.Object({
  from: HistoryQuery.properties.from,
  to: HistoryQuery.properties.to,
  group: Type.Optional(OneOf(GROUPS, { default: 'none' })),
});
type ProjectHistoryQuery = Pick<HistoryQuery, 'from' | 'to' | 'group'>;

/** Checks by the hour have up to 24 points a day. */
const KEYWORD_DAYS = { daysDefault: 91, daysMax: 400 };
const HOURLY_DAYS = { daysDefault: 91, daysMax: 92 };
const PROJECT_DAYS = { daysDefault: 7, daysMax: 31 };
/** An export is streamed, so only absurd ranges are rejected. */
const EXPORT_DAYS = { daysDefault: 31, daysMax: 7320 };

export function trackingHistoryRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const checkHistory = databaseQueryCheckerOf<HistoryQuery>(HistoryQuery);
  const checkProjectHistory = databaseQueryCheckerOf<ProjectHistoryQuery>(ProjectHistoryQuery);
  const checkSummary = databaseQueryCheckerOf<SummaryQuery>(SummaryQuery);
  const checkExport = databaseQueryCheckerOf<TrackingExportQuery>(TrackingExportQuery);

  app.get<{ Params: { id: string; keywordId: string } }>(
    '/projects/:id/keywords/:keywordId/history',
    {
      schema: {
        tags: TAGS,
        summary: 'Get the history of a keyword',
        description: 'At most 400 days, or 92 for checks by the hour without `group`. It outlives the SERPs themselves.',
        params: keywordPath,
        querystring: HistoryQuery,
        response: responses(reference('KeywordHistory'), STATUSES),
      },
    },
    async (request) => {
      const { group = 'none', top = false, ...days } = checkHistory(request.query);
      const project = await projectOf(request, parts);
      const keyword = known(await parts.keywords.get(project, request.params.keywordId));
      const limits = project.isHourly && group === 'none' ? HOURLY_DAYS : KEYWORD_DAYS;
      const range = await readRange(days, project, parts.slotNow, limits);
      return parts.history.ofKeyword(project, keywordNumber(keyword.id), range, { group, top });
    },
  );
  app.get<InProject>(
    '/projects/:id/history',
    {
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        summary: 'Get the history of all keywords',
        description:
          'At most 31 days. JSON lines, streamed: one point per line, with its `keywordId`, and without `title`, `top` and `objectId`.',
        params: projectPath,
        querystring: ProjectHistoryQuery,
        response: fileResponses('application/x-ndjson', 'One point per line.', STATUSES),
      },
    },
    async (request, reply) => {
      const { group = 'none', ...days } = checkProjectHistory(request.query);
      const project = await projectOf(request, parts);
      const range = await readRange(days, project, parts.slotNow, PROJECT_DAYS);
      cutOnLapse(request, reply, parts);
      return parts.sendExport(reply, { project, content: 'points', format: 'jsonl', range, group, tags: [] });
    },
  );
  app.get<InProject>(
    '/projects/:id/summary',
    {
      schema: {
        tags: TAGS,
        summary: 'Get figures, movers, competitors and pages of a project',
        params: projectPath,
        querystring: SummaryQuery,
        response: responses(reference('Summary'), STATUSES),
      },
    },
    async (request) => {
      const query = checkSummary(request.query);
      const project = await projectOf(request, parts);
      // Checks the dates. The default of `from` is 30 days before `to`.
      const { from, to } = await readRange(query, project, parts.slotNow, { daysDefault: 31, daysMax: 3660 });
      return parts.summaries.summary(project, { ...query, from: dayText(from), to: dayText(to - MINUTES_A_DAY) });
    },
  );
  app.get<InProject>(
    '/projects/:id/export',
    {
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        summary: 'Export keywords, history, competitors or top pages',
        description: 'CSV or JSON lines, streamed. Spreadsheets can import the URL with a key of the scope `read`; a share link is safer.',
        params: projectPath,
        querystring: TrackingExportQuery,
        response: fileResponses('text/csv', 'One row per keyword, check, competitor or page.', STATUSES),
      },
    },
    async (request, reply) => {
      const { content = 'keywords', format = 'csv', group = 'none', tags, ...days } = checkExport(request.query);
      const project = await projectOf(request, parts);
      const range = await readRange(days, project, parts.slotNow, EXPORT_DAYS);
      cutOnLapse(request, reply, parts);
      return parts.sendExport(reply, { project, content, format, range, group, tags: readTags(tags) });
    },
  );
}
