-- Returns the ids of those finished objects that were appended to the event feed of their account.
-- Call it last in a transaction: a transaction that holds a feed waits only for other feeds, in order of account and mode.
create or replace function append_events(p_ids text[]) returns setof text
language plpgsql as $$
declare
  feed record;
  top bigint;
  first_id text collate "C";
  last_id text collate "C";
begin
  -- The bounds exclude the partitions of all other days; `offset 0` keeps each lookup a probe by id (see read_objects.sql).
  select min(i.id collate "C"), max(i.id collate "C") into first_id, last_id from unnest(p_ids) as i (id);
  for feed in
    select o.account_id, o.live, array_agg(o.id) as ids, array_agg(o.retention_class) as retention_classes, array_agg(o.kind) as kinds
    from unnest(p_ids) as finished (id)
    cross join lateral (select * from objects x where x.id = finished.id and x.id >= first_id and x.id <= last_id offset 0) as o
    join event_feeds d on d.account_id = o.account_id and d.live = o.live
    where d.enabled group by o.account_id, o.live order by o.account_id, o.live
  loop
    update event_feeds set last_number = last_number + cardinality(feed.ids)
    where account_id = feed.account_id and live = feed.live returning last_number into top;
    insert into events (retention_class, id, kind, account_id, live, number, at)
    select e.retention_class, e.id, e.kind, feed.account_id, feed.live, top - cardinality(feed.ids) + e.n, clock_timestamp()
    from unnest(feed.retention_classes, feed.ids, feed.kinds) with ordinality as e (retention_class, id, kind, n);
    return query select unnest(feed.ids);
  end loop;
end $$;
call pin_plans('append_events');
