-- What guards the books: an audit whose rows hang together by their hashes, and functions that may do what the service's own role may not.

alter table audit add column previous bytea, add column hash bytea;

create function audit_hash(a audit) returns bytea language sql immutable as $$
  select sha256(coalesce(a.previous, '') || convert_to(json_build_array(a.id, extract(epoch from a.at), a.actor, a.action, a.subject, a.detail)::text, 'UTF8'))
$$;

-- Rows are numbered one after the other under a lock, so that each can carry the hash of the one before it.
create function chain_audit() returns trigger language plpgsql as $$
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

-- What was written before the chain began becomes its beginning.
do $$
declare
  row audit;
  last bytea;
begin
  for row in select * from audit order by id loop
    row.previous := last;
    last := audit_hash(row);
    update audit set previous = row.previous, hash = last where id = row.id;
  end loop;
end $$;
alter table audit alter column hash set not null;
create trigger audit_is_chained before insert on audit for each row execute function chain_audit();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only ever added to';
end $$;
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_audit_change();

-- The first row that does not fit the one before it or its own hash; none when the chain holds. A cut end shows only against a hash noted elsewhere.
create function broken_audit() returns setof bigint language sql stable as $$
  select id from (
    select a.id, a.previous is distinct from lag(a.hash) over (order by a.id) or a.hash is distinct from audit_hash(a)
      or a.id is distinct from coalesce(lag(a.id) over (order by a.id), 0) + 1 as broken
    from audit a) as checked
  where broken order by id limit 1
$$;

-- The service's own role makes and drops no tables; these two do it for it, and nothing else, wherever names of the caller's own may lead.
do $$
begin
  execute format('alter function make_partitions(integer) security definer set search_path = %I, pg_temp', current_schema());
  execute format('alter function drop_expired(integer[], integer) security definer set search_path = %I, pg_temp', current_schema());
end $$;
