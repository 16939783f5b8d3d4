-- Returns nothing. Reverses the charge of one object.
-- For calls of the previous `settle_jobs` that still run while the migration to `reverse_charges` commits. The next
-- version drops it.
create or replace function reverse_charge(p_object text) returns void
language plpgsql as $$
begin
  perform reverse_charges(array[p_object]);
end $$;
