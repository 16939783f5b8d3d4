-- Returns the number of deleted answers to questions that were not asked for p_days days, at most p_rows_max.
-- Several processes may call it at once.
create or replace function drop_answers(p_days integer, p_rows_max integer) returns bigint
language plpgsql as $$
declare
  dropped bigint;
begin
  with old as (
    select question, variant from answers where day < (now() at time zone 'UTC')::date - p_days
    limit p_rows_max for update skip locked
  )
  delete from answers a using old where a.question = old.question and a.variant = old.variant;
  get diagnostics dropped = row_count;
  return dropped;
end $$;
