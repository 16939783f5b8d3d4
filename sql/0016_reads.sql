-- adds only: reading as people do: lists of objects, the life of one object, and what an account used day by day.

create type listed as (
  id text, kind text, account_id integer, live boolean, request json, cost bigint, created_ms bigint,
  faulty boolean, verdict text, generated_ms bigint, sending boolean, executed boolean, failed boolean
);

-- Objects that fit, the newest first. The way there is the ledger's index by account, which every charge has paid for already; without an
-- account it is the objects' own order. Looks at p_look_max at most: a last row without a kind says from where to go on.
create function list_objects(
  p_account integer, p_live boolean, p_after text, p_from timestamptz, p_to timestamptz, p_kind text, p_state text,
  p_engine text, p_region text, p_text text, p_keywords text[], p_want integer, p_look_max integer
) returns setof listed
language plpgsql as $$
declare
  -- Nothing older can be an object; the ledger is kept much longer.
  lowest text := (select o.id from objects o order by o.id limit 1);
  edge text := least(p_after, id_at(p_to + interval '1 second'), 'g');
  inside constant boolean := p_engine is not null or p_region is not null or p_text is not null or p_keywords is not null;
  step integer := p_want;
  looked integer := 0;
  found_rows integer;
  wanted integer := p_want;
  ids text[];
begin
  if p_from is not null then
    lowest := greatest(lowest, id_at(p_from));
  end if;
  loop
    if p_account is null then
      ids := array(select o.id from objects o where o.id < edge and o.id >= lowest order by o.id desc limit step);
    else
      ids := array(
        select l.ref from ledger l
        where l.account_id = p_account and l.live = p_live and l.ref < edge and l.ref >= lowest and l.kind = 'charge' order by l.ref desc limit step);
    end if;
    return query
    select o.id, o.kind, o.account_id, o.live, o.request, o.cost, (extract(epoch from o.created_at) * 1000)::bigint,
      r.faulty, r.verdict, (extract(epoch from r.generated_at) * 1000)::bigint, b.object_id is not null, coalesce(c.executed, false), coalesce(c.failed, false)
    from unnest(ids) with ordinality as a (id, n)
    join objects o on o.id = a.id
    left join results r on r.id = o.id and r.keep = o.keep
    left join callbacks c on c.id = o.id and c.keep = o.keep
    left join outbox b on b.object_id = o.id
    where not o.deleted and o.expires_at > now()
      and (p_live is null or o.live = p_live) and (p_kind is null or o.kind = p_kind)
      and (p_from is null or o.created_at >= p_from) and (p_to is null or o.created_at < p_to)
      and (p_state is null or case p_state when 'waiting' then r.id is null when 'ready' then not r.faulty else r.faulty end)
      and (not inside or exists (
        select 1 from json_to_record(o.request) as f (
          keyword text, keywords text, prompt text, url text, "searchEngine" text, source text, "aiService" text, region json)
        where (p_engine is null or coalesce(f."searchEngine", f.source, f."aiService") = p_engine)
          and (p_text is null or strpos(lower(concat_ws(' ', f.keyword, f.keywords, f.prompt, f.url)), lower(p_text)) > 0)
          and (p_keywords is null or lower(f.keyword) = any (p_keywords))
          and (p_region is null or f.region->>'countryCode' = upper(p_region) or f.region->>'id' = p_region
            or lower(f.region->>'canonicalName') = lower(p_region) or lower(f.region->>'name') = lower(p_region))))
    order by a.n limit wanted;
    get diagnostics found_rows = row_count;
    wanted := wanted - found_rows;
    looked := looked + cardinality(ids);
    exit when wanted <= 0 or cardinality(ids) < step;
    edge := ids[cardinality(ids)];
    if looked >= p_look_max then
      return query select edge, null::text, null::integer, null::boolean, null::json, null::bigint, null::bigint,
        null::boolean, null::text, null::bigint, null::boolean, null::boolean, null::boolean;
      exit;
    end if;
    step := least(step * 4, 2000, p_look_max - looked);
  end loop;
end $$;

-- Everything that is known about these objects, each as one JSON; p_account null means whoever the owner is.
create function object_lives(p_ids text[], p_account integer, p_live boolean) returns setof json
language plpgsql as $$
begin
  return query
  select json_build_object(
    'id', o.id, 'keep', o.keep, 'kind', o.kind, 'account', o.account_id, 'live', o.live, 'cost', o.cost, 'overLimit', o.over_limit, 'request', o.request,
    'created', extract(epoch from o.created_at) * 1000, 'expires', extract(epoch from o.expires_at) * 1000,
    'queue', (select json_build_object('priority', q.priority, 'attempt', q.attempt, 'crashes', q.crashes, 'running', q.lease is not null,
        'due', extract(epoch from q.run_at) * 1000, 'deadline', extract(epoch from q.deadline_at) * 1000, 'history', q.history)
      from queue q where q.object_id = o.id),
    'result', (select json_build_object('faulty', r.faulty, 'verdict', r.verdict, 'attempts', r.attempts, 'detail', r.detail,
        'generated', extract(epoch from r.generated_at) * 1000, 'size', r.body_size) from results r where r.id = o.id and r.keep = o.keep),
    'ledger', (select json_agg(json_build_object('kind', l.kind, 'amount', l.amount, 'lots', l.lots, 'at', extract(epoch from l.at) * 1000) order by l.at, l.kind)
      from ledger l where l.ref = o.id),
    'deliveries', (select json_agg(json_build_object('attempt', d.attempt, 'status', d.status, 'ok', d.ok, 'reason', d.reason, 'ms', d.ms,
        'at', extract(epoch from d.at) * 1000) order by d.attempt) from deliveries d where d.object_id = o.id and d.keep = o.keep),
    'told', (select json_build_object('executed', c.executed, 'failed', c.failed) from callbacks c where c.id = o.id and c.keep = o.keep),
    'outbox', (select json_build_object('attempt', b.attempt, 'next', extract(epoch from b.next_at) * 1000) from outbox b where b.object_id = o.id))
  from unnest(p_ids) as a (id) join objects o on o.id = a.id
  where not o.deleted and o.expires_at > now() and (p_account is null or (o.account_id = p_account and o.live = p_live));
end $$;

-- A mark per object that differs as soon as its life does: for those who look again and again. What is gone has none.
create function life_marks(p_ids text[], p_keeps smallint[]) returns table (id text, mark text)
language plpgsql as $$
begin
  return query
  select a.id, concat_ws(' ', q.attempt, q.lease is null, extract(epoch from q.run_at), r.id is not null, b.attempt, extract(epoch from b.next_at), c.executed, c.failed)
  from unnest(p_ids, p_keeps) as a (id, keep)
  join objects o on o.id = a.id and o.keep = a.keep and not o.deleted
  left join queue q on q.object_id = a.id
  left join results r on r.id = a.id and r.keep = a.keep
  left join outbox b on b.object_id = a.id
  left join callbacks c on c.id = a.id and c.keep = a.keep;
end $$;

-- An owner's own callback once more. Answers sent, or why not: unknown, unfinished, none.
create function resend_own(p_object text, p_account integer, p_live boolean) returns text
language plpgsql as $$
declare
  own record;
begin
  select o.request->>'callback' as callback, exists (select 1 from results r where r.id = o.id and r.keep = o.keep) as finished into own
  from objects o where o.id = p_object and o.account_id = p_account and o.live = p_live and not o.deleted and o.expires_at > now();
  if not found then
    return 'unknown';
  elsif own.callback is null then
    return 'none';
  elsif not own.finished then
    return 'unfinished';
  end if;
  return case when resend_callback(p_object) then 'sent' else 'unknown' end;
end $$;

-- What accounts used, by day of the charge. Counted up from the ledger after the fact, so that placing an order does nothing for it.
create table usage_days (
  account_id integer not null,
  live boolean not null,
  day date not null,
  kind text not null,
  engine text not null,
  credits bigint not null,
  count bigint not null,
  reversed bigint not null,
  primary key (account_id, live, day, kind, engine)
) with (fillfactor = 70);
-- How far that has come.
create table usage_counted (
  one boolean primary key default true check (one),
  upto timestamptz not null
);
insert into usage_counted (upto)
select date_trunc('second', greatest(
  coalesce((select to_timestamp(('x' || left(ref, 8))::bit(32)::bigint) from ledger order by ref limit 1), now()) - interval '1 second', now() - interval '30 days'));
-- Charges are found by their ids, which are times; reversals come later. No charge enters this index.
create index ledger_reversals on ledger (at) where kind = 'reversal';

create function id_day(p_id text) returns date language sql immutable as $$
  select (to_timestamp(('x' || left(p_id, 8))::bit(32)::bigint) at time zone 'UTC')::date
$$;

-- Counts the next p_slice_seconds of the ledger, and forgets days older than p_keep_days. True while there is more to count at once.
-- It stays a minute behind, and behind every transaction that still writes: what commits late must not be missed.
create function count_usage(p_slice_seconds integer, p_keep_days integer) returns boolean
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
  -- Once a day, as the ledger itself is cut.
  if began::date <> ended::date then
    delete from usage_days where day < ended::date - p_keep_days;
  end if;
  return ended < most;
end $$;
do $$
begin
  -- It must see who else is writing, which the service's own role may not.
  execute format('alter function count_usage(integer, integer) security definer set search_path = %I, pg_temp', current_schema());
end $$;

-- What was counted of one account, and what came since; more than p_tail_seconds of that is left out.
create function usage_of(p_account integer, p_live boolean, p_days integer, p_tail_seconds integer) returns table (
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

call pin_plans('list_objects', 'object_lives', 'life_marks', 'resend_own', 'count_usage', 'usage_of');
