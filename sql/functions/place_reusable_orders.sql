-- Returns one row per order, as `place_orders` does, and which items are finished already.
-- A request hash in p_reuse is null for an item that may not reuse a result. A reusable result is copied at once. An
-- item whose equal request is running waits for that leader. Any other item becomes the leader of its request. An item
-- that reuses or waits has the price in p_reuse, whatever happens to the leader.
-- Locks: requests in order of hash and mode, then the locks of `place_orders`, then event feeds.
create or replace function place_reusable_orders(
  p_orders new_orders, p_items new_items, p_settings order_settings, p_reuse reuse_terms, p_labels text[]
) returns setof placed_reusable_order
language plpgsql as $$
#variable_conflict use_column
declare
  -- Local arrays, because fields of parameters are slow to index (see place_orders.sql).
  is_live constant boolean[] := p_orders.live;
  first_items constant integer[] := p_orders.first_item;
  item_counts constant integer[] := p_orders.item_count;
  hashes constant bytea[] := p_reuse.request_hash;
  costs bigint[] := p_items.cost;
  over_costs bigint[] := p_items.over_cost;
  items constant integer := cardinality(costs);
  sources text[] := array_fill(null::text, array[items]);
  waiting boolean[] := array_fill(false, array[items]);
  soon boolean[] := array_fill(false, array[items]);
  led text[] := '{}';
  ready boolean[];
  copied text[] := '{}';
  request text;
  known reuse_index;
  usable record;
  leader record;
  made record;
  nth integer := 0;
  object text;
begin
  insert into reuse_index (request_hash, live)
  select distinct i.request_hash, is_live[o.n]
  from generate_subscripts(is_live, 1) as o (n), lateral unnest(hashes[first_items[o.n] : first_items[o.n] + item_counts[o.n] - 1]) as i (request_hash)
  where i.request_hash is not null order by i.request_hash, is_live[o.n] on conflict do nothing;
  perform 1 from reuse_index
  where (request_hash, live) in (
    select i.request_hash, is_live[o.n]
    from generate_subscripts(is_live, 1) as o (n), lateral unnest(hashes[first_items[o.n] : first_items[o.n] + item_counts[o.n] - 1]) as i (request_hash)
  ) order by request_hash, live for update;

  for n in 1 .. cardinality(is_live) loop
    for j in first_items[n] .. first_items[n] + item_counts[n] - 1 loop
      continue when hashes[j] is null;
      request := encode(hashes[j], 'hex') || is_live[n];
      select * into known from reuse_index where request_hash = hashes[j] and live = is_live[n];
      select * into usable from reusable_result(known.leader_id, known.result_id, now() - make_interval(secs => p_reuse.freshness_seconds[j]));
      if found then
        -- Only one row may refer to a blob in S3 storage, so a worker copies the bytes.
        if usable.in_storage then
          waiting[j] := true;
          soon[j] := true;
        else
          sources[j] := usable.id;
        end if;
      elsif request = any (led) then
        waiting[j] := true;
      else
        select lease, priority into leader from queue where object_id = known.leader_id;
        -- A leader that would run after this item is not worth waiting for.
        waiting[j] := found and (leader.lease is not null or leader.priority >= p_items.priority[j]);
        if not waiting[j] then
          led := led || request;
        end if;
      end if;
      if waiting[j] or sources[j] is not null then
        costs[j] := p_reuse.cost[j];
        over_costs[j] := p_reuse.over_cost[j];
      end if;
    end loop;
  end loop;

  p_items.cost := costs;
  p_items.over_cost := over_costs;
  for made in
    select * from place_orders(p_orders, p_items, p_settings, p_labels)
  loop
    nth := nth + 1;
    ready := array_fill(false, array[item_counts[nth]]);
    if made.verdict = 'placed' and not p_orders.dry_run[nth] then
      for j in first_items[nth] .. first_items[nth] + item_counts[nth] - 1 loop
        continue when hashes[j] is null;
        object := made.ids[j - first_items[nth] + 1];
        if sources[j] is not null then
          perform copy_result(object, sources[j]);
          ready[j - first_items[nth] + 1] := true;
          copied := copied || object;
        elsif waiting[j] then
          insert into reuse_waiters (object_id, request_hash, live) values (object, hashes[j], is_live[nth]);
          if not soon[j] then
            update queue set due = false, run_at = now() + make_interval(secs => p_reuse.poll_seconds) where object_id = object;
          end if;
        else
          perform lead_request(object, hashes[j], is_live[nth]);
        end if;
      end loop;
    end if;
    return next row (made.verdict, made.seconds, made.bound, made.needed, made.ids, made.over, made.response, made.at, ready)::placed_reusable_order;
  end loop;
  if copied <> '{}' and exists (select 1 from event_feeds where enabled) then
    perform append_events(copied);
  end if;
end $$;

-- The signature without labels, for API processes of the previous version during an upgrade. The next version drops it.
create or replace function place_reusable_orders(
  p_orders new_orders, p_items new_items, p_settings order_settings, p_reuse reuse_terms
) returns setof placed_reusable_order
language plpgsql as $$
begin
  return query select * from place_reusable_orders(p_orders, p_items, p_settings, p_reuse, null::text[]);
end $$;
call pin_plans('place_reusable_orders');
