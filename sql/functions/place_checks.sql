-- Returns how many checks were placed and skipped, and why the project was stopped, if it was.
-- The orders, their charges and jobs, the checks and the cursor of the slot change in one transaction, which holds the project since
-- `claim_project`. A crash leaves all of it or none, so no slot is ordered twice and none is lost.
-- Each check is an order of its own, so that those that the credits cover are placed. p_cursor is the cursor afterwards; p_last: no
-- keyword of the slot is after it.
-- p_skipped are keywords that are not ordered, with their codes: 24 (key) and 25 (plan) stop the project. `seconds` is the time until the
-- limit has room.
-- A null p_cursor means retries: checks of the slot that failed get a new object. Those that cannot be ordered have failed for good. They are
-- pending with their faulty object, and the recorder tries no check of a stopped project again.
-- Locks: the project, then the account mode, as in `place_orders`.
create or replace function place_checks(
  p_account integer, p_live boolean, p_project integer, p_slot integer, p_keywords integer[], p_costs bigint[], p_over_costs bigint[],
  p_requests text[], p_labels text[], p_priority smallint, p_settings order_settings, p_skipped integer[], p_skip_codes smallint[],
  p_cursor bigint, p_last boolean, out placed integer, out skipped integer, out stopped text, out seconds integer
)
language plpgsql as $$
#variable_conflict use_column
declare
  -- When to look for a result that no worker reported.
  look_after constant interval := interval '2 minutes';
  -- As in `claim_project`.
  late constant interval := interval '5 minutes';
  clock constant timestamptz := tracking_now();
  project projects;
  api_key keys;
  fits integer := cardinality(p_keywords);
  made record;
  ids text[] := '{}';
  keyword_ids integer[] := '{}';
  left_out integer[] := p_skipped;
  left_codes smallint[] := p_skip_codes;
  -- Credits for the first check that did not fit. The project is not resumed with fewer.
  missing bigint := 0;
  next_spread integer;
  done boolean;
begin
  select * into project from projects where id = p_project for no key update;
  stopped := case when 24 = any (p_skip_codes) then 'key' when 25 = any (p_skip_codes) then 'plan' end;
  if fits > 0 then
    perform 1 from account_modes where account_id = p_account and live = p_live for update;
    -- Under the lock, so that no other order changes the budget.
    select * into api_key from keys where id = project.key_id;
    if api_key.id is null or api_key.revoked_at is not null or api_key.expires_at <= now() then
      stopped := 'key';
      fits := 0;
    elsif api_key.budget is not null then
      fits := (
        select count(*) from (
          select sum(greatest(c.cost, c.over_cost)) over (order by c.n) as total
          from unnest(p_costs, p_over_costs) with ordinality as c (cost, over_cost, n)
        ) as t where t.total <= api_key.budget - api_key.spent);
      if fits < cardinality(p_keywords) then
        stopped := 'budget';
        missing := greatest(p_costs[fits + 1], p_over_costs[fits + 1]);
      end if;
    end if;
  end if;

  if fits > 0 then
    for made in
      select o.verdict, o.seconds, o.needed, o.ids, o.n::integer as n from rows from (place_orders(
        row (array_fill(p_account, array[fits]), array_fill(p_live, array[fits]), array_fill('serp'::text, array[fits]),
          array_fill(false, array[fits]), array_fill(null::text, array[fits]), array_fill(null::text, array[fits]),
          array_fill(null::text, array[fits]), array(select generate_series(1, fits)), array_fill(1, array[fits]))::new_orders,
        row (p_costs[1 : fits], p_over_costs[1 : fits], array_fill(p_priority, array[fits]), array_fill(false, array[fits]),
          array_fill(0, array[fits]), ('[' || array_to_string(p_requests[1 : fits], ',') || ']')::json)::new_items,
        p_settings, p_labels[1 : fits]))
      with ordinality as o (verdict, seconds, bound, needed, ids, over, response, placed_at, n)
    loop
      if made.verdict = 'placed' then
        ids := ids || made.ids;
        keyword_ids := keyword_ids || p_keywords[made.n];
      else
        if missing = 0 and made.verdict = 'credits' then
          missing := made.needed;
        end if;
        stopped := case made.verdict when 'credits' then 'credits' else 'limit' end;
        -- Credits may be granted at any time.
        seconds := case when made.verdict <> 'credits' then coalesce(made.seconds, 3600) end;
        left_out := left_out || p_keywords[made.n];
        left_codes := left_codes || case made.verdict when 'credits' then 21 else 22 end::smallint;
      end if;
    end loop;
    if api_key.budget is not null and ids <> '{}' and not spend_key(api_key.id, ids) then
      raise exception 'the budget of the key was overdrawn';
    end if;
  end if;
  if fits < cardinality(p_keywords) then
    left_out := left_out || p_keywords[fits + 1 :];
    left_codes := left_codes || array_fill(case stopped when 'key' then 24 else 23 end::smallint, array[cardinality(p_keywords) - fits]);
  end if;

  insert into checks (account_id, project_id, slot, keyword_id, object_id, look_at)
  select p_account, p_project, p_slot, c.keyword_id, c.id, clock + look_after from unnest(keyword_ids, ids) as c (keyword_id, id)
  on conflict (account_id, project_id, slot, keyword_id) do update
  set object_id = excluded.object_id, state = 0, tries = checks.tries + 1, look_at = excluded.look_at where checks.state = 1;
  get diagnostics placed = row_count;
  if placed <> cardinality(ids) then
    -- The orders are rolled back, so that nothing is charged without its check.
    raise exception 'a keyword of slot % has a check already', p_slot;
  end if;
  skipped := cardinality(left_out);
  if p_cursor is null then
    if stopped is null then
      return;
    end if;
    update checks set state = 0, look_at = clock
    where account_id = p_account and project_id = p_project and slot = p_slot and keyword_id = any (left_out) and state = 1;
  else
    insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
    select p_account, p_project, p_slot, c.keyword_id, 0, c.code, 0, 0, 0, 0, 0, '', '' from unnest(left_out, left_codes) as c (keyword_id, code)
    -- An imported point says more than a skipped check.
    on conflict (account_id, project_id, slot, keyword_id) do nothing;

    next_spread := (
      select spread from tracked_keywords
      where account_id = p_account and project_id = p_project and enabled and spread >= p_cursor and (since_slot < p_slot or p_slot % 60 > 0)
      order by spread limit 1);
    done := p_last or next_spread is null;
    update project_slots
    set cursor = p_cursor, placed = project_slots.placed + place_checks.placed, skipped = project_slots.skipped + place_checks.skipped,
      state = case when done then 'done' when stopped is not null then 'paused' else 'running' end,
      reason = case when not done then stopped end
    where account_id = p_account and project_id = p_project and slot = p_slot;
  end if;
  if stopped is not null then
    update project_slots set state = 'paused', reason = stopped
    where account_id = p_account and project_id = p_project and state = 'running' and kind <> 'backfill';
    insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, at, body)
    values (p_account, p_project, '', 'paused', 0, p_slot / 1440, clock, json_build_object('reason', stopped, 'placed', placed, 'skipped', skipped))
    on conflict do nothing;
    -- The owner's pause stays.
    if project.state <> 'paused' then
      project.state := stopped;
      project.state_since := clock;
      project.resume_at := clock + make_interval(secs => least(coalesce(seconds, 10), 86400));
      project.resume_credits := missing;
    end if;
  end if;
  update projects
  set state = project.state, state_since = project.state_since, resume_at = project.resume_at, resume_credits = project.resume_credits,
    next_at = (
      select case
        -- The time at which the window reaches the next keyword, or the next slot.
        when s.state = 'running' and s.kind <> 'manual' then least(next_slot_at(project),
          greatest(clock + interval '1 second', s.starts_at + make_interval(secs => next_spread / 2147483648.0 * project.window_minutes * 60)))
        -- Manual runs have no window: their next chunk follows the other projects that are due. A time that is long past stays, because it
        -- shows how long the planner was interrupted.
        when exists (
          select 1 from project_slots r where r.account_id = p_account and r.project_id = p_project and r.state = 'running'
        ) then case when project.next_at < clock - late then project.next_at else clock end
        when project.state <> 'paused' then next_slot_at(project)
      end
      from project_slots s where s.account_id = p_account and s.project_id = p_project and s.slot = p_slot)
  where id = p_project;
end $$;
call pin_plans('place_checks');
