-- backward-compatible: a new column that may be null, and functions whose parameters stay the same.

alter table reuse_index add column doubted_at timestamptz;

-- run: functions/reusable_result.sql
-- run: functions/lead_request.sql
-- run: functions/reuse_decision.sql
