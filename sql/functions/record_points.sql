-- Returns the list positions of the points that were recorded.
-- A point is recorded only while its check waits for the object that it was read from, and while the keyword has the state that its alerts
-- were computed with. All others are left to the next look. The point, the end of the check, the state of the keyword and the alerts change
-- together, so a point is neither lost nor recorded twice, however often a process dies or repeats the call.
-- Each list has one element per point, and a keyword at most one point in a call. p_retry_seconds: the check is tried again and gets no
-- point. p_last_slots: the `last_slot` of the state that was read, or null. p_alerts: a JSON array of {n, ruleId, kind, cooldownSeconds, body}.
create or replace function record_points(
  p_accounts integer[], p_projects integer[], p_slots integer[], p_keywords integer[], p_objects text[], p_retry_seconds double precision[],
  p_last_slots integer[], p_codes smallint[], p_positions smallint[], p_ranks smallint[], p_depths smallint[], p_pages integer[],
  p_features smallint[], p_owned smallint[], p_others bytea[], p_tops bytea[], p_recent json[], p_alerts json, out recorded integer[]
)
language plpgsql as $$
#variable_conflict use_column
declare
  clock constant timestamptz := tracking_now();
  held integer[];
begin
  -- States first, then checks, each in the order of the key, so that two recorders cannot deadlock. A recorder that waited here sees the
  -- new state below, and leaves the point to the next look.
  perform 1
  from unnest(p_accounts, p_projects, p_keywords) as j (account_id, project_id, keyword_id)
  join keyword_states t on t.account_id = j.account_id and t.project_id = j.project_id and t.keyword_id = j.keyword_id
  order by j.account_id, j.project_id, j.keyword_id
  for update of t;
  held := array(
    select j.n::integer
    from unnest(p_accounts, p_projects, p_slots, p_keywords, p_objects, p_last_slots) with ordinality
      as j (account_id, project_id, slot, keyword_id, object_id, last_slot, n)
    join checks c on c.account_id = j.account_id and c.project_id = j.project_id and c.slot = j.slot and c.keyword_id = j.keyword_id
    where c.object_id = j.object_id and c.state = 0
      and not exists (
        select 1 from keyword_states t
        where t.account_id = j.account_id and t.project_id = j.project_id and t.keyword_id = j.keyword_id
          and t.last_slot is distinct from j.last_slot)
    order by j.account_id, j.project_id, j.slot, j.keyword_id
    for update of c);

  update checks c set state = 1, look_at = clock + make_interval(secs => p_retry_seconds[h.n])
  from unnest(held) as h (n)
  where p_retry_seconds[h.n] is not null and c.account_id = p_accounts[h.n] and c.project_id = p_projects[h.n] and c.slot = p_slots[h.n]
    and c.keyword_id = p_keywords[h.n];
  recorded := array(select h.n from unnest(held) as h (n) where p_retry_seconds[h.n] is null);

  insert into keyword_states as t (account_id, project_id, keyword_id, last_slot, last_code, position, rank, depth, page_id, features, owned, cited,
    position_1, position_7, position_30, best_position, best_slot, failures, recent)
  select p_accounts[h.n], p_projects[h.n], p_keywords[h.n], p_slots[h.n], p_codes[h.n], p_positions[h.n], p_ranks[h.n], p_depths[h.n], p_pages[h.n],
    p_features[h.n], p_owned[h.n], case when length(p_others[h.n]) > 0 then get_byte(p_others[h.n], 0) else 0 end,
    earlier_position(p_accounts[h.n], p_projects[h.n], p_keywords[h.n], p_slots[h.n], 1, p_codes[h.n], p_positions[h.n], p_depths[h.n]),
    earlier_position(p_accounts[h.n], p_projects[h.n], p_keywords[h.n], p_slots[h.n], 7, p_codes[h.n], p_positions[h.n], p_depths[h.n]),
    earlier_position(p_accounts[h.n], p_projects[h.n], p_keywords[h.n], p_slots[h.n], 30, p_codes[h.n], p_positions[h.n], p_depths[h.n]),
    nullif(p_positions[h.n], 0), case when p_positions[h.n] > 0 then p_slots[h.n] end, case when p_codes[h.n] / 10 = 1 then 1 else 0 end, p_recent[h.n]
  from unnest(recorded) as h (n)
  -- A removed keyword keeps its points and has no state.
  where exists (
    select 1 from tracked_keywords k
    where k.account_id = p_accounts[h.n] and k.project_id = p_projects[h.n] and k.id = p_keywords[h.n])
  -- First states were not locked above, and are added in the same order.
  order by p_accounts[h.n], p_projects[h.n], p_keywords[h.n]
  on conflict (account_id, project_id, keyword_id) do update
  set last_slot = excluded.last_slot, last_code = excluded.last_code,
    -- A failed check keeps the last judged position.
    position = case when excluded.last_code / 10 = 1 then t.position else excluded.position end,
    rank = case when excluded.last_code / 10 = 1 then t.rank else excluded.rank end,
    depth = case when excluded.last_code / 10 = 1 then t.depth else excluded.depth end,
    page_id = case when excluded.last_code / 10 = 1 then t.page_id else excluded.page_id end,
    features = case when excluded.last_code / 10 = 1 then t.features else excluded.features end,
    owned = case when excluded.last_code / 10 = 1 then t.owned else excluded.owned end,
    cited = case when excluded.last_code / 10 = 1 then t.cited else excluded.cited end,
    position_1 = case when excluded.last_code / 10 = 1 then t.position_1 else excluded.position_1 end,
    position_7 = case when excluded.last_code / 10 = 1 then t.position_7 else excluded.position_7 end,
    position_30 = case when excluded.last_code / 10 = 1 then t.position_30 else excluded.position_30 end,
    best_position = least(t.best_position, excluded.best_position),
    best_slot = case when t.best_position <= excluded.best_position then t.best_slot else coalesce(excluded.best_slot, t.best_slot) end,
    failures = case when excluded.failures = 1 then least(t.failures + 1, 32000) else 0 end,
    recent = excluded.recent
  -- A result of an older slot that comes late is history only. The numbers do not decide it: a slot by day is the midnight before its time,
  -- so a manual run early on that day has a higher one.
  where (
    select n.due_at from project_slots n
    where n.account_id = excluded.account_id and n.project_id = excluded.project_id and n.slot = excluded.last_slot
  ) >= coalesce((
    select o.due_at from project_slots o where o.account_id = t.account_id and o.project_id = t.project_id and o.slot = t.last_slot
  ), '-infinity');

  update checks c set state = 2 from unnest(recorded) as h (n)
  where c.account_id = p_accounts[h.n] and c.project_id = p_projects[h.n] and c.slot = p_slots[h.n] and c.keyword_id = p_keywords[h.n];
  insert into rank_points (account_id, project_id, slot, keyword_id, page_id, code, position, rank, depth, features, owned, others, top)
  select p_accounts[h.n], p_projects[h.n], p_slots[h.n], p_keywords[h.n], p_pages[h.n], p_codes[h.n], p_positions[h.n], p_ranks[h.n],
    p_depths[h.n], p_features[h.n], p_owned[h.n], p_others[h.n], p_tops[h.n]
  from unnest(recorded) as h (n)
  -- Only an imported point of the same day can be there. The check replaces it.
  on conflict (account_id, project_id, slot, keyword_id) do update
  set page_id = excluded.page_id, code = excluded.code, position = excluded.position, rank = excluded.rank, depth = excluded.depth,
    features = excluded.features, owned = excluded.owned, others = excluded.others, top = excluded.top;
  -- The figures of a slot are summed again after a late point. A slot that may be summed at this moment, with checks that are still
  -- pending, is locked in any case: the sum in progress would leave out this point. See src/business/tracking/figures/roll-up.ts.
  update project_slots s set rolled_up_at = null
  from (select distinct p_accounts[h.n] as account_id, p_projects[h.n] as project_id, p_slots[h.n] as slot from unnest(recorded) as h (n)) as r
  where s.account_id = r.account_id and s.project_id = r.project_id and s.slot = r.slot
    and (s.rolled_up_at is not null or s.starts_at < clock - interval '6 hours');
  insert into tracking_alerts (account_id, project_id, rule_id, kind, keyword_id, day, at, body)
  select p_accounts[a.n], p_projects[a.n], a."ruleId", a.kind, p_keywords[a.n], p_slots[a.n] / 1440, clock, a.body
  from json_to_recordset(p_alerts) as a (n integer, "ruleId" text, kind text, "cooldownSeconds" double precision, body json)
  where a.n = any (recorded) and not exists (
    select 1 from tracking_alerts e
    where e.account_id = p_accounts[a.n] and e.project_id = p_projects[a.n] and e.rule_id = a."ruleId" and e.kind = a.kind
      and e.keyword_id = p_keywords[a.n] and e.at > clock - make_interval(secs => a."cooldownSeconds"))
  on conflict do nothing;
end $$;
call pin_plans('record_points');
