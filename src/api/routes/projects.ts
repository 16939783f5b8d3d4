// Projects: create, list, change and remove them, and their runs.
import type { FastifyInstance } from 'fastify';
import { readSlot } from '../../business/tracking/slots.ts';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import { NewProject, type Project, ProjectChange } from '../../contract/tracking.ts';
import { ProjectList, RunKeywords, type SlotRun, SlotRunList } from '../../contract/tracking-history.ts';
import { KEY_HEADER } from '../header-parameters.ts';
import {
  keywordNumbers,
  ownerOf,
  PAID_STATUSES,
  projectOf,
  projectPath,
  removed,
  STATUSES,
  TAGS,
  type TrackingRouteParts,
} from '../tracking-parts.ts';
import { checkerOf, databaseQueryCheckerOf } from '../validation.ts';
import { accountOf, FETCH_STATUSES, idOf, known, LIST_STATUSES, reference, responses } from './operation.ts';

const RUNS_DEFAULT = 30;
const RUNS_MAX = 100;
const RunsQuery = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 16, description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: RUNS_MAX, default: RUNS_DEFAULT })),
});
/** `Run now` starts at most one run per minute and project. */
const RUN_SECONDS = 60;

/** Whether something was made by a call that began at this time. Times of responses are whole seconds. */
const isSoonAfter = (diedAt: Date, made: string): boolean => {
  const ms = Date.parse(made.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) - diedAt.getTime();
  return ms >= -1000 && ms < RUN_SECONDS * 1000;
};

type InProject = { Params: { id: string } };

export function projectRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const [checkNew, checkChange] = [checkerOf(NewProject), checkerOf(ProjectChange)];
  const { once, onChanged } = parts;

  app.get(
    '/projects',
    {
      schema: {
        tags: TAGS,
        summary: 'List projects with their figures',
        description: 'Figures of the last checked day and the one before, the visibility of 30 days and the number of unread alerts.',
        response: responses(ProjectList, LIST_STATUSES),
      },
    },
    async (request) => {
      const account = accountOf(request);
      return { items: await parts.summaries.overview(ownerOf(account), await parts.projects.list(account)) };
    },
  );
  app.post(
    '/projects',
    {
      schema: {
        tags: TAGS,
        summary: 'Create a project',
        description: 'Free. Its checks are charged like SERP requests, through the key that creates the project.',
        headers: KEY_HEADER,
        body: reference('NewProject'),
        response: responses(reference('Project'), LIST_STATUSES),
      },
    },
    async (request, reply) => {
      checkNew(request.body);
      const account = accountOf(request);
      const create = async (): Promise<Project> => {
        const made = await parts.projects.create(account, request.body as NewProject);
        onChanged('project created', { account: account.id, project: made.id });
        return made;
      };
      const { name } = request.body as NewProject;
      const found = async (diedAt: Date): Promise<Project | null> =>
        (await parts.projects.list(account)).find((each) => each.name === name.trim() && isSoonAfter(diedAt, each.createdAt)) ?? null;
      return once(request, reply, create, { found });
    },
  );
  app.post(
    '/projects/demo',
    {
      schema: {
        tags: TAGS,
        summary: 'Create the demo project',
        description: 'Only with a test key. Its 90 days of history come from the sandbox. A second call returns the same project.',
        headers: KEY_HEADER,
        response: responses(reference('Project'), LIST_STATUSES),
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      if (account.mode !== 'test') throw errors.badParameter('apikey', 'is a live key', 'Use a test key. The demo uses the sandbox.');
      return once(request, reply, () => parts.projects.demo(account));
    },
  );
  app.get<InProject>(
    '/projects/:id',
    { schema: { tags: TAGS, summary: 'Get a project', params: projectPath, response: responses(reference('Project'), FETCH_STATUSES) } },
    async (request) => known(await parts.projects.get(accountOf(request), idOf(request.params.id))),
  );
  app.patch<InProject>(
    '/projects/:id',
    {
      schema: {
        tags: TAGS,
        summary: 'Change a project',
        description: 'Fields that are sent replace the stored ones. A changed schedule is charged through the key that changes it.',
        params: projectPath,
        body: reference('ProjectChange'),
        response: responses(reference('Project'), STATUSES),
      },
    },
    async (request) => {
      checkChange(request.body);
      const account = accountOf(request);
      const changed = known(await parts.projects.change(account, idOf(request.params.id), request.body as ProjectChange));
      onChanged('project changed', { account: account.id, project: changed.id });
      return changed;
    },
  );
  app.delete<InProject>(
    '/projects/:id',
    {
      schema: {
        tags: TAGS,
        summary: 'Remove a project with its history',
        params: projectPath,
        response: removed(FETCH_STATUSES),
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      known(await parts.projects.remove(account, idOf(request.params.id)));
      onChanged('project removed', { account: account.id, project: request.params.id });
      return reply.code(204).send();
    },
  );
  runRoutes(app, parts);
}

function runRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const checkRun = checkerOf(RunKeywords);
  const checkQuery = databaseQueryCheckerOf<{ before?: string; limit?: number }>(RunsQuery);

  app.post<InProject>(
    '/projects/:id/run',
    {
      schema: {
        tags: TAGS,
        summary: 'Check keywords now',
        description: 'Without `ids`, all enabled keywords. At most one run per minute. With `dryRun`, returns only `{"cost"}`.',
        headers: KEY_HEADER,
        params: projectPath,
        body: RunKeywords,
        response: responses(reference('SlotRun'), PAID_STATUSES),
      },
    },
    async (request, reply) => {
      checkRun(request.body);
      const { ids, maxResults, dryRun } = request.body as RunKeywords;
      const [account, project] = [accountOf(request), await projectOf(request, parts)];
      const keywordIds = ids === undefined ? null : keywordNumbers(ids);
      const depth = maxResults ?? project.maxResults;
      if (dryRun) {
        const cost = await parts.runs.cost(account, project, keywordIds, depth);
        return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ cost }));
      }
      const start = async (): Promise<SlotRun> => {
        const slot = await parts.runs.start(account, project, keywordIds, depth);
        if (slot === null) throw errors.rateLimited(RUN_SECONDS);
        parts.onChanged('run started', { account: account.id, project: project.publicId });
        const [run] = await parts.history.runs(project, slot + 1, 1);
        return known(run ?? null);
      };
      // A second run would be charged again.
      const found = async (diedAt: Date): Promise<SlotRun | null> =>
        (await parts.history.runs(project, null, RUNS_MAX)).find((run) => run.kind === 'manual' && isSoonAfter(diedAt, run.dueAt)) ?? null;
      return parts.once(request, reply, start, { found });
    },
  );
  app.get<InProject>(
    '/projects/:id/runs',
    {
      schema: {
        tags: TAGS,
        summary: 'List the runs of a project, newest first',
        description: 'Slots that did not run are included, with their reason.',
        params: projectPath,
        querystring: RunsQuery,
        response: responses(SlotRunList, STATUSES),
      },
    },
    async (request) => {
      const { before, limit = RUNS_DEFAULT } = checkQuery(request.query);
      const project = await projectOf(request, parts);
      const items = await parts.history.runs(project, before === undefined ? null : readSlot('before', before), limit);
      return { items, next: items.length === limit ? items.at(-1)!.slot : null };
    },
  );
}
