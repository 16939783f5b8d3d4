-- Returns the id of the first audit row that does not match its own hash or the row before it.
-- Returns no row when the chain is intact. Missing rows at the end can be detected only with a hash that was stored
-- elsewhere.
create or replace function broken_audit() returns setof bigint language sql stable as $$
  select id from (
    select a.id, a.previous is distinct from lag(a.hash) over (order by a.id) or a.hash is distinct from audit_hash(a)
      or a.id is distinct from coalesce(lag(a.id) over (order by a.id), 0) + 1 as broken
    from audit a) as checked
  where broken order by id limit 1
$$;
