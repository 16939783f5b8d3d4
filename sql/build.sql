-- Builds an empty database from the readable files.
-- `npm run migrations -- baseline` writes migrations/0001_baseline.sql from it.

-- A function may use tables and functions that come later, so its body is checked when it first runs.
set local check_function_bodies = off;

-- Functions that defaults, triggers and other function files use.
-- run: functions/new_id.sql
-- run: functions/pin_plans.sql
-- run: functions/run_as_owner.sql
-- run: functions/reject_change.sql
-- run: functions/chain_audit.sql
-- run: functions/orphan_blob.sql

-- run: schema/accounts.sql
-- run: schema/audit.sql
-- run: schema/credits.sql
-- run: schema/objects.sql
-- run: schema/queue.sql
-- run: schema/callbacks.sql
-- run: schema/events.sql
-- run: schema/reuse.sql
-- run: schema/providers.sql
-- run: schema/cross-checks.sql
-- run: schema/fleet.sql
-- run: schema/answers.sql
-- run: schema/series.sql
-- run: schema/alerts.sql
-- run: schema/layouts.sql
-- run: schema/tracking.sql
-- run: schema/canaries.sql

-- All other functions, by name.
-- run: functions/*.sql
