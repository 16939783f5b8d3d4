-- Returns the usage of one account by day: the counted days, and the ledger entries since then.
-- Reads at most p_tail_seconds of the ledger.
create or replace function usage_of(p_account integer, p_live boolean, p_days integer, p_tail_seconds integer) returns table (
  day date, kind text, engine text, credits bigint, count bigint, reversed bigint
)
language plpgsql as $$
#variable_conflict use_column
declare
  since timestamptz := (select upto from usage_counted);
  first_day date := (now() at time zone 'UTC')::date - (p_days - 1);
begin
  since := greatest(since, case when since < now() - make_interval(secs => p_tail_seconds) then now() + interval '1 hour' end);
  return query
  select u.day, u.kind, u.engine, sum(u.credits)::bigint, sum(u.count)::bigint, sum(u.reversed)::bigint from (
    select d.day, d.kind, d.engine, d.credits, d.count, d.reversed from usage_days d
    where d.account_id = p_account and d.live = p_live and d.day >= first_day
    union all
    select id_day(e.ref), coalesce(o.kind, 'lookup'), coalesce(f."searchEngine", f.source, f."aiService", ''),
      case when e.kind = 'charge' then -e.amount else 0 end, case when e.kind = 'charge' then 1 else 0 end, case when e.kind = 'reversal' then e.amount else 0 end
    from (
      select ref, kind, amount from ledger where account_id = p_account and live = p_live and ref >= id_at(since) and kind = 'charge'
      union all
      select ref, kind, amount from ledger where at >= since and kind = 'reversal' and account_id = p_account and live = p_live
    ) as e
    left join objects o on o.id = e.ref
    left join lateral json_to_record(o.request) as f ("searchEngine" text, source text, "aiService" text) on true
    where id_day(e.ref) >= first_day
  ) as u
  group by 1, 2, 3 order by 1, 2, 3;
end $$;
call pin_plans('usage_of');
