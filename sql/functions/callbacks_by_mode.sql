-- Returns pending and failing callbacks by mode, with the age of the oldest one that is not delivered.
-- The mode is looked up for the callbacks of the p_sample_max oldest objects; in a longer outbox, the counts are divided in
-- the same proportion. The age counts from the result: a retry does not reset it.
create or replace function callbacks_by_mode(p_sample_max integer)
returns table (live boolean, pending bigint, failing bigint, oldest_seconds double precision)
language sql stable as $$
  with totals as (
    select count(*) as pending, count(*) filter (where attempt > 0) as failing from outbox
  ), sample as (
    select o.live, count(*) as pending, count(*) filter (where b.attempt > 0) as failing,
      max(extract(epoch from now() - coalesce(r.generated_at, o.created_at))) as oldest
    from (select * from outbox order by object_id limit p_sample_max) as b
    join objects o on o.id = b.object_id and o.retention_class = b.retention_class
    left join results r on r.id = b.object_id and r.retention_class = b.retention_class
    group by o.live
  )
  select s.live, round(t.pending * s.pending / greatest(1, sum(s.pending) over ()))::bigint,
    round(t.failing * s.failing / greatest(1, sum(s.failing) over ()))::bigint, greatest(0, s.oldest)::double precision
  from sample s cross join totals t
$$;
