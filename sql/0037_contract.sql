-- adds only: the same functions with the same parameters, and new ones beside them.

-- Credits of one minute count until an hour or a day after the minute began, so that no wait is longer than the limit's own window.
create or replace function spent_since(p_account integer, p_live boolean, p_since timestamptz) returns bigint
language sql stable as $$
  select coalesce(sum(credits), 0)::bigint from spend where account_id = p_account and live = p_live and minute > p_since
$$;

-- Returns the seconds until the oldest minute of a window stops counting.
create or replace function window_seconds(p_account integer, p_live boolean, p_minutes integer) returns integer
language sql stable as $$
  select greatest(1, ceil(extract(epoch from min(minute) + make_interval(mins => p_minutes) - now())))::integer
  from spend where account_id = p_account and live = p_live and credits > 0 and minute > now() - make_interval(mins => p_minutes)
$$;

-- Returns the seconds until at least p_room credits have left a window. Charges of the running call are not written yet: they stay for all of it.
create function seconds_until_room(p_account integer, p_live boolean, p_minutes integer, p_room bigint) returns integer
language sql stable as $$
  select greatest(1, coalesce(
    ceil(extract(epoch from min(s.minute) filter (where s.left_then >= p_room) + make_interval(mins => p_minutes) - now())), p_minutes * 60))::integer
  from (
    select minute, sum(credits) over (order by minute) as left_then from spend
    where account_id = p_account and live = p_live and credits > 0 and minute > now() - make_interval(mins => p_minutes)
  ) as s
$$;

-- Places orders of one or many accounts; each order gets its own verdict and is whole or not at all.
-- Orders come sorted by account and mode. Items of one order stand together: p_first[n], p_count[n].
-- Verdicts: placed, replay, mismatch, credits, hour, day, airate. `needed` is what the order costs. `bound` is the balance for `credits`, and the
-- limit for `hour` and `day`. `seconds` is null where waiting cannot help: the order alone is above the limit.
create or replace function place(
  p_accounts integer[], p_live boolean[], p_kinds text[], p_probe boolean[], p_scopes text[], p_keys text[], p_hashes text[],
  p_first integer[], p_count integer[],
  p_cost bigint[], p_over bigint[], p_priority smallint[], p_waits boolean[], p_delay_days integer[], p_requests json,
  p_keep_days integer[], p_deadline_seconds integer[], p_ai_seconds double precision
) returns setof placed
language plpgsql as $$
#variable_conflict use_column
declare
  items constant integer := cardinality(p_cost);
  d_id text[] := (select array_agg(new_id()) from generate_series(1, items));
  d_order integer[] := array_fill(null::integer, array[items]);
  d_cost bigint[] := array_fill(null::bigint, array[items]);
  d_over boolean[] := array_fill(false, array[items]);
  d_lots text[] := array_fill(null::text, array[items]);
  d_turn bigint[] := array_fill(0::bigint, array[items]);
  d_keep smallint[] := array_fill(0::smallint, array[items]);
  served bigint[] := served_turns();
  answer placed;
  known record;
  account record;
  purse record;
  lot_ids text[];
  lot_left bigint[];
  lot_spent bigint[];
  lot_count integer;
  hour_spent bigint;
  day_spent bigint;
  charged bigint;
  trial_spent bigint[];
  trial_charged bigint;
  next_lot integer;
  price bigint;
  owed bigint;
  part bigint;
  parts text;
  is_over boolean;
  total bigint;
  first integer;
  last integer;
  ai_time timestamptz;
  switching boolean;
  short boolean;
  hour_wait integer;
  day_wait integer;
begin
  perform 1 from purses
  where (account_id, live) in (select a, l from unnest(p_accounts, p_live) as wanted (a, l)) order by account_id, live for update;

  for n in 1 .. cardinality(p_accounts) loop
    switching := n = 1 or p_accounts[n] <> p_accounts[n - 1] or p_live[n] <> p_live[n - 1];
    if switching then
      if n > 1 then
        perform spend_purse(purse.account_id, purse.live, purse.turns, ai_time, lot_ids, lot_spent, charged,
          account.limit_hour is not null or account.limit_day is not null);
      end if;
      select * into account from accounts where id = p_accounts[n];
      select * into purse from purses where account_id = p_accounts[n] and live = p_live[n];
      for i in 1 .. 4 loop
        purse.turns[i] := greatest(purse.turns[i], served[i]);
      end loop;
      ai_time := purse.ai_at;
      select array_agg(id order by expires_at nulls last, id), array_agg(remaining order by expires_at nulls last, id)
      into lot_ids, lot_left
      from lots where account_id = p_accounts[n] and live = p_live[n] and remaining > 0 and (expires_at is null or expires_at > now());
      lot_count := coalesce(cardinality(lot_ids), 0);
      lot_spent := array_fill(0::bigint, array[greatest(lot_count, 1)]);
      charged := 0;
      hour_spent := case when account.limit_hour is null then 0 else spent_since(p_accounts[n], p_live[n], now() - interval '1 hour') end;
      day_spent := case when account.limit_day is null then 0 else spent_since(p_accounts[n], p_live[n], now() - interval '1 day') end;
    end if;

    first := p_first[n];
    last := first + p_count[n] - 1;
    answer := row ('placed', null, null, null, d_id[first : last], null, null, now())::placed;

    if p_keys[n] is not null then
      select * into known from idempotency
      where account_id = p_accounts[n] and live = p_live[n] and scope = p_scopes[n] and key = p_keys[n] and created_at > now() - interval '24 hours';
      if found then
        answer.verdict := case when known.hash = p_hashes[n] then 'replay' else 'mismatch' end;
        answer.ids := known.ids;
        answer.over := known.over;
        answer.answer := known.answer;
        answer.at := known.created_at;
        return next answer;
        continue;
      end if;
    end if;
    if p_kinds[n] = 'ai' and ai_time > now() - make_interval(secs => p_ai_seconds) then
      answer.verdict := 'airate';
      answer.seconds := least(p_ai_seconds, ceil(extract(epoch from ai_time - now()) + p_ai_seconds));
      return next answer;
      continue;
    end if;

    -- The usual case: no limits, and one lot holds enough for all of it.
    select sum(c) into total from unnest(p_cost[first : last]) as c;
    if account.limit_hour is null and account.limit_day is null and lot_count > 0 and lot_spent[1] + total <= lot_left[1] then
      if p_probe[n] then
        return next answer;
        continue;
      end if;
      lot_spent[1] := lot_spent[1] + total;
      charged := charged + total;
      d_cost[first : last] := p_cost[first : last];
    else
      trial_spent := lot_spent;
      trial_charged := charged;
      next_lot := 1;
      short := false;
      for j in first .. last loop
        price := p_cost[j];
        is_over := false;
        if hour_spent + trial_charged + price > account.limit_hour then
          is_over := true;
          answer.verdict := 'hour';
        elsif day_spent + trial_charged + price > account.limit_day then
          is_over := true;
          answer.verdict := 'day';
        end if;
        exit when is_over and account.limit_action = 'reject' and not short;
        answer.verdict := 'placed';
        if is_over then
          price := p_over[j];
        end if;
        trial_charged := trial_charged + price;
        -- The credits do not suffice: the remaining items only count towards `needed`.
        continue when short;
        owed := price;
        parts := '';
        while owed > 0 and next_lot <= lot_count loop
          part := least(owed, lot_left[next_lot] - trial_spent[next_lot]);
          if part > 0 then
            trial_spent[next_lot] := trial_spent[next_lot] + part;
            parts := parts || case when parts = '' then '' else ',' end || '"' || lot_ids[next_lot] || '":' || part;
            owed := owed - part;
          end if;
          if owed > 0 then
            next_lot := next_lot + 1;
          end if;
        end loop;
        short := owed > 0;
        continue when short;
        d_cost[j] := price;
        d_over[j] := is_over;
        d_lots[j] := '{' || parts || '}';
      end loop;
      if short then
        answer.verdict := 'credits';
        answer.needed := trial_charged - charged;
        answer.bound := (select coalesce(sum(l.had - l.used), 0) from unnest(lot_left, lot_spent) as l (had, used));
      elsif answer.verdict in ('hour', 'day') then
        answer.needed := total;
        hour_wait := case when hour_spent + charged + total > account.limit_hour
          then seconds_until_room(p_accounts[n], p_live[n], 60, hour_spent + charged + total - account.limit_hour) end;
        day_wait := case when day_spent + charged + total > account.limit_day
          then seconds_until_room(p_accounts[n], p_live[n], 1440, day_spent + charged + total - account.limit_day) end;
        answer.verdict := case
          when total > account.limit_hour then 'hour' when total > account.limit_day then 'day'
          when day_wait > hour_wait or hour_wait is null then 'day' else 'hour' end;
        answer.bound := case answer.verdict when 'hour' then account.limit_hour else account.limit_day end;
        answer.seconds := case when total <= answer.bound then case answer.verdict when 'hour' then hour_wait else day_wait end end;
      end if;
      if answer.verdict <> 'placed' or p_probe[n] then
        d_cost[first : last] := array_fill(null::bigint, array[p_count[n]]);
        return next answer;
        continue;
      end if;
      lot_spent := trial_spent;
      charged := trial_charged;
    end if;

    for j in first .. last loop
      d_order[j] := n;
      d_lots[j] := coalesce(d_lots[j], '{"' || lot_ids[1] || '":' || p_cost[j] || '}');
      d_keep[j] := case when p_delay_days[j] > 0 then 2 when account.archive then 1 else 0 end;
      purse.turns[p_priority[j] + 1] := purse.turns[p_priority[j] + 1] + 1;
      d_turn[j] := purse.turns[p_priority[j] + 1];
    end loop;
    if p_kinds[n] = 'ai' then
      ai_time := now();
    end if;
    answer.over := d_over[first : last];
    if p_keys[n] is not null then
      insert into idempotency (account_id, live, scope, key, hash, ids, over)
      values (p_accounts[n], p_live[n], p_scopes[n], p_keys[n], p_hashes[n], answer.ids, answer.over)
      on conflict (account_id, live, scope, key) do update
      set hash = excluded.hash, ids = excluded.ids, over = excluded.over, answer = null, created_at = now();
    end if;
    return next answer;

  end loop;
  perform spend_purse(purse.account_id, purse.live, purse.turns, ai_time, lot_ids, lot_spent, charged,
    account.limit_hour is not null or account.limit_day is not null);

  if p_requests is null then
    p_requests := (select json_agg(null::json) from generate_series(1, items));
  end if;
  with item as materialized (
    select i.*, p_accounts[i.n] as account_id, p_live[i.n] as live, p_kinds[i.n] as kind
    from rows from (
      unnest(d_id, d_order, d_cost, d_over, d_lots, d_turn, d_keep, p_priority, p_waits, p_delay_days), json_array_elements(p_requests)
    ) as i (id, n, cost, over, lots, turn, keep, priority, waits, delay_days, request)
    where i.cost is not null
  ), made as (
    insert into objects (keep, id, kind, account_id, live, request, cost, over_limit, expires_at)
    select keep, id, kind, account_id, live, request, cost, over, now() + make_interval(days => delay_days + p_keep_days[keep + 1])
    from item where kind in ('serp', 'keyword', 'ai')
  ), queued as (
    insert into queue (object_id, keep, kind, priority, turn, due, run_at, deadline_at, waits)
    select id, keep, kind, priority, turn, delay_days = 0, now() + make_interval(days => delay_days),
      now() + make_interval(days => delay_days, secs => p_deadline_seconds[case when kind = 'ai' then 5 else priority + 1 end]), waits
    from item where kind in ('serp', 'keyword', 'ai')
  )
  insert into ledger (ref, kind, account_id, live, amount, lots)
  select id, 'charge', account_id, live, -cost, lots::json from item;
end $$;

call pin_plans('place');

-- Objects as `fetch_stored` reads them, and for those that are not finished: when they are due, and their priority while they wait for a worker.
-- A function and a type of their own, because processes of the version before have prepared statements over the old ones.
create type fetched_object as (
  n integer, id text, kind text, request json, created_ms bigint, over_limit boolean, queued boolean, executed boolean, failed boolean,
  faulty boolean, verdict text, attempts json, detail json, generated_ms bigint, body bytea, body_size integer, body_crc bigint, body_at text,
  run_ms bigint, waiting integer
);

create function read_objects(p_ids text[], p_accounts integer[], p_live boolean[], p_kinds text[]) returns setof fetched_object
language plpgsql as $$
declare
  first_id text collate "C" := p_ids[1];
  last_id text collate "C" := p_ids[1];
begin
  if cardinality(p_ids) > 1 then
    select min(i.id collate "C"), max(i.id collate "C") into first_id, last_id from unnest(p_ids) as i (id);
  end if;
  return query
  select a.n::integer, o.id, o.kind, o.request, (extract(epoch from o.created_at) * 1000)::bigint, o.over_limit, r.id is not null or coalesce(q.attempt > 0, false),
    coalesce(c.executed, false), coalesce(c.failed, false),
    r.faulty, r.verdict, r.attempts, r.detail, (extract(epoch from r.generated_at) * 1000)::bigint, r.body, r.body_size, r.body_crc, r.body_at,
    (extract(epoch from q.run_at) * 1000)::bigint, case when q.lease is null then q.priority::integer end
  from unnest(p_ids) with ordinality as a (id, n)
  cross join lateral (select * from objects x where x.id = a.id and x.id >= first_id and x.id <= last_id offset 0) as o
  left join lateral (select * from results x where x.id = o.id and x.keep = o.keep and x.id >= first_id and x.id <= last_id offset 0) as r on true
  left join lateral (select * from callbacks x where x.id = o.id and x.keep = o.keep and x.id >= first_id and x.id <= last_id offset 0) as c on true
  left join queue q on q.object_id = o.id
  where not o.deleted
    and (p_accounts is null or (o.account_id = p_accounts[a.n] and o.live = p_live[a.n] and o.kind = p_kinds[a.n] and o.expires_at > now()));
end $$;

call pin_plans('read_objects');
