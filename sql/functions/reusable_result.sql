-- Returns the newest result of these two objects that is not older than p_since.
-- Faulty, deleted and expired objects have none, and neither have those whose quality is in doubt: below `QUALITY_LOW` of
-- contract/quality.ts. Whoever orders such a search again expects another attempt. `detail` is short; the body is not read.
create or replace function reusable_result(p_leader text, p_result text, p_since timestamptz) returns table (id text, retention_class smallint, in_storage boolean)
language plpgsql as $$
begin
  return query
  select r.id, r.retention_class, r.blob_key is not null
  from unnest(array[p_leader, p_result]) as c (id) join objects o on o.id = c.id join results r on r.retention_class = o.retention_class and r.id = o.id
  where not r.faulty and not o.deleted and o.expires_at > now() and r.generated_at >= p_since
    and coalesce((r.detail->>'quality')::double precision, 1) >= 0.7
  order by r.generated_at desc limit 1;
end $$;
call pin_plans('reusable_result');
