// Admin API: the overview and the settings.
import type { FastifyInstance } from 'fastify';
import { Overview, SettingList } from '../../contract/admin-reads.ts';
import { responses } from './operation.ts';

export interface AdminOverviewRouteParts {
  readonly overview: () => Promise<Overview>;
  readonly settings: () => SettingList;
}

const STATUSES = [403, 429, 500, 502];

export function adminOverviewRoutes(app: FastifyInstance, parts: AdminOverviewRouteParts): void {
  const config = { access: 'operator' } as const;
  app.get(
    '/admin/overview',
    {
      config,
      schema: {
        tags: ['operator'],
        summary: 'Get an overview of engines, queue, callbacks, workers and database',
        description:
          'The figures of engines cover the newest finished objects of the last hour and the attempts of unfinished ones, at most 2,000 each.',
        response: responses(Overview, STATUSES),
      },
    },
    async () => parts.overview(),
  );
  app.get(
    '/admin/settings',
    {
      config,
      schema: {
        tags: ['operator'],
        summary: 'List all settings with value and origin; secrets are hidden',
        response: responses(SettingList, STATUSES),
      },
    },
    async () => parts.settings(),
  );
}
