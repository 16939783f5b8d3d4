-- Returns the new audit row with its number, the hash of the row before it and its own hash.
-- A lock makes the numbers consecutive.
create or replace function chain_audit() returns trigger language plpgsql as $$
declare
  last audit;
begin
  perform pg_advisory_xact_lock(7283004);
  select * into last from audit order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.previous := last.hash;
  new.hash := audit_hash(new);
  return new;
end $$;
