-- Returns null, which an `after` trigger ignores.
-- Records the blob of a row that is deleted or gets another body as orphaned. The blob stays for a minute, for readers
-- that have just read its key.
create or replace function orphan_blob() returns trigger language plpgsql as $$
begin
  insert into orphaned_blobs (key, due_at) values (old.blob_key, now() + interval '1 minute') on conflict (key) do nothing;
  return null;
end $$;
