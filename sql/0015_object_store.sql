-- Large bodies may lie in an object store; then a row holds the key of its bytes instead of the bytes.

alter table results add column body_at text;
alter table kept_pages add column body_at text, alter column body drop not null;

-- Keys that no row refers to: not yet, for they are being written, or no more. What is due here is removed from the object store.
-- A key is written down before its bytes are sent, so nothing can lie in the store that neither this table nor a row knows.
create table loose_bodies (
  key text collate "C" primary key,
  due_at timestamptz not null,
  -- Being removed: whoever has sent these bytes comes too late to refer to them.
  doomed boolean not null default false
);
create index loose_bodies_due on loose_bodies (due_at);

-- A row that goes or gets another body leaves its key behind. The minute is for readers who have just been told where the bytes are.
create function let_go_of_body() returns trigger language plpgsql as $$
begin
  insert into loose_bodies (key, due_at) values (old.body_at, now() + interval '1 minute') on conflict (key) do nothing;
  return null;
end $$;
create trigger deleted_body_is_loose after delete on results for each row when (old.body_at is not null) execute function let_go_of_body();
create trigger replaced_body_is_loose after update of body_at on results
  for each row when (old.body_at is not null and old.body_at is distinct from new.body_at) execute function let_go_of_body();
create trigger deleted_page_is_loose after delete on kept_pages for each row when (old.body_at is not null) execute function let_go_of_body();

-- Takes what is due and keeps others off it for p_hold_seconds; one that dies with it lets go by that alone.
create function claim_loose_bodies(p_want integer, p_hold_seconds double precision) returns setof text
language sql volatile as $$
  update loose_bodies set doomed = true, due_at = now() + make_interval(secs => p_hold_seconds)
  where key in (select key from loose_bodies where due_at <= now() order by due_at limit p_want for update skip locked)
  returning key
$$;

-- Puts another body in place of a finished object's. False when there is no such object, or the bytes have been given up meanwhile.
create function replace_body(p_id text, p_body bytea, p_size integer, p_crc bigint, p_body_at text) returns boolean
language plpgsql as $$
declare
  replaced boolean;
begin
  if p_body_at is not null then
    delete from loose_bodies where key = p_body_at and not doomed;
    if not found then
      return false;
    end if;
  end if;
  update results set body = p_body, body_size = p_size, body_crc = p_crc, body_at = p_body_at where id = p_id and not faulty;
  replaced := found;
  if not replaced and p_body_at is not null then
    insert into loose_bodies (key, due_at) values (p_body_at, now());
  end if;
  return replaced;
end $$;

-- Finishes jobs: result, state, reversal and callback row together, and only for those whose lease still holds.
-- p_jobs: [{id, attempt, outcome: 'done'|'faulty'|'again', verdict, attempts, detail, age_ms, size, crc, again_seconds, page}]
-- p_body_at and p_page_at: keys of bytes that were sent to the object store; those that have been given up meanwhile cannot be settled with.
drop function settle(text, json, bytea[], bytea[]);
create function settle(
  p_worker text, p_jobs json, p_bodies bytea[], p_pages bytea[], p_body_at text[] default null, p_page_at text[] default null
) returns table (object_id text, kind text, waits boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  ended record;
  held text[];
begin
  -- Whoever moves credits locks the purses first, in one order.
  perform 1 from purses p
  where (p.account_id, p.live) in (
    select o.account_id, o.live from json_to_recordset(p_jobs) as j (id text, outcome text)
    join queue q on q.object_id = j.id join objects o on o.keep = q.keep and o.id = j.id where j.outcome = 'faulty'
  ) order by p.account_id, p.live for update;

  update queue q set lease = null, due = false, run_at = now() + make_interval(secs => j.again_seconds), history = j.attempts
  from json_to_recordset(p_jobs) as j (id text, attempt integer, outcome text, attempts json, again_seconds double precision)
  where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt and j.outcome = 'again';

  if p_body_at is not null or p_page_at is not null then
    held := array(
      select key from loose_bodies where key = any (p_body_at || p_page_at) and not doomed order by key for update
    );
  end if;

  for ended in
  with job as materialized (
    select j.*
    from rows from (
      json_to_recordset(p_jobs) as (
        id text, attempt integer, outcome text, verdict text, attempts json, detail json, age_ms double precision, size integer, crc bigint, page json
      ), unnest(p_bodies), unnest(p_pages), unnest(p_body_at), unnest(p_page_at)
    ) as j (id, attempt, outcome, verdict, attempts, detail, age_ms, size, crc, page, body, page_body, body_at, page_at)
    where j.outcome in ('done', 'faulty')
  ), unqueued as (
    delete from queue q using job j where q.object_id = j.id and q.lease = p_worker and q.attempt = j.attempt
      and (j.body_at is null or j.body_at = any (held)) and (j.page_at is null or j.page_at = any (held))
    returning q.object_id, q.keep, q.kind, q.waits
  ), finished as materialized (
    select e.object_id, e.keep, e.kind, e.waits, j.outcome, j.verdict, j.attempts, j.detail, j.age_ms, j.size, j.crc, j.page, j.body, j.page_body,
      j.body_at, j.page_at
    from unqueued e join job j on j.id = e.object_id
  ), stored as (
    insert into results (keep, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc, body_at)
    select f.keep, f.object_id, f.outcome = 'faulty', f.verdict, f.attempts, coalesce(f.detail, '{}'), now() - make_interval(secs => f.age_ms / 1000),
      f.body, f.size, f.crc, f.body_at from finished f
  ), pages as (
    insert into kept_pages (keep, id, url, status, reason, body, body_at)
    select f.keep, f.object_id, f.page->>'url', (f.page->>'status')::integer, f.page->>'reason', f.page_body, f.page_at
    from finished f where f.page is not null and (f.page_body is not null or f.page_at is not null)
  ), referred as (
    delete from loose_bodies b using (
      select f.body_at as key from finished f where f.body_at is not null union all select f.page_at from finished f where f.page_at is not null
    ) as taken where b.key = taken.key
  ), told as (
    insert into outbox (object_id, keep, kind, account_id, expires_at)
    select f.object_id, f.keep, f.kind, o.account_id, o.expires_at
    from finished f join objects o on o.keep = f.keep and o.id = f.object_id where o.request->>'callback' is not null
  )
  select f.object_id as id, f.kind as what, f.waits as awaited, f.outcome from finished f
  loop
    if ended.outcome = 'faulty' then
      perform reverse_charge(ended.id);
    end if;
    return query select ended.id, ended.what, ended.awaited;
  end loop;
end $$;

-- Reading objects by id for a reader that takes bytes as they are: no column is turned into text on the way.
-- Beside `fetch_objects`, which older processes may still be asking while this is put in place.
create type fetched_stored as (
  n integer, id text, kind text, request json, created_ms bigint, over_limit boolean, queued boolean, executed boolean, failed boolean,
  faulty boolean, verdict text, attempts json, detail json, generated_ms bigint, body bytea, body_size integer, body_crc bigint, body_at text
);

-- Objects of these owners; p_accounts null means whoever the owner is. What is deleted, expired or somebody else's is left out.
create function fetch_stored(p_ids text[], p_accounts integer[], p_live boolean[], p_kinds text[]) returns setof fetched_stored
language plpgsql as $$
begin
  return query
  select a.n::integer, o.id, o.kind, o.request, (extract(epoch from o.created_at) * 1000)::bigint, o.over_limit, r.id is not null or coalesce(q.attempt > 0, false),
    coalesce(c.executed, false), coalesce(c.failed, false),
    r.faulty, r.verdict, r.attempts, r.detail, (extract(epoch from r.generated_at) * 1000)::bigint, r.body, r.body_size, r.body_crc, r.body_at
  from unnest(p_ids) with ordinality as a (id, n)
  join objects o on o.id = a.id
  left join results r on r.id = o.id and r.keep = o.keep
  left join callbacks c on c.id = o.id and c.keep = o.keep
  left join queue q on q.object_id = o.id
  where not o.deleted
    and (p_accounts is null or (o.account_id = p_accounts[a.n] and o.live = p_live[a.n] and o.kind = p_kinds[a.n] and o.expires_at > now()));
end $$;

call pin_plans('settle', 'fetch_stored', 'replace_body', 'claim_loose_bodies');

-- Drops what is past its days, cleans up the few things that are not partitioned. Answers the names of what was dropped.
-- No trigger hears of a table that is dropped, so the keys in it are taken out first.
create or replace function drop_expired(p_keep_days integer[], p_ledger_days integer) returns setof text
language plpgsql as $$
declare
  old record;
begin
  if not pg_try_advisory_xact_lock(7283002) then
    return;
  end if;
  for old in
    select c.relname as name, p.relname as parent, right(c.relname, 8) as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname ~ '_(days|archive)$' and c.relname ~ '_\d{8}$' and pg_table_is_visible(c.oid)
  loop
    if to_date(old.day, 'YYYYMMDD') + 1 + p_keep_days[case when old.parent like '%\_archive' then 2 else 1 end] <= (now() at time zone 'UTC')::date then
      if old.parent ~ '^(results|kept_pages)_' then
        execute format(
          'insert into loose_bodies (key, due_at) select body_at, now() from %I where body_at is not null on conflict (key) do nothing', old.name);
      end if;
      execute format('drop table %I', old.name);
      return next old.name;
    end if;
  end loop;
  for old in
    select c.relname as name, right(c.relname, 6) as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relname = 'ledger' and c.relname ~ '^ledger_\d{6}$' and pg_table_is_visible(c.oid)
  loop
    if (to_date(old.month, 'YYYYMM') + interval '1 month')::date + p_ledger_days <= (now() at time zone 'UTC')::date then
      execute format('drop table %I', old.name);
      return next old.name;
    end if;
  end loop;
  delete from results using objects o where results.keep = 2 and o.keep = 2 and o.id = results.id and o.expires_at < now();
  delete from kept_pages using objects o where kept_pages.keep = 2 and o.keep = 2 and o.id = kept_pages.id and o.expires_at < now();
  delete from callbacks using objects o where callbacks.keep = 2 and o.keep = 2 and o.id = callbacks.id and o.expires_at < now();
  delete from deliveries using objects o where deliveries.keep = 2 and o.keep = 2 and o.id = deliveries.object_id and o.expires_at < now();
  delete from objects where keep = 2 and expires_at < now();
  delete from idempotency where created_at < now() - interval '24 hours';
  delete from spend where minute < now() - interval '2 days';
  delete from queue q where q.lease is null and not exists (select 1 from objects o where o.keep = q.keep and o.id = q.object_id);
end $$;
do $$
begin
  execute format('alter function drop_expired(integer[], integer) security definer set search_path = %I, pg_temp', current_schema());
end $$;
