-- Returns whether the body of a finished object was replaced.
-- False when the object is unknown or failed, or its blob is being deleted.
create or replace function replace_body(p_id text, p_body bytea, p_size integer, p_crc bigint, p_blob_key text) returns boolean
language plpgsql as $$
declare
  replaced boolean;
begin
  if p_blob_key is not null then
    delete from orphaned_blobs where key = p_blob_key and not deleting;
    if not found then
      return false;
    end if;
  end if;
  update results set body = p_body, body_size = p_size, body_crc = p_crc, blob_key = p_blob_key where id = p_id and not faulty;
  replaced := found;
  if not replaced and p_blob_key is not null then
    insert into orphaned_blobs (key, due_at) values (p_blob_key, now());
  end if;
  return replaced;
end $$;
call pin_plans('replace_body');
