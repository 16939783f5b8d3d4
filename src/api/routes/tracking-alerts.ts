// Alerts of tracking: rules, delivery, and the alerts themselves.
import type { FastifyInstance } from 'fastify';
import Type from '../../contract/schema.ts';
import { AlertDelivery, NewRule, TrackingAlertList } from '../../contract/tracking-alerts.ts';
import { KEY_HEADER } from '../header-parameters.ts';
import { ownerOf, projectOf, projectPath, removed, STATUSES, TAGS, type TrackingRouteParts } from '../tracking-parts.ts';
import { checkerOf, databaseQueryCheckerOf } from '../validation.ts';
import { accountOf, FETCH_STATUSES, failures, idOf, known, LIST_STATUSES, reference, responses } from './operation.ts';

type InProject = { Params: { id: string } };

const AlertsQuery = Type.Object({
  after: Type.Optional(Type.String({ maxLength: 64, pattern: '^[0-9A-Za-z]+$', description: 'The `next` of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});
type AlertsQuery = { after?: string; limit?: number };
const ALERTS_DEFAULT = 50;
const ReadAlerts = Type.Object({
  ids: Type.Array(Type.String({ pattern: '^[0-9a-f]{24}$' }), { minItems: 1, maxItems: 1000 }),
});
const rulePath = Type.Object({ ...projectPath.properties, ruleId: Type.String() });
const alertPath = Type.Object({ ...projectPath.properties, alertId: Type.String() });

export function trackingAlertRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  ruleRoutes(app, parts);
  deliveryRoutes(app, parts);
  const checkQuery = databaseQueryCheckerOf<AlertsQuery>(AlertsQuery);
  const checkRead = checkerOf(ReadAlerts);

  app.get<InProject>(
    '/projects/:id/alerts',
    {
      schema: {
        tags: TAGS,
        summary: 'List alerts of a project, newest first',
        params: projectPath,
        querystring: AlertsQuery,
        response: responses(TrackingAlertList, STATUSES),
      },
    },
    async (request) => {
      const { after = null, limit = ALERTS_DEFAULT } = checkQuery(request.query);
      return parts.alerts.list(ownerOf(accountOf(request)), await projectOf(request, parts), after, limit);
    },
  );
  app.get(
    '/tracking/alerts',
    {
      schema: {
        tags: TAGS,
        summary: 'List alerts of all projects, newest first',
        querystring: AlertsQuery,
        response: responses(TrackingAlertList, LIST_STATUSES),
      },
    },
    async (request) => {
      const { after = null, limit = ALERTS_DEFAULT } = checkQuery(request.query);
      return parts.alerts.list(ownerOf(accountOf(request)), null, after, limit);
    },
  );
  app.post(
    '/tracking/alerts/read',
    {
      schema: {
        tags: TAGS,
        summary: 'Mark alerts as read',
        body: ReadAlerts,
        response: responses(Type.Object({ changed: Type.Integer() }), LIST_STATUSES),
      },
    },
    async (request) => {
      checkRead(request.body);
      return { changed: await parts.alerts.markRead(ownerOf(accountOf(request)), (request.body as { ids: string[] }).ids) };
    },
  );
  app.post<{ Params: { id: string; alertId: string } }>(
    '/projects/:id/alerts/:alertId/resend',
    {
      schema: {
        tags: TAGS,
        summary: 'Resend the message of an alert',
        params: alertPath,
        response: { 204: { description: 'It will be sent again.', type: 'null' }, ...failures(FETCH_STATUSES) },
      },
    },
    async (request, reply) => {
      known(await parts.alerts.resend(await projectOf(request, parts), idOf(request.params.alertId)));
      return reply.code(204).send();
    },
  );
}

function ruleRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const checkRule = checkerOf(NewRule);
  app.get<InProject>(
    '/projects/:id/rules',
    {
      schema: {
        tags: TAGS,
        summary: 'List alert rules',
        params: projectPath,
        response: responses(Type.Object({ items: Type.Array(reference('Rule')) }), FETCH_STATUSES),
      },
    },
    async (request) => ({ items: await parts.rules.list(await projectOf(request, parts)) }),
  );
  app.post<InProject>(
    '/projects/:id/rules',
    {
      schema: {
        tags: TAGS,
        summary: 'Create an alert rule',
        description: 'It applies to checks from now on.',
        headers: KEY_HEADER,
        params: projectPath,
        body: reference('NewRule'),
        response: responses(reference('Rule'), STATUSES),
      },
    },
    async (request, reply) => {
      checkRule(request.body);
      const project = await projectOf(request, parts);
      return parts.once(request, reply, async () => {
        const made = await parts.rules.create(project, request.body as NewRule);
        parts.onChanged('rule created', { account: project.accountId, project: project.publicId, rule: made.id });
        return made;
      });
    },
  );
  app.put<{ Params: { id: string; ruleId: string } }>(
    '/projects/:id/rules/:ruleId',
    {
      schema: {
        tags: TAGS,
        summary: 'Replace an alert rule',
        params: rulePath,
        body: reference('NewRule'),
        response: responses(reference('Rule'), STATUSES),
      },
    },
    async (request) => {
      checkRule(request.body);
      const project = await projectOf(request, parts);
      const changed = known(await parts.rules.change(project, idOf(request.params.ruleId), request.body as NewRule));
      parts.onChanged('rule changed', { account: project.accountId, project: project.publicId, rule: changed.id });
      return changed;
    },
  );
  app.delete<{ Params: { id: string; ruleId: string } }>(
    '/projects/:id/rules/:ruleId',
    { schema: { tags: TAGS, summary: 'Remove an alert rule', params: rulePath, response: removed(FETCH_STATUSES) } },
    async (request, reply) => {
      const project = await projectOf(request, parts);
      known(await parts.rules.remove(project, idOf(request.params.ruleId)));
      parts.onChanged('rule removed', { account: project.accountId, project: project.publicId, rule: request.params.ruleId });
      return reply.code(204).send();
    },
  );
}

function deliveryRoutes(app: FastifyInstance, parts: TrackingRouteParts): void {
  const checkDelivery = checkerOf(AlertDelivery);
  app.get<InProject>(
    '/projects/:id/delivery',
    {
      schema: {
        tags: TAGS,
        summary: 'Get where and when alerts are delivered',
        params: projectPath,
        response: responses(reference('AlertDelivery'), FETCH_STATUSES),
      },
    },
    async (request) => (await projectOf(request, parts)).settings.delivery,
  );
  app.put<InProject>(
    '/projects/:id/delivery',
    {
      schema: {
        tags: TAGS,
        summary: 'Set where and when alerts are delivered',
        params: projectPath,
        body: reference('AlertDelivery'),
        response: responses(reference('AlertDelivery'), STATUSES),
      },
    },
    async (request) => {
      checkDelivery(request.body);
      const delivery = request.body as AlertDelivery;
      parts.checkDelivery(accountOf(request), delivery);
      const project = await projectOf(request, parts);
      await parts.rules.setDelivery(project, delivery);
      parts.onChanged('delivery changed', { account: project.accountId, project: project.publicId });
      return delivery;
    },
  );
}
