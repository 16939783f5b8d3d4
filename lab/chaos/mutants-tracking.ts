// Planted bugs around the slots of tracking.
import type { Mutant } from './mutant.ts';

const RUN = { tracking: true, workers: 2, seconds: 40, faults: ['killWorker'], faultEverySeconds: 3, mix: { create: 0 } } as const;

export const TRACKING_MUTANTS: Readonly<Record<string, Mutant>> = {
  cursor_apart: {
    bug: 'the cursor of a slot moves in a second transaction, after the orders',
    sql: [
      { function: 'place_checks', find: 'set cursor = p_cursor, placed =', put: 'set placed =' },
      { function: 'place_checks', find: 'if placed <> cardinality(ids) then', put: 'if false then' },
    ],
    js: {
      'business/tracking/plan/planner.js': [
        {
          find: 'return placeChunk(query, { ...chunk, ...end }, parts.place);',
          put: `const outcome = await placeChunk(query, { ...chunk, ...end }, parts.place);
            setTimeout(() => db.query({ name: 'late_cursor', text: 'update project_slots set cursor = $3 where project_id = $1 and slot = $2' },
              [project_id, slot, end.cursor]).catch(() => undefined), 500);
            return outcome;`,
        },
      ],
    },
    run: RUN,
  },
  no_project_lock: {
    bug: 'two planners may work on one project',
    sql: [
      { function: 'claim_project', find: 'order by next_at limit 1 for no key update skip locked;', put: 'order by next_at limit 1;' },
      { function: 'claim_project', find: 'slot desc limit 1 for update;', put: 'slot desc limit 1;' },
      // The second guard would roll the other chunk back.
      { function: 'place_checks', find: 'if placed <> cardinality(ids) then', put: 'if false then' },
    ],
    run: { ...RUN, workers: 3, faults: [] },
  },
  skipped_without_trace: {
    bug: 'checks that the credits do not cover leave no point',
    sql: [
      {
        function: 'place_checks',
        find: 'from unnest(left_out, left_codes) as c (keyword_id, code)',
        put: 'from unnest(left_out, left_codes) as c (keyword_id, code) where false',
      },
    ],
    run: { ...RUN, faults: [] },
  },
};
