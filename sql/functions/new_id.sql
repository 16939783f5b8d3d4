-- Returns a new id of 24 hex characters: 4 bytes of time, 8 random bytes.
-- Ids sort by time, and partitions split them by day. The time is truncated to seconds, never rounded up. One plain
-- expression, so that the planner can inline it.
create or replace function new_id() returns text
language sql volatile parallel safe as $$
  select lpad(to_hex(floor(extract(epoch from now()))::bigint), 8, '0') || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 16)
$$;
