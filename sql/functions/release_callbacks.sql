-- Returns nothing. Releases callbacks that were claimed and not sent.
-- They go into the queue of their account and host, as if they had not been claimed. Only the holder of an attempt can
-- release it.
create or replace function release_callbacks(p_rows json) returns void
language plpgsql as $$
begin
  update outbox b set attempt = b.attempt - 1, next_at = now(), host = t.host
  from json_to_recordset(p_rows) as t (object_id text, attempt integer, host text)
  where b.object_id = t.object_id and b.attempt = t.attempt;
end $$;
call pin_plans('release_callbacks');
