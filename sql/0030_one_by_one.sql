-- adds only: the same functions with the same parameters. Each object is looked up by its own id. With the bounds of 0028 alone the planner was free to read
-- everything between the first and the last id instead, and to hold each row of it against each id: a list of a thousand took 340 ms, and two ids from
-- the ends of a day could have read all of that day. `offset 0` keeps a look-up from being taken apart.

create or replace function fetch_stored(p_ids text[], p_accounts integer[], p_live boolean[], p_kinds text[]) returns setof fetched_stored
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
    r.faulty, r.verdict, r.attempts, r.detail, (extract(epoch from r.generated_at) * 1000)::bigint, r.body, r.body_size, r.body_crc, r.body_at
  from unnest(p_ids) with ordinality as a (id, n)
  cross join lateral (select * from objects x where x.id = a.id and x.id >= first_id and x.id <= last_id offset 0) as o
  left join lateral (select * from results x where x.id = o.id and x.keep = o.keep and x.id >= first_id and x.id <= last_id offset 0) as r on true
  left join lateral (select * from callbacks x where x.id = o.id and x.keep = o.keep and x.id >= first_id and x.id <= last_id offset 0) as c on true
  left join queue q on q.object_id = o.id
  where not o.deleted
    and (p_accounts is null or (o.account_id = p_accounts[a.n] and o.live = p_live[a.n] and o.kind = p_kinds[a.n] and o.expires_at > now()));
end $$;

create or replace function note_events(p_ids text[]) returns setof text
language plpgsql as $$
declare
  feed record;
  top bigint;
  first_id text collate "C";
  last_id text collate "C";
begin
  select min(i.id collate "C"), max(i.id collate "C") into first_id, last_id from unnest(p_ids) as i (id);
  for feed in
    select o.account_id, o.live, array_agg(o.id) as ids, array_agg(o.keep) as keeps, array_agg(o.kind) as kinds
    from unnest(p_ids) as finished (id)
    cross join lateral (select * from objects x where x.id = finished.id and x.id >= first_id and x.id <= last_id offset 0) as o
    join feeds d on d.account_id = o.account_id and d.live = o.live
    where d.open group by o.account_id, o.live order by o.account_id, o.live
  loop
    update feeds set last = last + cardinality(feed.ids) where account_id = feed.account_id and live = feed.live returning last into top;
    insert into events (keep, id, kind, account_id, live, number, at)
    select e.keep, e.id, e.kind, feed.account_id, feed.live, top - cardinality(feed.ids) + e.n, clock_timestamp()
    from unnest(feed.keeps, feed.ids, feed.kinds) with ordinality as e (keep, id, kind, n);
    return query select unnest(feed.ids);
  end loop;
end $$;

-- First taken, then shown: only what was taken tells the bounds. Nothing due, nothing of the objects is looked at.
create or replace function claim_callbacks(p_want integer, p_hold_seconds double precision, p_hosts text[], p_rooms integer[]) returns setof claimed_callback
language plpgsql as $$
declare
  taken text[];
  first_id text collate "C";
  last_id text collate "C";
begin
  with recursive lines (host) as (
    (select host from outbox where host <> '' order by host limit 1)
    union all
    select (select b.host from outbox b where b.host > l.host and b.host <> '' order by b.host limit 1) from lines l where l.host is not null
  ), lined as materialized (
    select d.object_id, d.next_at, d.expired
    from lines l left join unnest(p_hosts, p_rooms) as r (host, room) on r.host = l.host cross join lateral (
      select b.object_id, b.next_at, b.expires_at <= now() as expired from outbox b
      where b.host = l.host and b.host <> '' and b.next_at <= now() order by b.next_at limit least(r.room, p_want) for update of b skip locked
    ) as d
    where l.host is not null
  ), loose as materialized (
    select object_id, next_at, expires_at <= now() as expired from outbox
    where host = '' and next_at <= now() order by next_at limit p_want for update skip locked
  ), picked as (
    select object_id, expired from (select * from lined union all select * from loose) as due order by next_at limit p_want
  ), held as (
    update outbox set attempt = outbox.attempt + 1, next_at = now() + make_interval(secs => p_hold_seconds)
    from picked where outbox.object_id = picked.object_id and not picked.expired
    returning outbox.object_id
  ), gone as (
    delete from outbox using picked where outbox.object_id = picked.object_id and picked.expired
  )
  select array_agg(object_id), min(object_id collate "C"), max(object_id collate "C") into taken, first_id, last_id from held;
  if taken is null then
    return;
  end if;
  return query
  select b.object_id, b.keep, b.kind, b.account_id, o.live, b.attempt, b.resend, o.request, a.webhook_secret
  from unnest(taken) as t (id) join outbox b on b.object_id = t.id
  cross join lateral (select * from objects x where x.keep = b.keep and x.id = t.id and x.id >= first_id and x.id <= last_id offset 0) as o
  join accounts a on a.id = b.account_id;
end $$;

call pin_plans('fetch_stored', 'note_events', 'claim_callbacks');
