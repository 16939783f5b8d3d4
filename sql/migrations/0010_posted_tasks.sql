-- backward-compatible: a column with a default, new functions, and functions whose parameters stay the same.

-- Its result goes to a callback URL. Until it is collected by its id, it is listed as ready while that is given up.
alter table provider_tasks add column posted boolean not null default false;
create index provider_tasks_list on provider_tasks (account_id, live, object_id);

-- Row types of `list_tasks` and `task_errors`.
create type listed_task as (id text, task json, cost bigint, created_at timestamptz, generated_at timestamptz, faulty boolean);
create type task_error as (id text, function_name text, task json, callback text, at timestamptz, status integer, ms integer);

-- run: functions/drop_expired.sql
-- run: functions/list_tasks.sql
-- run: functions/ready_tasks.sql
-- run: functions/record_deliveries.sql
-- run: functions/remove_object.sql
-- run: functions/task_errors.sql
