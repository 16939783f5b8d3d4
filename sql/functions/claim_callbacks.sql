-- Returns up to p_want due callbacks, held for p_hold_seconds, or one row without an object.
-- An account gets at most its capacity in p_account_capacities, a queue at most its capacity in p_queue_capacities.
-- Those not listed are not limited.
-- Without a backlog it claims the oldest callbacks. With a backlog it visits up to 200 accounts, starting after
-- p_after_account, and each gets an equal share, so that no account's first callback waits for another account's
-- thousands. Each visit is one index probe, so the cost depends neither on the backlog nor on the number of accounts.
-- The commit does not wait for the disk: after a crash of the server, a claimed callback is sent once more.
-- Most polls find nothing due. They end after one index probe. Measured 2026-11: 0.09 ms of CPU, 0.53 ms by the large
-- statement.
create or replace function claim_callbacks(
  p_want integer, p_hold_seconds double precision, p_accounts integer[], p_account_capacities integer[],
  p_queue_accounts integer[], p_queues text[], p_queue_capacities integer[], p_after_account integer, p_after_queue_account integer
) returns setof due_callback
language plpgsql as $$
declare
  visits_max constant integer := 200;
  taken outbox[];
  first_id text collate "C";
  last_id text collate "C";
  is_more boolean;
  next_account integer;
  next_queue_account integer;
begin
  if not exists (select 1 from outbox where next_at <= now()) then
    return next (null, null, null, null, null, null, null, null, null, false, 0, p_after_queue_account)::due_callback;
    return;
  end if;
  perform set_config('synchronous_commit', 'off', true);
  with recursive oldest as materialized (
    select object_id, account_id, next_at, expires_at from outbox
    where host = '' and next_at <= now() order by next_at limit p_want for update skip locked
  ), backlog (is_full) as materialized (
    select count(*) >= p_want from oldest
  ), visited (account_id, next_at, visit, due, wrapped) as (
    ((select account_id, next_at, 1, 0, false from outbox where host = '' and account_id > p_after_account and (select is_full from backlog)
      order by account_id, next_at limit 1)
    union all
    (select account_id, next_at, 1, 0, true from outbox where host = '' and (select is_full from backlog) order by account_id, next_at limit 1)
    limit 1)
    union all
    select n.account_id, n.next_at, v.visit + 1, v.due + (v.next_at <= now())::integer, n.wrapped from visited v cross join lateral (
      (select b.account_id, b.next_at, v.wrapped from outbox b where b.host = '' and b.account_id > v.account_id order by b.account_id, b.next_at limit 1)
      union all
      (select b.account_id, b.next_at, true from outbox b where b.host = '' and not v.wrapped order by b.account_id, b.next_at limit 1)
      limit 1
    ) as n (account_id, next_at, wrapped)
    where v.visit < visits_max and v.due + 1 < p_want and not (n.wrapped and n.account_id > p_after_account)
  ), sharing as materialized (
    select v.account_id, r.capacity from visited v left join unnest(p_accounts, p_account_capacities) as r (account_id, capacity) on r.account_id = v.account_id
    where v.next_at <= now() and coalesce(r.capacity, 1) > 0
  ), shared as materialized (
    select d.object_id, s.account_id, d.next_at, d.expires_at from sharing s cross join lateral (
      select b.object_id, b.next_at, b.expires_at from outbox b
      where b.host = '' and b.account_id = s.account_id and b.next_at <= now() order by b.next_at
      limit least(s.capacity, (p_want - 1) / (select count(*)::integer from sharing) + 1) for update of b skip locked
    ) as d
  ), queues (account_id, host, next_at, visit, wrapped) as (
    ((select account_id, host, next_at, 1, false from outbox where host <> '' and account_id > p_after_queue_account
      order by account_id, host, next_at limit 1)
    union all
    (select account_id, host, next_at, 1, true from outbox where host <> '' order by account_id, host, next_at limit 1)
    limit 1)
    union all
    select n.account_id, n.host, n.next_at, q.visit + 1, n.wrapped from queues q cross join lateral (
      (select b.account_id, b.host, b.next_at, q.wrapped from outbox b where b.host <> '' and (b.account_id, b.host) > (q.account_id, q.host)
        order by b.account_id, b.host, b.next_at limit 1)
      union all
      (select b.account_id, b.host, b.next_at, true from outbox b where b.host <> '' and not q.wrapped order by b.account_id, b.host, b.next_at limit 1)
      limit 1
    ) as n (account_id, host, next_at, wrapped)
    where q.visit < visits_max and not (n.wrapped and n.account_id > p_after_queue_account)
  ), due_queues as materialized (
    select q.account_id, q.host, r.capacity from queues q
    left join unnest(p_queue_accounts, p_queues, p_queue_capacities) as r (account_id, host, capacity) on r.account_id = q.account_id and r.host = q.host
    where q.next_at <= now() and coalesce(r.capacity, 1) > 0
  ), queued as materialized (
    select d.object_id, q.account_id, d.next_at, d.expires_at, q.host from due_queues q cross join lateral (
      select b.object_id, b.next_at, b.expires_at from outbox b
      where b.host = q.host and b.host <> '' and b.account_id = q.account_id and b.next_at <= now() order by b.next_at
      limit least(q.capacity, (p_want - 1) / (select count(*)::integer from due_queues) + 1) for update of b skip locked
    ) as d
  ), candidates as (
    select object_id, account_id, next_at, expires_at from oldest
    union select object_id, account_id, next_at, expires_at from shared
    union all select object_id, account_id, next_at, expires_at from queued
  ), ranked as (
    select c.*, row_number() over (partition by c.account_id order by c.next_at, c.object_id) as rank from candidates c
  ), picked as materialized (
    select k.object_id, k.expires_at <= now() as expired
    from ranked k left join unnest(p_accounts, p_account_capacities) as r (account_id, capacity) on r.account_id = k.account_id
    where k.rank <= coalesce(r.capacity, p_want) order by k.rank, k.next_at limit p_want
  ), held as (
    update outbox set attempt = outbox.attempt + 1, next_at = now() + make_interval(secs => p_hold_seconds)
    from picked where outbox.object_id = picked.object_id and not picked.expired
    returning outbox as line
  ), gone as (
    delete from outbox using picked where outbox.object_id = picked.object_id and picked.expired
  )
  select array_agg(line), min((line).object_id collate "C"), max((line).object_id collate "C"),
    (select is_full from backlog) or exists (
      select 1 from queued group by account_id, host having count(*) > (p_want - 1) / (select count(*)::integer from due_queues)
    ),
    coalesce((select account_id from visited where visit = visits_max or due + 1 >= p_want order by visit desc limit 1), 0),
    -- An account whose queues were not all visited is visited again, unless it was the only one.
    coalesce((
      select case when first.account_id = last.account_id then last.account_id else last.account_id - 1 end
      from queues first, queues last where first.visit = 1 and last.visit = visits_max
    ), 0)
  into taken, first_id, last_id, is_more, next_account, next_queue_account from held;
  if taken is null then
    return next (null, null, null, null, null, null, null, null, null, is_more, next_account, next_queue_account)::due_callback;
    return;
  end if;
  return query
  select b.object_id, b.retention_class, b.kind, b.account_id, o.live, b.attempt, b.resend, o.request, a.webhook_secret, is_more, next_account, next_queue_account
  from unnest(taken) as b
  cross join lateral (
    select * from objects x where x.retention_class = b.retention_class and x.id = b.object_id and x.id >= first_id and x.id <= last_id offset 0
  ) as o
  join accounts a on a.id = b.account_id;
end $$;
call pin_plans('claim_callbacks');
