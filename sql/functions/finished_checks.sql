-- Returns checks whose object is finished or gone, with the result and what is known of the keyword, at most p_max.
-- p_objects: objects that a worker has just settled. Null: checks that are due for a look; those whose object still runs are looked at later.
-- It changes no outcome and holds nothing: `record_points` accepts a point only if the check still waits for the same object.
create or replace function finished_checks(p_objects text[], p_max integer) returns setof finished_check
language plpgsql as $$
#variable_conflict use_column
declare
  clock constant timestamptz := tracking_now();
  first_id text collate "C";
  last_id text collate "C";
begin
  if p_objects is null then
    -- The pause grows with the age of the check, so that a long queue is not scanned over and over.
    with due as (
      select c.account_id, c.project_id, c.slot, c.keyword_id from checks c where c.state = 0 and c.look_at <= clock
      order by c.look_at limit p_max for update skip locked
    ), looked as (
      update checks c set look_at = clock + greatest(interval '1 minute', (now() - to_timestamp(('x' || left(c.object_id, 8))::bit(32)::bigint)) / 2)
      from due
      where c.account_id = due.account_id and c.project_id = due.project_id and c.slot = due.slot and c.keyword_id = due.keyword_id
      returning c.object_id
    )
    select coalesce(array_agg(looked.object_id), '{}') into p_objects from looked;
  end if;
  -- The bounds exclude the partitions of all other days (see read_objects.sql).
  select min(i.id collate "C"), max(i.id collate "C") into first_id, last_id from unnest(p_objects) as i (id);
  return query
    select c.account_id, p.live, c.project_id, c.slot, c.keyword_id, c.object_id, c.tries, s.depth, p.revision, p.retries_max, p.top_count,
      p.settings::text, o.id is null or o.deleted, coalesce(r.faulty, false), r.verdict, t.last_slot, t.recent::text, t.failures,
      k.volume, k.target_url, k.tags, k.starred,
      p.state = 'active' and c.slot >= p.last_slot and c.tries <= p.retries_max and coalesce(k.enabled, false)
    from checks c
    -- Probed by key, however few projects there were when the plan was made.
    cross join lateral (select x.* from projects x where x.id = c.project_id offset 0) as p
    join project_slots s on s.account_id = c.account_id and s.project_id = c.project_id and s.slot = c.slot
    left join tracked_keywords k on k.account_id = c.account_id and k.project_id = c.project_id and k.id = c.keyword_id
    left join keyword_states t on t.account_id = c.account_id and t.project_id = c.project_id and t.keyword_id = c.keyword_id
    left join lateral (
      select x.id, x.deleted, x.retention_class from objects x where x.id = c.object_id and x.id >= first_id and x.id <= last_id offset 0
    ) as o on true
    left join lateral (
      select x.id, x.faulty, x.verdict from results x
      where x.id = c.object_id and x.retention_class = o.retention_class and x.id >= first_id and x.id <= last_id offset 0
    ) as r on true
    where c.object_id = any (p_objects) and c.state = 0 and (r.id is not null or o.id is null or o.deleted)
    limit p_max;
end $$;
call pin_plans('finished_checks');
