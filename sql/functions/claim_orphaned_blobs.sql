-- Returns the keys of up to p_want due blobs, to be deleted from S3 storage.
-- They are not due again for p_hold_seconds, so that the blobs of a process that dies become due again.
create or replace function claim_orphaned_blobs(p_want integer, p_hold_seconds double precision) returns setof text
language plpgsql as $$
begin
  return query
  update orphaned_blobs set deleting = true, due_at = now() + make_interval(secs => p_hold_seconds)
  where key in (select key from orphaned_blobs where due_at <= now() order by due_at limit p_want for update skip locked)
  returning key;
end $$;
call pin_plans('claim_orphaned_blobs');
