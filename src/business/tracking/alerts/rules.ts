// Alert rules of projects, and how their alerts are delivered.
import { toDateTime } from '../../../contract/dates.ts';
import { errors } from '../../../contract/errors.ts';
import type { AlertDelivery, NewRule, Rule, RuleSettings } from '../../../contract/tracking-alerts.ts';
import type { Db } from '../../../platform/db.ts';
import { createTtlCache } from '../../../platform/ttl-cache.ts';
import type { AlertRules } from '../interfaces.ts';
import type { ProjectRow, Slot } from '../types.ts';

const RULES_MAX = 50;

/** A rule applies to slots after `sinceSlot`, so that history from before it raises nothing. */
export interface ActiveRule {
  readonly id: string;
  readonly name: string;
  readonly sinceSlot: Slot;
  readonly settings: RuleSettings;
}

const COLUMNS = 'id, name, enabled, settings, created_at';
const LIST = {
  name: 'tracking_rules_list',
  text: `select ${COLUMNS} from tracking_rules where account_id = $1 and project_id = $2 order by created_at, id`,
};
/** The row of the project is locked, so that concurrent calls cannot exceed the limit. */
const CREATE = {
  name: 'tracking_rules_create',
  text: `insert into tracking_rules (account_id, project_id, name, enabled, settings, created_at)
    select $1, $2, $3, $4, $5, tracking_now()
    where (select count(*) from tracking_rules where account_id = $1 and project_id = $2) < $6 returning ${COLUMNS}`,
};
const CHANGE = {
  name: 'tracking_rules_change',
  text: `update tracking_rules set name = $4, enabled = $5, settings = $6 where account_id = $1 and project_id = $2 and id = $3
    returning ${COLUMNS}`,
};
const REMOVE = {
  name: 'tracking_rules_remove',
  text: 'delete from tracking_rules where account_id = $1 and project_id = $2 and id = $3 returning id',
};
/** Caches of other processes are keyed by the revision. */
const REVISE = {
  name: 'tracking_rules_revise',
  text: 'update projects set revision = revision + 1 where account_id = $1 and id = $2 returning id',
};
const DELIVERY = {
  name: 'tracking_delivery',
  text: `update projects set settings = jsonb_set(settings::jsonb, '{delivery}', $3::jsonb)::json, revision = revision + 1
    where account_id = $1 and id = $2 returning id`,
};
const ACTIVE = {
  name: 'tracking_rules_active',
  text: `select r.id, r.name, r.settings, calendar_slot(p, r.created_at) as since
    from projects p join tracking_rules r on r.account_id = p.account_id and r.project_id = p.id
    where p.id = $1 and r.enabled order by r.created_at, r.id`,
};

interface RuleRow {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: string;
  readonly created_at: Date;
}

const ruleOf = ({ id, name, enabled, settings, created_at }: RuleRow): Rule => ({
  id,
  name,
  enabled,
  settings: JSON.parse(settings) as RuleSettings,
  createdAt: toDateTime(created_at),
});

export interface StoredRules extends AlertRules {
  /** Enabled rules of a project, cached by revision. */
  rulesOf(projectId: number, revision: number): Promise<readonly ActiveRule[]>;
}

export function createAlertRules(db: Db): StoredRules {
  const active = createTtlCache<readonly ActiveRule[]>();
  const readActive = async (projectId: number): Promise<readonly ActiveRule[]> => {
    const rows = await db.query<{ id: string; name: string; settings: string; since: Slot }>(ACTIVE, [projectId]);
    return rows.map(({ id, name, settings, since }) => ({ id, name, sinceSlot: since, settings: JSON.parse(settings) as RuleSettings }));
  };
  /** Changes rules and the revision together. Throws 404 when the project was removed. */
  const revised = <Row>({ accountId, id }: ProjectRow, change: (query: Db['query']) => Promise<Row[]>): Promise<Row | undefined> =>
    db.transaction(async (query) => {
      if ((await query(REVISE, [accountId, id])).length === 0) throw errors.notFound();
      return (await change(query))[0];
    });

  return {
    list: async ({ accountId, id }) => (await db.query<RuleRow>(LIST, [accountId, id])).map(ruleOf),
    create: async (project, rule) => {
      const values = [project.accountId, project.id, ...valuesOf(rule), RULES_MAX];
      const row = await revised(project, (query) => query<RuleRow>(CREATE, values));
      if (!row) throw errors.badParameter('rules', `are limited to ${RULES_MAX} per project`, 'Change or remove another rule.');
      return ruleOf(row);
    },
    change: async (project, ruleId, rule) => {
      const values = [project.accountId, project.id, ruleId, ...valuesOf(rule)];
      const row = await revised(project, (query) => query<RuleRow>(CHANGE, values));
      return row ? ruleOf(row) : null;
    },
    remove: async (project, ruleId) =>
      (await revised(project, (query) => query<{ id: string }>(REMOVE, [project.accountId, project.id, ruleId]))) !== undefined,
    setDelivery: async ({ accountId, id }, delivery: AlertDelivery) => {
      const changed = await db.query(DELIVERY, [accountId, id, JSON.stringify(delivery)]);
      if (changed.length === 0) throw errors.notFound();
    },
    rulesOf: (projectId, revision) => active.get(`${projectId}/${revision}`, () => readActive(projectId)),
  };
}

function valuesOf({ name, enabled = true, settings }: NewRule): unknown[] {
  const trimmed = name.trim();
  if (trimmed === '') throw errors.badParameter('name', 'must not be blank');
  return [trimmed, enabled, JSON.stringify(settings)];
}
