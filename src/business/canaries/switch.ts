// Takes a source off the route for canaries and puts it back, in the caller's transaction.
import { CANARIES_ACTOR } from '../../contract/canaries.ts';
import { isLookup } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from '../accounts/audit.ts';
import { leavesRoute, type Switching } from './rules.ts';

export interface OffSource {
  readonly engine: string;
  readonly source: string;
}

/** A source after a run that proves something. */
export interface JudgedSource extends OffSource {
  readonly isFailing: boolean;
  /** Canaries have switched it off. */
  readonly isOff: boolean;
  readonly reason: string | null;
}

export interface SwitchTerms {
  readonly switching: Switching;
  /** All sources of the engine that this process could query, with those that are switched off. */
  readonly route: readonly string[];
  /** The routes of other regions that the source is on: they have other proxies. */
  readonly otherRoutes?: readonly (readonly string[])[];
  /** Sources of the engine that failed their canaries before this run. */
  readonly failing: ReadonlySet<string>;
}

const DISABLED = { name: 'canary_disabled', text: 'select source, set_by from disabled_sources where engine = $1' };
/** `since` marks the row as ours: an operator who takes it over writes another time. */
const SWITCH_OFF = {
  name: 'canary_switch_off',
  text: `with added as (
      insert into disabled_sources (engine, source, since, set_by) values ($1, $2, now(), $3) on conflict do nothing returning since
    )
    update canary_sources o set switched_off_at = added.since from added where o.engine = $1 and o.source = $2 returning o.source`,
};
const SWITCH_ON = {
  name: 'canary_switch_on',
  text: `with own as (
      select engine, source, switched_off_at from canary_sources where engine = $1 and source = $2 and switched_off_at is not null for update
    ),
    cleared as (
      update canary_sources o set switched_off_at = null from own where o.engine = own.engine and o.source = own.source
    )
    delete from disabled_sources d using own
    where d.engine = own.engine and d.source = own.source and d.since = own.switched_off_at and d.set_by = $3 returning d.source`,
};

/** Returns false when an operator has switched it off already: then it stays the operator's. */
async function switchOff(query: Db['query'], audit: Audit, { engine, source }: OffSource, reason: string | null): Promise<boolean> {
  if ((await query(SWITCH_OFF, [engine, source, CANARIES_ACTOR])).length === 0) return false;
  await audit.record(query, 'source.disable', `${engine}/${source}`, { reason }, CANARIES_ACTOR);
  return true;
}

/** Returns false when there was nothing to switch on: an operator did it, or has taken over. */
export async function switchOn(query: Db['query'], audit: Audit, { engine, source }: OffSource): Promise<boolean> {
  if ((await query(SWITCH_ON, [engine, source, CANARIES_ACTOR])).length === 0) return false;
  await audit.record(query, 'source.enable', `${engine}/${source}`, {}, CANARIES_ACTOR);
  return true;
}

/** Switches a source off or on, as its run and the setting demand. */
export async function followRun(
  query: Db['query'],
  audit: Audit,
  { engine, source, isFailing, isOff, reason }: JudgedSource,
  { switching, route, otherRoutes = [], failing }: SwitchTerms,
): Promise<void> {
  // A lookup has one source and no route to leave. Earlier versions stated that its source was switched off.
  if (!isFailing || isLookup(engine)) {
    if (isOff) await switchOn(query, audit, { engine, source });
    return;
  }
  if (switching === 'false') return;
  const disabled = await query<{ source: string; set_by: string }>(DISABLED, [engine]);
  const routes = [route, ...otherRoutes];
  if (isOff) {
    const isOurs = disabled.some((row) => row.source === source && row.set_by === CANARIES_ACTOR);
    const isOnlyOne = (names: readonly string[]): boolean => names.every((name) => name === source || isDisabled(name, disabled));
    const isNeeded = switching === 'true' && routes.some(isOnlyOne);
    // The others were switched off since then. This mode never leaves an engine without a source.
    if (isOurs && isNeeded) await switchOn(query, audit, { engine, source });
    return;
  }
  const isWorking = (name: string): boolean => name !== source && !failing.has(name) && !isDisabled(name, disabled);
  // The searches of every region need a source.
  const othersWorking = Math.min(...routes.map((names) => names.filter(isWorking).length));
  if (leavesRoute(switching, true, othersWorking)) await switchOff(query, audit, { engine, source }, reason);
}

/** A name that operators switched off also stands for its variants: `page` includes `page-de`. Canaries switch off exact names. */
const isDisabled = (name: string, disabled: readonly { readonly source: string; readonly set_by: string }[]): boolean =>
  disabled.some((row) => row.source === name || (row.set_by !== CANARIES_ACTOR && name.startsWith(`${row.source}-`)));
