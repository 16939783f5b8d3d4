-- Returns the number of deleted keyword results of past months, at most p_rows_max.
-- Several processes may call it at once.
create or replace function drop_keyword_answers(p_rows_max integer) returns bigint
language plpgsql as $$
declare
  dropped bigint;
begin
  with old as (
    select request_hash, live from keyword_answers where month < date_trunc('month', now() at time zone 'UTC')::date
    limit p_rows_max for update skip locked
  )
  delete from keyword_answers a using old where a.request_hash = old.request_hash and a.live = old.live;
  get diagnostics dropped = row_count;
  return dropped;
end $$;
