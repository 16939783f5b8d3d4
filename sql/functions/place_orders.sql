-- Returns one row per order; each order is placed as a whole or not at all.
-- Orders are sorted by account and mode. Each field of p_orders has one element per order, each field of p_items one
-- per item. p_labels has the label of each item, or is null when no item has one.
-- Verdicts: placed, replay, mismatch, credits, hour, day, airate. `needed` is the price of the order. `bound` is the
-- balance for `credits`, and the limit for `hour` and `day`. `seconds` is null when waiting cannot help, because the
-- order alone exceeds the limit.
-- A dry run checks and prices without writing.
create or replace function place_orders(p_orders new_orders, p_items new_items, p_settings order_settings, p_labels text[])
returns setof placed_order
language plpgsql as $$
#variable_conflict use_column
declare
  -- A local array is expanded once; a field of a parameter would be read from its first element at each access.
  account_ids constant integer[] := p_orders.account_id;
  is_live constant boolean[] := p_orders.live;
  kinds constant text[] := p_orders.kind;
  dry_runs constant boolean[] := p_orders.dry_run;
  idempotency_scopes constant text[] := p_orders.idempotency_scope;
  idempotency_keys constant text[] := p_orders.idempotency_key;
  idempotency_hashes constant text[] := p_orders.idempotency_hash;
  costs constant bigint[] := p_items.cost;
  over_costs constant bigint[] := p_items.over_cost;
  priorities constant smallint[] := p_items.priority;
  delays constant integer[] := p_items.delay_days;
  items constant integer := cardinality(costs);
  d_id text[] := (select array_agg(new_id()) from generate_series(1, items));
  d_order integer[] := array_fill(null::integer, array[items]);
  d_cost bigint[] := array_fill(null::bigint, array[items]);
  d_over boolean[] := array_fill(false, array[items]);
  d_lots text[] := array_fill(null::text, array[items]);
  d_round bigint[] := array_fill(0::bigint, array[items]);
  d_retention_class smallint[] := array_fill(0::smallint, array[items]);
  served bigint[] := current_rounds();
  outcome placed_order;
  known record;
  account record;
  mode record;
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
  requests json;
begin
  perform 1 from account_modes
  where (account_id, live) in (select a, l from unnest(account_ids, is_live) as wanted (a, l)) order by account_id, live for update;

  for n in 1 .. cardinality(account_ids) loop
    switching := n = 1 or account_ids[n] <> account_ids[n - 1] or is_live[n] <> is_live[n - 1];
    if switching then
      if n > 1 then
        perform apply_charges(mode.account_id, mode.live, mode.rounds, ai_time, lot_ids, lot_spent, charged,
          account.limit_hour is not null or account.limit_day is not null);
      end if;
      select * into account from accounts where id = account_ids[n];
      select * into mode from account_modes where account_id = account_ids[n] and live = is_live[n];
      for i in 1 .. 4 loop
        mode.rounds[i] := greatest(mode.rounds[i], served[i]);
      end loop;
      ai_time := mode.ai_at;
      select array_agg(id order by expires_at nulls last, id), array_agg(remaining order by expires_at nulls last, id)
      into lot_ids, lot_left
      from lots where account_id = account_ids[n] and live = is_live[n] and remaining > 0 and (expires_at is null or expires_at > now());
      lot_count := coalesce(cardinality(lot_ids), 0);
      lot_spent := array_fill(0::bigint, array[greatest(lot_count, 1)]);
      charged := 0;
      hour_spent := case when account.limit_hour is null then 0 else spent_since(account_ids[n], is_live[n], now() - interval '1 hour') end;
      day_spent := case when account.limit_day is null then 0 else spent_since(account_ids[n], is_live[n], now() - interval '1 day') end;
    end if;

    first := p_orders.first_item[n];
    last := first + p_orders.item_count[n] - 1;
    outcome := row ('placed', null, null, null, d_id[first : last], null, null, now())::placed_order;

    if idempotency_keys[n] is not null then
      select * into known from idempotency
      where account_id = account_ids[n] and live = is_live[n] and scope = idempotency_scopes[n] and key = idempotency_keys[n]
        and created_at > now() - interval '24 hours';
      if found then
        outcome.verdict := case when known.hash = idempotency_hashes[n] then 'replay' else 'mismatch' end;
        outcome.ids := known.ids;
        outcome.over := known.over;
        outcome.response := known.response;
        outcome.at := known.created_at;
        return next outcome;
        continue;
      end if;
    end if;
    if kinds[n] = 'ai' and ai_time > now() - make_interval(secs => p_settings.ai_seconds) then
      outcome.verdict := 'airate';
      outcome.seconds := least(p_settings.ai_seconds, ceil(extract(epoch from ai_time - now()) + p_settings.ai_seconds));
      return next outcome;
      continue;
    end if;

    -- The usual case: no limits, and the first lot covers the order.
    select sum(c) into total from unnest(costs[first : last]) as c;
    if account.limit_hour is null and account.limit_day is null and lot_count > 0 and lot_spent[1] + total <= lot_left[1] then
      if dry_runs[n] then
        return next outcome;
        continue;
      end if;
      lot_spent[1] := lot_spent[1] + total;
      charged := charged + total;
      d_cost[first : last] := costs[first : last];
    else
      trial_spent := lot_spent;
      trial_charged := charged;
      next_lot := 1;
      short := false;
      for j in first .. last loop
        price := costs[j];
        is_over := false;
        if hour_spent + trial_charged + price > account.limit_hour then
          is_over := true;
          outcome.verdict := 'hour';
        elsif day_spent + trial_charged + price > account.limit_day then
          is_over := true;
          outcome.verdict := 'day';
        end if;
        exit when is_over and account.limit_action = 'reject' and not short;
        outcome.verdict := 'placed';
        if is_over then
          price := over_costs[j];
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
        outcome.verdict := 'credits';
        outcome.needed := trial_charged - charged;
        outcome.bound := (select coalesce(sum(l.had - l.used), 0) from unnest(lot_left, lot_spent) as l (had, used));
      elsif outcome.verdict in ('hour', 'day') then
        outcome.needed := total;
        hour_wait := case when hour_spent + charged + total > account.limit_hour
          then seconds_until_room(account_ids[n], is_live[n], 60, hour_spent + charged + total - account.limit_hour) end;
        day_wait := case when day_spent + charged + total > account.limit_day
          then seconds_until_room(account_ids[n], is_live[n], 1440, day_spent + charged + total - account.limit_day) end;
        outcome.verdict := case
          when total > account.limit_hour then 'hour' when total > account.limit_day then 'day'
          when day_wait > hour_wait or hour_wait is null then 'day' else 'hour' end;
        outcome.bound := case outcome.verdict when 'hour' then account.limit_hour else account.limit_day end;
        outcome.seconds := case when total <= outcome.bound then case outcome.verdict when 'hour' then hour_wait else day_wait end end;
      end if;
      if outcome.verdict <> 'placed' or dry_runs[n] then
        d_cost[first : last] := array_fill(null::bigint, array[p_orders.item_count[n]]);
        return next outcome;
        continue;
      end if;
      lot_spent := trial_spent;
      charged := trial_charged;
    end if;

    for j in first .. last loop
      d_order[j] := n;
      d_lots[j] := coalesce(d_lots[j], '{"' || lot_ids[1] || '":' || costs[j] || '}');
      d_retention_class[j] := case when delays[j] > 0 then 2 when account.archive then 1 else 0 end;
      if p_labels is null or p_labels[j] = '' then
        mode.rounds[priorities[j] + 1] := mode.rounds[priorities[j] + 1] + 1;
        d_round[j] := mode.rounds[priorities[j] + 1];
      end if;
    end loop;
    if kinds[n] = 'ai' then
      ai_time := now();
    end if;
    outcome.over := d_over[first : last];
    if idempotency_keys[n] is not null then
      insert into idempotency (account_id, live, scope, key, hash, ids, over)
      values (account_ids[n], is_live[n], idempotency_scopes[n], idempotency_keys[n], idempotency_hashes[n], outcome.ids, outcome.over)
      on conflict (account_id, live, scope, key) do update
      set hash = excluded.hash, ids = excluded.ids, over = excluded.over, response = null, created_at = now();
    end if;
    return next outcome;

  end loop;
  perform apply_charges(mode.account_id, mode.live, mode.rounds, ai_time, lot_ids, lot_spent, charged,
    account.limit_hour is not null or account.limit_day is not null);

  if p_labels is not null then
    d_round := count_label_rounds(account_ids, is_live, d_order, p_labels, priorities, d_round);
  end if;
  requests := coalesce(p_items.request, (select json_agg(null::json) from generate_series(1, items)));
  with item as materialized (
    select i.*, account_ids[i.n] as account_id, is_live[i.n] as live, kinds[i.n] as kind
    from rows from (
      unnest(d_id, d_order, d_cost, d_over, d_lots, d_round, d_retention_class, priorities, p_items.has_waiter, delays, p_labels), json_array_elements(requests)
    ) as i (id, n, cost, over, lots, round, retention_class, priority, has_waiter, delay_days, label, request)
    where i.cost is not null
  ), made as (
    insert into objects (retention_class, id, kind, account_id, live, request, cost, over_limit, expires_at)
    select retention_class, id, kind, account_id, live, request, cost, over,
      now() + make_interval(days => delay_days + p_settings.retention_days[retention_class + 1])
    from item where kind in ('serp', 'keyword', 'ai')
  ), queued as (
    insert into queue (object_id, retention_class, kind, priority, round, due, run_at, deadline_at, has_waiter, label)
    select id, retention_class, kind, priority, round, delay_days = 0, now() + make_interval(days => delay_days),
      now() + make_interval(days => delay_days, secs => p_settings.deadline_seconds[case when kind = 'ai' then 5 else priority + 1 end]), has_waiter,
      coalesce(label, '')
    from item where kind in ('serp', 'keyword', 'ai')
  )
  insert into ledger (ref, kind, account_id, live, amount, lots)
  select id, 'charge', account_id, live, -cost, lots::json from item;
end $$;

-- The signature without labels, for API processes of the previous version during an upgrade. The next version drops it.
create or replace function place_orders(p_orders new_orders, p_items new_items, p_settings order_settings) returns setof placed_order
language plpgsql as $$
begin
  return query select * from place_orders(p_orders, p_items, p_settings, null::text[]);
end $$;
call pin_plans('place_orders');
