-- The queue: narrow rows apart from the objects, claimed in batches, gone when settled.

create table queue (
  object_id text collate "C" primary key,
  keep smallint not null,
  kind text not null,
  priority smallint not null,
  turn bigint not null,
  due boolean not null,
  run_at timestamptz not null,
  deadline_at timestamptz not null,
  waits boolean not null,
  attempt integer not null default 0,
  crashes integer not null default 0,
  history json,
  lease text collate "C"
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
create index queue_ready on queue (priority, turn) where due and lease is null;
create index queue_later on queue (run_at) where not due;
create index queue_leased on queue (lease) where lease is not null;

-- The turn that was served last, per priority: a new account's first job lines up here, not behind another's million.
create sequence turn_0 minvalue 0 start 0;
create sequence turn_1 minvalue 0 start 0;
create sequence turn_2 minvalue 0 start 0;
create sequence turn_3 minvalue 0 start 0;

create table workers (
  token text collate "C" primary key,
  seen_at timestamptz not null default now()
);

create function served_turns() returns bigint[] language sql volatile as $$
  select array[(select last_value from turn_0), (select last_value from turn_1), (select last_value from turn_2), (select last_value from turn_3)]
$$;

create type claimed as (
  object_id text, keep smallint, kind text, priority smallint, attempt integer, crashes integer, overdue boolean, waits boolean, history json,
  account_id integer, live boolean, request json, waited_ms double precision
);

-- Takes up to p_want jobs, the best priorities first, but p_reserve[1] of LOW and p_reserve[2] of NORMAL before all others.
create function claim(p_worker text, p_want integer, p_reserve integer[]) returns setof claimed
language plpgsql as $$
declare
  step record;
  wanted integer := p_want;
  ids text[] := '{}';
  taken text[];
  last_turn bigint;
begin
  insert into workers (token) values (p_worker) on conflict (token) do update set seen_at = now();
  update queue set due = true
  where object_id in (select object_id from queue where not due and run_at <= now() order by run_at limit 1000 for update skip locked);

  for step in select * from (values (0, p_reserve[1]), (1, p_reserve[2]), (3, p_want), (2, p_want), (1, p_want), (0, p_want)) as steps (priority, most) loop
    continue when wanted <= 0 or step.most <= 0;
    with picked as (
      select object_id, turn from queue
      where priority = step.priority and due and lease is null
      order by turn limit least(step.most, wanted) for update skip locked
    ), leased as (
      update queue set lease = p_worker, attempt = queue.attempt + 1
      from picked where queue.object_id = picked.object_id returning queue.object_id, queue.turn
    )
    select array_agg(leased.object_id), max(leased.turn) into taken, last_turn from leased;
    if taken is not null then
      ids := ids || taken;
      wanted := wanted - cardinality(taken);
      -- Not transactional on purpose: a lost or late step only makes the order a little less fair.
      perform setval(('turn_' || step.priority)::regclass, greatest(last_turn, (served_turns())[step.priority + 1]));
    end if;
  end loop;

  return query
  select q.object_id, q.keep, q.kind, q.priority, q.attempt, q.crashes, q.deadline_at <= now(), q.waits, q.history,
    o.account_id, o.live, o.request, (extract(epoch from now() - q.run_at) * 1000)::double precision
  from unnest(ids) as i (id) join queue q on q.object_id = i.id join objects o on o.keep = q.keep and o.id = q.object_id;
end $$;

-- A dead worker's jobs are free again. Answers how many.
create function sweep(p_lease_seconds double precision) returns integer
language plpgsql as $$
declare
  freed integer;
begin
  delete from workers where token in (select token from workers where seen_at < now() - make_interval(secs => p_lease_seconds) for update skip locked);
  with lost as (
    select object_id from queue where lease is not null and not exists (select 1 from workers where token = queue.lease) limit 10000 for update skip locked
  )
  update queue set lease = null, due = true, crashes = crashes + 1 from lost where queue.object_id = lost.object_id;
  get diagnostics freed = row_count;
  return freed;
end $$;
