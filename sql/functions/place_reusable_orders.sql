-- Returns one row per order, as `place_orders` does, and which items are finished already. p_request_hashes[j] is null for items that may
-- not reuse a result. A reusable result is copied at once. An item whose equal request is running waits for that leader. Any other item becomes
-- the leader of its request. An item that reuses or waits costs p_reused or p_reused_over, whatever happens to the leader.
-- Locks: requests in order of hash and mode, then the locks of `place_orders`, then event feeds.
create or replace function place_reusable_orders(
  p_accounts integer[], p_live boolean[], p_kinds text[], p_dry_run boolean[], p_scopes text[], p_keys text[], p_hashes text[],
  p_first integer[], p_count integer[],
  p_cost bigint[], p_over bigint[], p_priority smallint[], p_has_waiter boolean[], p_delay_days integer[], p_requests json,
  p_retention_days integer[], p_deadline_seconds integer[], p_ai_seconds double precision,
  p_request_hashes bytea[], p_freshness_seconds integer[], p_reused bigint[], p_reused_over bigint[], p_poll_seconds double precision
) returns setof placed_reusable_order
language plpgsql as $$
#variable_conflict use_column
declare
  items constant integer := cardinality(p_cost);
  costs bigint[] := p_cost;
  overs bigint[] := p_over;
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
  select distinct i.request_hash, p_live[o.n]
  from generate_subscripts(p_accounts, 1) as o (n), lateral unnest(p_request_hashes[p_first[o.n] : p_first[o.n] + p_count[o.n] - 1]) as i (request_hash)
  where i.request_hash is not null order by i.request_hash, p_live[o.n] on conflict do nothing;
  perform 1 from reuse_index
  where (request_hash, live) in (
    select i.request_hash, p_live[o.n]
    from generate_subscripts(p_accounts, 1) as o (n), lateral unnest(p_request_hashes[p_first[o.n] : p_first[o.n] + p_count[o.n] - 1]) as i (request_hash)
  ) order by request_hash, live for update;

  for n in 1 .. cardinality(p_accounts) loop
    for j in p_first[n] .. p_first[n] + p_count[n] - 1 loop
      continue when p_request_hashes[j] is null;
      request := encode(p_request_hashes[j], 'hex') || p_live[n];
      select * into known from reuse_index where request_hash = p_request_hashes[j] and live = p_live[n];
      select * into usable from reusable_result(known.leader_id, known.result_id, now() - make_interval(secs => p_freshness_seconds[j]));
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
        waiting[j] := found and (leader.lease is not null or leader.priority >= p_priority[j]);
        if not waiting[j] then
          led := led || request;
        end if;
      end if;
      if waiting[j] or sources[j] is not null then
        costs[j] := p_reused[j];
        overs[j] := p_reused_over[j];
      end if;
    end loop;
  end loop;

  for made in
    select * from place_orders(p_accounts, p_live, p_kinds, p_dry_run, p_scopes, p_keys, p_hashes, p_first, p_count,
      costs, overs, p_priority, p_has_waiter, p_delay_days, p_requests, p_retention_days, p_deadline_seconds, p_ai_seconds)
  loop
    nth := nth + 1;
    ready := array_fill(false, array[p_count[nth]]);
    if made.verdict = 'placed' and not p_dry_run[nth] then
      for j in p_first[nth] .. p_first[nth] + p_count[nth] - 1 loop
        continue when p_request_hashes[j] is null;
        object := made.ids[j - p_first[nth] + 1];
        if sources[j] is not null then
          perform copy_result(object, sources[j]);
          ready[j - p_first[nth] + 1] := true;
          copied := copied || object;
        elsif waiting[j] then
          insert into reuse_waiters (object_id, request_hash, live) values (object, p_request_hashes[j], p_live[nth]);
          if not soon[j] then
            update queue set due = false, run_at = now() + make_interval(secs => p_poll_seconds) where object_id = object;
          end if;
        else
          perform lead_request(object, p_request_hashes[j], p_live[nth]);
        end if;
      end loop;
    end if;
    return next row (made.verdict, made.seconds, made.bound, made.needed, made.ids, made.over, made.response, made.at, ready)::placed_reusable_order;
  end loop;
  if copied <> '{}' and exists (select 1 from event_feeds where enabled) then
    perform append_events(copied);
  end if;
end $$;
call pin_plans('place_reusable_orders');
