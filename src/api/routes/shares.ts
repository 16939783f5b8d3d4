// Share links of a project, and the read-only report behind a link.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SlotRange } from '../../business/tracking/interfaces.ts';
import { reportOf } from '../../business/tracking/projects/report.ts';
import { dayStart, MINUTES_A_DAY } from '../../business/tracking/slots.ts';
import type { ProjectRow } from '../../business/tracking/types.ts';
import { errors } from '../../contract/errors.ts';
import Type from '../../contract/schema.ts';
import { NewShare, Share } from '../../contract/tracking-alerts.ts';
import { RanksCsvQuery } from '../../contract/tracking-report.ts';
import { KEY_HEADER } from '../header-parameters.ts';
import type { Limits } from '../limits.ts';
import { projectOf, projectPath, removed, STATUSES, TAGS, type TrackingRouteParts } from '../tracking-parts.ts';
import { checkerOf, databaseQueryCheckerOf } from '../validation.ts';
import { fileResponses } from './objects.ts';
import { FETCH_STATUSES, idOf, known, reference, responses } from './operation.ts';

type InProject = { Params: { id: string } };
type WithToken = { Params: { token: string } };

const sharePath = Type.Object({ ...projectPath.properties, shareId: Type.String() });
const tokenPath = Type.Object({ token: Type.String({ description: 'The token of the link.' }) });
const CSV_SECONDS = 600;

export function shareRoutes(app: FastifyInstance, parts: TrackingRouteParts, limits: Pick<Limits, 'address' | 'badKey'>): void {
  const checkShare = checkerOf(NewShare);
  app.get<InProject>(
    '/projects/:id/shares',
    {
      schema: {
        tags: TAGS,
        summary: 'List the share links of a project',
        params: projectPath,
        response: responses(Type.Object({ items: Type.Array(Share) }), FETCH_STATUSES),
      },
    },
    async (request) => ({ items: await parts.shares.list(await projectOf(request, parts)) }),
  );
  app.post<InProject>(
    '/projects/:id/shares',
    {
      schema: {
        tags: TAGS,
        summary: 'Create a share link',
        description: 'The token is only in this response. Everybody with the link can read the report until it expires or is revoked.',
        headers: KEY_HEADER,
        params: projectPath,
        body: NewShare,
        response: responses(Share, STATUSES),
      },
    },
    async (request, reply) => {
      checkShare(request.body);
      const project = await projectOf(request, parts);
      const create = async (): Promise<Share> => {
        const made = await parts.shares.create(project, request.body as NewShare);
        parts.onChanged('share created', { account: project.accountId, project: project.publicId, share: made.id });
        return made;
      };
      // The database has only a hash of the token, so a replay cannot contain it.
      return parts.once(request, reply, create, { replayed: ({ token: _token, url: _url, ...share }) => share });
    },
  );
  app.delete<{ Params: { id: string; shareId: string } }>(
    '/projects/:id/shares/:shareId',
    { schema: { tags: TAGS, summary: 'Revoke a share link', params: sharePath, response: removed(FETCH_STATUSES) } },
    async (request, reply) => {
      const project = await projectOf(request, parts);
      known(await parts.shares.revoke(project, idOf(request.params.shareId)));
      parts.onChanged('share revoked', { account: project.accountId, project: project.publicId, share: request.params.shareId });
      return reply.code(204).send();
    },
  );
  reportRoutes(app, parts, limits);
}

const wantsPage = (accept: string | undefined): boolean => /\btext\/html\b/.test(accept ?? '');

function reportRoutes(app: FastifyInstance, parts: TrackingRouteParts, limits: Pick<Limits, 'address' | 'badKey'>): void {
  const checkQuery = databaseQueryCheckerOf<RanksCsvQuery>(RanksCsvQuery);

  /** Throws the same 404 for unknown, expired and revoked tokens. */
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    // Public routes have no rate limit otherwise.
    limits.address(request.ip, reply, false);
    reply.header('x-robots-tag', 'noindex');
    const { token } = request.params as { token: string };
    const opened = /^[A-Za-z0-9_-]{32}$/.test(token) ? await parts.shares.open(token) : null;
    if (opened) return opened;
    limits.badKey(request.ip, reply);
    throw errors.shareNotFound();
  };
  /** The last days up to today in the project's calendar. */
  const rangeOf = async (project: ProjectRow, days: number): Promise<SlotRange> => {
    const to = dayStart(await parts.slotNow(project)) + MINUTES_A_DAY;
    return { from: to - days * MINUTES_A_DAY, to };
  };

  app.get<WithToken>(
    '/share/:token',
    {
      config: { access: 'anybody' },
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        summary: 'Read a shared report',
        description: 'Needs no key. Browsers get a page, other clients JSON.',
        security: [],
        params: tokenPath,
        response: responses(reference('ShareReport'), [404, 429, 500, 502, 504]),
      },
    },
    async (request, reply) => {
      reply.header('vary', 'accept');
      if (parts.sharePage && wantsPage(request.headers.accept)) {
        limits.address(request.ip, reply, false);
        return parts.sharePage(request, reply.header('x-robots-tag', 'noindex'));
      }
      const { project, share } = await open(request, reply);
      return reportOf(project, share, await rangeOf(project, share.days), parts);
    },
  );
  app.get<WithToken>(
    '/share/:token/ranks.csv',
    {
      config: { access: 'anybody' },
      exposeHeadRoute: false,
      schema: {
        tags: TAGS,
        summary: 'Read the positions of a shared report as CSV',
        description: 'For spreadsheets: `IMPORTDATA` reads this URL. Needs a link with the section `keywords`.',
        security: [],
        params: tokenPath,
        querystring: RanksCsvQuery,
        response: fileResponses('text/csv', 'One row per check.', [400, 404, 429, 500, 502, 504]),
      },
    },
    async (request, reply) => {
      const { days } = checkQuery(request.query);
      const { project, share } = await open(request, reply);
      if (!share.sections.includes('keywords')) throw errors.notFound();
      if (days !== undefined && days > share.days)
        throw errors.badParameter(
          'days',
          `must be at most ${share.days}, the days of the link`,
          'Ask its owner for a link with more days.',
        );
      reply.header('cache-control', `private, max-age=${CSV_SECONDS}`);
      const range = await rangeOf(project, days ?? share.days);
      return parts.sendExport(reply, {
        project,
        content: 'history',
        format: 'csv',
        range,
        group: 'none',
        tags: share.tags,
        isInline: true,
      });
    },
  );
}
