-- Returns waiting and running jobs by mode and priority, with the age of the oldest unfinished object.
-- The queue does not hold the mode. It is looked up for the p_sample_max oldest objects of each priority; in a longer queue,
-- the counts are divided in the same proportion. The age counts from the time at which an object first became due: a retry
-- does not reset it.
create or replace function queue_by_mode(p_deadline_seconds double precision[], p_sample_max integer)
returns table (live boolean, priority smallint, waiting bigint, running bigint, oldest_seconds double precision)
language sql stable as $$
  with totals as materialized (
    select q.priority, count(*) filter (where q.lease is null) as waiting, count(*) filter (where q.lease is not null) as running
    from queue q group by q.priority
  ), sample as (
    select o.live, q.priority, count(*) filter (where q.lease is null) as waiting, count(*) filter (where q.lease is not null) as running,
      max(extract(epoch from now() - case
        when q.retention_class = 2 then q.deadline_at - make_interval(secs => p_deadline_seconds[case when q.kind = 'ai' then 5 else q.priority + 1 end])
        else o.created_at end)) as oldest
    from totals t cross join lateral (select * from queue where queue.priority = t.priority order by object_id limit p_sample_max) as q
    join objects o on o.id = q.object_id and o.retention_class = q.retention_class
    group by o.live, q.priority
  )
  select s.live, s.priority,
    round(t.waiting * s.waiting / greatest(1, sum(s.waiting) over one))::bigint, round(t.running * s.running / greatest(1, sum(s.running) over one))::bigint,
    greatest(0, s.oldest)::double precision
  from sample s join totals t on t.priority = s.priority
  window one as (partition by s.priority)
$$;
