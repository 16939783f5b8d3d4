-- adds only: times are cut to their unit, never rounded up. An id says the second in which its object was made, and the object's own time is
-- kept as it is shown, in whole milliseconds: what `createdAt` says is then never later than the object, and a list `from` that time has it.

create or replace function new_id() returns text
language sql volatile parallel safe as $$
  select lpad(to_hex(floor(extract(epoch from now()))::bigint), 8, '0') || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16)
$$;

create or replace function id_at(p_at timestamptz) returns text language sql immutable as $$
  select lpad(to_hex(floor(extract(epoch from p_at))::bigint), 8, '0')
$$;

alter table objects alter column created_at set default date_trunc('milliseconds', now());
