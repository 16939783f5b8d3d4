// Sources in the whole fleet: which operators switched off, and which are paused, with the reason.
import { CANARIES_ACTOR } from '../../contract/canaries.ts';
import { toDateTime } from '../../contract/dates.ts';
import type { ConfiguredSource } from '../../contract/sources.ts';
import type { Mode } from '../../contract/vocabulary.ts';
import type { Db } from '../../platform/db.ts';
import type { Audit } from '../accounts/audit.ts';
import type { ReportedCooldown } from './registration.ts';

export type SourceState = Omit<ConfiguredSource, 'name'>;

export interface SourceControl {
  /** Returns the state of all sources that are switched off or paused, by `engine/source`. */
  states(): Promise<ReadonlyMap<string, SourceState>>;
  /** Every process follows with its next heartbeat. A repeated call changes nothing. */
  disable(engine: string, source: string, by?: string): Promise<void>;
  enable(engine: string, source: string, by?: string): Promise<void>;
}

const DISABLED = { name: 'disabled_sources', text: 'select engine, source, since, set_by from disabled_sources' };
/** Silent processes are left out: nobody knows what they do. */
const COOLDOWNS = {
  name: 'reported_cooldowns',
  text: `select cooldowns, extract(epoch from now() - seen_at)::double precision as age from processes
    where cooldowns is not null and seen_at > now() - interval '1 minute'`,
};
/** An operator takes over a source that canaries switched off, so that they do not switch it on again. */
const DISABLE = {
  name: 'source_disable',
  text: `insert into disabled_sources as d (engine, source, set_by) values ($1, $2, $3)
    on conflict (engine, source) do update set since = now(), set_by = excluded.set_by where d.set_by = '${CANARIES_ACTOR}' returning engine`,
};
/**
 * A name also stands for its variants, so that `page` may be the reason why `page-de` is off. Canaries switch off exact names.
 */
const ENABLE = {
  name: 'source_enable',
  text: `delete from disabled_sources
    where engine = $1 and (source = $2 or (starts_with($2, source || '-') and set_by <> '${CANARIES_ACTOR}')) returning engine`,
};

const ON: SourceState = { disabledSince: null, disabledBy: null, cooldowns: [] };
const UNKNOWN_OPERATOR = 'operator';

export function createSourceControl(db: Db, audit: Audit): SourceControl {
  return {
    states: async () => {
      const [disabled, processes] = await Promise.all([
        db.query<{ engine: string; source: string; since: Date; set_by: string }>(DISABLED),
        db.query<{ cooldowns: string; age: number }>(COOLDOWNS),
      ]);
      const states = new Map<string, SourceState>();
      const stateOf = (name: string): SourceState => states.get(name) ?? ON;
      for (const { engine, source, since, set_by } of disabled)
        states.set(`${engine}/${source}`, { ...ON, disabledSince: toDateTime(since), disabledBy: set_by });
      for (const { cooldowns, age } of processes) {
        for (const [circuit, seconds, reason] of JSON.parse(cooldowns) as ReportedCooldown[]) {
          const [engine = '', mode = '', ...source] = circuit.split('/');
          const left = Math.ceil(seconds - age);
          const name = `${engine}/${source.join('/')}`;
          if (left > 0) states.set(name, withCooldown(stateOf(name), mode === 'live' ? 'live' : 'test', left, reason));
        }
      }
      return states;
    },
    disable: (engine, source, by) =>
      db.transaction(async (query) => {
        if ((await query(DISABLE, [engine, source, by ?? UNKNOWN_OPERATOR])).length > 0)
          await audit.record(query, 'source.disable', `${engine}/${source}`, {}, by);
      }),
    enable: (engine, source, by) =>
      db.transaction(async (query) => {
        if ((await query(ENABLE, [engine, source])).length > 0) await audit.record(query, 'source.enable', `${engine}/${source}`, {}, by);
      }),
  };
}

/** One entry per mode: the longest cooldown, and the number of processes. */
function withCooldown(state: SourceState, mode: Mode, seconds: number, reason: string): SourceState {
  const known = state.cooldowns.find((each) => each.mode === mode);
  const longest = known && known.seconds >= seconds ? known : { mode, seconds, reason };
  const others = state.cooldowns.filter((each) => each.mode !== mode);
  return { ...state, cooldowns: [...others, { ...longest, processes: (known?.processes ?? 0) + 1 }] };
}
