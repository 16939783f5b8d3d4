-- Returns a version per object that changes whenever its timeline does, for clients that poll.
-- Deleted objects have none.
create or replace function timeline_versions(p_ids text[], p_retention_classes smallint[]) returns table (id text, version text)
language plpgsql as $$
begin
  return query
  select a.id, concat_ws(' ', q.claim_count, q.lease is null, extract(epoch from q.run_at), r.id is not null,
    b.attempt, extract(epoch from b.next_at), c.executed, c.failed)
  from unnest(p_ids, p_retention_classes) as a (id, retention_class)
  join objects o on o.id = a.id and o.retention_class = a.retention_class and not o.deleted
  left join queue q on q.object_id = a.id
  left join results r on r.id = a.id and r.retention_class = a.retention_class
  left join outbox b on b.object_id = a.id
  left join callbacks c on c.id = a.id and c.retention_class = a.retention_class;
end $$;
call pin_plans('timeline_versions');
