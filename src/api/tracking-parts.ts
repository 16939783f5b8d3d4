// The parts of the tracking routes, and what all of them share.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  AlertRules,
  History,
  Importer,
  Notes,
  Projects,
  Runs,
  Shares,
  Summaries,
  TrackedKeywords,
  TrackingAlerts,
} from '../business/tracking/interfaces.ts';
import type { Owner, ProjectRow } from '../business/tracking/types.ts';
import { errors } from '../contract/errors.ts';
import type { Account } from '../contract/order.ts';
import Type from '../contract/schema.ts';
import type { AlertDelivery } from '../contract/tracking-alerts.ts';
import type { OrderedVolumes } from '../contract/tracking-report.ts';
import { accountOf, failures, idOf } from './routes/operation.ts';
import type { StreamCredentialParts } from './stream-credential.ts';
import type { SendTrackingExport } from './tracking-export.ts';
import type { Once } from './tracking-idempotency.ts';
import type { SlotNow } from './tracking-range.ts';

export interface TrackingRouteParts extends StreamCredentialParts {
  readonly projects: Projects;
  readonly keywords: TrackedKeywords;
  readonly history: History;
  readonly summaries: Summaries;
  readonly importer: Importer;
  readonly runs: Runs;
  readonly rules: AlertRules;
  readonly alerts: TrackingAlerts;
  readonly notes: Notes;
  readonly shares: Shares;
  /** Orders search volumes for keywords without one of this month. Throws 402. */
  readonly orderVolumes: (account: Account, project: ProjectRow, dryRun: boolean) => Promise<OrderedVolumes>;
  /** Throws 400 for a webhook that may not be called, and for emails without SMTP. */
  readonly checkDelivery: (account: Account, delivery: AlertDelivery) => void;
  readonly slotNow: SlotNow;
  readonly once: Once;
  readonly sendExport: SendTrackingExport;
  /** Sends the page of a shared report to browsers. Null: they get JSON as well. */
  readonly sharePage: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply) | null;
  readonly onChanged: (what: string, ids: Readonly<Record<string, string | number>>) => void;
}

export const TAGS = ['tracking'];
const ID_MAX = 2_147_483_647;
export const STATUSES = [400, 403, 404, 429, 500, 502, 504] as const;
export const PAID_STATUSES = [400, 402, 403, 404, 429, 500, 502, 504] as const;
export const projectPath = Type.Object({ id: Type.String({ description: 'The project’s id.' }) });
export const removed = (statuses: readonly number[]): Record<number, object> => ({
  204: { description: 'Removed.', type: 'null' },
  ...failures(statuses),
});

export const ownerOf = ({ id, mode }: Account): Owner => ({ accountId: id, mode });

/** Returns the project that the path names. Throws 404 when it is unknown or another account's. */
export async function projectOf(request: FastifyRequest, { projects }: Pick<TrackingRouteParts, 'projects'>): Promise<ProjectRow> {
  const { id } = request.params as { id: string };
  const row = await projects.row(ownerOf(accountOf(request)), idOf(id));
  if (!row) throw errors.notFound();
  return row;
}

/** Ids of keywords are integers of four bytes. Throws 404 for anything else. */
export function keywordNumber(text: string): number {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= ID_MAX)) throw errors.notFound();
  return number;
}

/** Ids in a body. Those that cannot be ids of keywords are left out, like unknown ones. */
export const keywordNumbers = (ids: readonly string[]): number[] => ids.map(Number).filter((id) => id <= ID_MAX);

/** Splits a list of tags in a query string. */
export const readTags = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
