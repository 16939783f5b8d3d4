-- Reading objects by id for a reader that takes bytes as they are: no column is turned into text on the way.

create type fetched_bytes as (
  n integer, id text, kind text, request json, created_ms bigint, over_limit boolean, queued boolean, executed boolean, failed boolean,
  faulty boolean, verdict text, attempts json, detail json, generated_ms bigint, body bytea, body_size integer, body_crc bigint
);

-- Objects of these owners; p_accounts null means whoever the owner is. What is deleted, expired or somebody else's is left out.
create function fetch_bytes(p_ids text[], p_accounts integer[], p_live boolean[], p_kinds text[]) returns setof fetched_bytes
language plpgsql as $$
begin
  return query
  select a.n::integer, o.id, o.kind, o.request, (extract(epoch from o.created_at) * 1000)::bigint, o.over_limit, r.id is not null or coalesce(q.attempt > 0, false),
    coalesce(c.executed, false), coalesce(c.failed, false),
    r.faulty, r.verdict, r.attempts, r.detail, (extract(epoch from r.generated_at) * 1000)::bigint, r.body, r.body_size, r.body_crc
  from unnest(p_ids) with ordinality as a (id, n)
  join objects o on o.id = a.id
  left join results r on r.id = o.id and r.keep = o.keep
  left join callbacks c on c.id = o.id and c.keep = o.keep
  left join queue q on q.object_id = o.id
  where not o.deleted
    and (p_accounts is null or (o.account_id = p_accounts[a.n] and o.live = p_live[a.n] and o.kind = p_kinds[a.n] and o.expires_at > now()));
end $$;

do $$
declare
  hot regprocedure := 'fetch_bytes(text[], integer[], boolean[], text[])'::regprocedure;
begin
  execute format('alter function %s set enable_seqscan = off', hot);
  execute format('alter function %s set enable_hashjoin = off', hot);
  execute format('alter function %s set enable_mergejoin = off', hot);
  execute format('alter function %s set max_parallel_workers_per_gather = 0', hot);
  execute format('alter function %s set plan_cache_mode = force_generic_plan', hot);
  execute format('alter function %s set jit = off', hot);
end $$;
