// All routes under /admin, which need the token of an operator.
import type { FastifyInstance } from 'fastify';
import { type AdminRouteParts, adminRoutes } from './admin.ts';
import { type AdminAccountsRouteParts, adminAccountsRoutes } from './admin-accounts.ts';
import { type AdminCanariesRouteParts, adminCanariesRoutes } from './admin-canaries.ts';
import { type AdminCasesRouteParts, adminCasesRoutes } from './admin-cases.ts';
import { type AdminDeliveriesRouteParts, adminDeliveriesRoutes } from './admin-deliveries.ts';
import { type AdminFleetRouteParts, adminFleetRoutes } from './admin-fleet.ts';
import { type AdminMonitoringRouteParts, adminMonitoringRoutes } from './admin-monitoring.ts';
import { adminObjectsRoutes } from './admin-objects.ts';
import { type AdminOperatorsRouteParts, adminOperatorsRoutes } from './admin-operators.ts';
import { type AdminOverviewRouteParts, adminOverviewRoutes } from './admin-overview.ts';
import { type AdminSourcesRouteParts, adminSourcesRoutes } from './admin-sources.ts';
import type { ObjectsRouteParts } from './objects.ts';

export type OperatorRouteParts = AdminRouteParts &
  AdminAccountsRouteParts &
  AdminCanariesRouteParts &
  AdminCasesRouteParts &
  AdminDeliveriesRouteParts &
  AdminFleetRouteParts &
  AdminMonitoringRouteParts &
  AdminOperatorsRouteParts &
  AdminOverviewRouteParts &
  AdminSourcesRouteParts;

export function operatorRoutes(app: FastifyInstance, parts: OperatorRouteParts, objects: ObjectsRouteParts): void {
  adminRoutes(app, parts);
  adminAccountsRoutes(app, parts);
  adminCanariesRoutes(app, parts);
  adminCasesRoutes(app, parts);
  adminDeliveriesRoutes(app, parts);
  adminObjectsRoutes(app, objects);
  adminOperatorsRoutes(app, parts);
  adminOverviewRoutes(app, parts);
  adminFleetRoutes(app, parts);
  adminMonitoringRoutes(app, parts);
  adminSourcesRoutes(app, parts);
}
