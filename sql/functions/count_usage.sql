-- Returns whether more of the ledger can be counted at once.
-- Counts the next p_slice_seconds of it into `usage_days`, and deletes days older than p_retention_days. It stays a
-- minute behind, and behind every transaction that still writes, so that late commits are not missed.
create or replace function count_usage(p_slice_seconds integer, p_retention_days integer) returns boolean
language plpgsql as $$
#variable_conflict use_column
declare
  began timestamptz;
  ended timestamptz;
  most timestamptz;
begin
  if not pg_try_advisory_xact_lock(7283016) then
    return false;
  end if;
  select upto into began from usage_counted for update;
  most := date_trunc('second', least(now() - interval '1 minute', (
    select min(xact_start) - interval '1 second' from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (backend_xid is not null or wait_event_type = 'Lock'))));
  ended := least(began + make_interval(secs => p_slice_seconds), most);
  if ended <= began then
    return false;
  end if;
  insert into usage_days (account_id, live, day, kind, engine, credits, count, reversed)
  select e.account_id, e.live, id_day(e.ref), coalesce(o.kind, 'lookup'), coalesce(f."searchEngine", f.source, f."aiService", ''),
    coalesce(-sum(e.amount) filter (where e.kind = 'charge'), 0), count(*) filter (where e.kind = 'charge'),
    coalesce(sum(e.amount) filter (where e.kind = 'reversal'), 0)
  from (
    select ref, kind, account_id, live, amount from ledger where ref >= id_at(began) and ref < id_at(ended) and kind = 'charge'
    union all
    select ref, kind, account_id, live, amount from ledger where at >= began and at < ended and kind = 'reversal'
  ) as e
  left join objects o on o.id = e.ref
  left join lateral json_to_record(o.request) as f ("searchEngine" text, source text, "aiService" text) on true
  group by 1, 2, 3, 4, 5
  on conflict (account_id, live, day, kind, engine) do update set
    credits = usage_days.credits + excluded.credits, count = usage_days.count + excluded.count, reversed = usage_days.reversed + excluded.reversed;
  update usage_counted set upto = ended;
  -- Once a day is enough.
  if began::date <> ended::date then
    delete from usage_days where day < ended::date - p_retention_days;
  end if;
  return ended < most;
end $$;
-- It must see the transactions of all roles, which the role of the service may not.
call run_as_owner('count_usage');
call pin_plans('count_usage');
