-- Placing and settling: the only two places that move credits for an object, each one transaction and one round trip.

create type placed as (
  verdict text, seconds integer, bound bigint, needed bigint, ids text[], over boolean[], answer bytea, at timestamptz
);

-- What an account spent in one call, written down: lots, minutes, turns and the time of its last AI request.
create function spend_purse(
  p_account integer, p_live boolean, p_turns bigint[], p_ai_at timestamptz, p_lots text[], p_spent bigint[], p_charged bigint, p_limited boolean
) returns void
language sql volatile as $$
  update lots set remaining = lots.remaining - s.spent from unnest(p_lots, p_spent) as s (id, spent) where lots.id = s.id and s.spent > 0;
  update purses set turns = p_turns, ai_at = p_ai_at where account_id = p_account and live = p_live;
  insert into spend (account_id, live, minute, credits) select p_account, p_live, date_trunc('minute', now()), p_charged where p_limited and p_charged > 0
  on conflict (account_id, live, minute) do update set credits = spend.credits + excluded.credits
$$;

-- Seconds until the oldest minute of a window stops counting.
create function window_seconds(p_account integer, p_live boolean, p_minutes integer) returns integer
language sql stable as $$
  select greatest(1, ceil(extract(epoch from min(minute) + make_interval(mins => p_minutes + 1) - now())))::integer
  from spend where account_id = p_account and live = p_live and credits > 0 and minute > now() - make_interval(mins => p_minutes + 1)
$$;

-- Places orders of one or many accounts; each order gets its own verdict and is whole or not at all.
-- Orders come sorted by account and mode. Items of one order stand together: p_first[n], p_count[n].
-- Verdicts: placed, replay, mismatch, credits, hour, day, airate.
create function place(
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
        exit when is_over and account.limit_action = 'reject';
        answer.verdict := 'placed';
        if is_over then
          price := p_over[j];
        end if;
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
        if owed > 0 then
          answer.verdict := 'credits';
          answer.needed := total;
          exit;
        end if;
        trial_charged := trial_charged + price;
        d_cost[j] := price;
        d_over[j] := is_over;
        d_lots[j] := '{' || parts || '}';
      end loop;
      if answer.verdict <> 'placed' or p_probe[n] then
        d_cost[first : last] := array_fill(null::bigint, array[p_count[n]]);
        answer.bound := case answer.verdict when 'hour' then account.limit_hour when 'day' then account.limit_day end;
        answer.seconds := window_seconds(p_accounts[n], p_live[n], case answer.verdict when 'hour' then 60 else 1440 end);
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

-- Gives an object's credits back to the lots they came from; a lot that has expired meanwhile lives on for a day, as a lot of its own.
-- The caller holds the purse's lock. The ledger's primary key makes a second reversal impossible.
create function reverse_charge(p_object text) returns void
language plpgsql as $$
declare
  charge record;
  part record;
  back json := '{}';
begin
  select * into charge from ledger where ref = p_object and kind = 'charge';
  for part in select key as lot, value::bigint as amount from json_each_text(charge.lots) loop
    update lots set remaining = remaining + part.amount where id = part.lot and (expires_at is null or expires_at > now());
    if not found then
      insert into lots (account_id, live, total, remaining, expires_at)
      values (charge.account_id, charge.live, part.amount, part.amount, now() + interval '24 hours') returning id into part.lot;
    end if;
    back := (back::jsonb || jsonb_build_object(part.lot, part.amount))::json;
  end loop;
  insert into ledger (ref, kind, account_id, live, amount, lots)
  values (p_object, 'reversal', charge.account_id, charge.live, -charge.amount, back);
  update spend set credits = greatest(0, credits + charge.amount)
  where account_id = charge.account_id and live = charge.live and minute = date_trunc('minute', charge.at);
end $$;

-- Finishes jobs: result, state, reversal and callback row together, and only for those whose lease still holds.
-- p_jobs: [{id, attempt, outcome: 'done'|'faulty'|'again', verdict, attempts, detail, age_ms, size, crc, again_seconds, page}]
create function settle(p_worker text, p_jobs json, p_bodies bytea[], p_pages bytea[]) returns table (object_id text, kind text, waits boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  ended record;
begin
  -- Whoever moves credits locks the purses first, in one order.
  perform 1 from purses p
  where (p.account_id, p.live) in (
    select o.account_id, o.live from json_to_recordset(p_jobs) as j (id text, outcome text)
    join queue q on q.object_id = j.id join objects o on o.keep = q.keep and o.id = j.id where j.outcome = 'faulty'
  ) order by p.account_id, p.live for update;

  update queue q set lease = null, due = false, run_at = now() + make_interval(secs => j.again_seconds), history = j.attempts
  from json_to_recordset(p_jobs) as j (id text, attempt integer, outcome text, attempts json, again_seconds double precision)
  where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt and j.outcome = 'again';

  for ended in
  with job as materialized (
    select j.*
    from rows from (
      json_to_recordset(p_jobs) as (
        id text, attempt integer, outcome text, verdict text, attempts json, detail json, age_ms double precision, size integer, crc bigint, page json
      ), unnest(p_bodies), unnest(p_pages)
    ) as j (id, attempt, outcome, verdict, attempts, detail, age_ms, size, crc, page, body, page_body)
    where j.outcome in ('done', 'faulty')
  ), unqueued as (
    delete from queue q using job j where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt
    returning q.object_id, q.keep, q.kind, q.waits
  ), finished as materialized (
    select e.object_id, e.keep, e.kind, e.waits, j.outcome, j.verdict, j.attempts, j.detail, j.age_ms, j.size, j.crc, j.page, j.body, j.page_body
    from unqueued e join job j on j.id = e.object_id
  ), stored as (
    insert into results (keep, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc)
    select f.keep, f.object_id, f.outcome = 'faulty', f.verdict, f.attempts, coalesce(f.detail, '{}'), now() - make_interval(secs => f.age_ms / 1000),
      f.body, f.size, f.crc from finished f
  ), pages as (
    insert into kept_pages (keep, id, url, status, reason, body)
    select f.keep, f.object_id, f.page->>'url', (f.page->>'status')::integer, f.page->>'reason', f.page_body
    from finished f where f.page is not null and f.page_body is not null
  ), told as (
    insert into outbox (object_id, keep, kind, account_id, expires_at)
    select f.object_id, f.keep, f.kind, o.account_id, o.expires_at
    from finished f join objects o on o.keep = f.keep and o.id = f.object_id where o.request->>'callback' is not null
  )
  select f.object_id as id, f.kind as what, f.waits as awaited, f.outcome from finished f
  loop
    if ended.outcome = 'faulty' then
      perform reverse_charge(ended.id);
    end if;
    return query select ended.id, ended.what, ended.awaited;
  end loop;
end $$;
