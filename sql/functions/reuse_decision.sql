-- Returns the next step of a worker for an object with `freshness`.
-- The steps are: collect it, reuse the result of `source`, or wait for the leader. The object becomes the leader when
-- the leader has failed, was deleted or is gone, or when its result is in doubt.
-- An object waits for one result in doubt at most. Otherwise equal requests would search one after the other, each waiting for
-- all searches before it.
create or replace function reuse_decision(p_object text, p_request_hash bytea, p_live boolean, p_seconds integer, out step text, out source text)
language plpgsql as $$
declare
  known reuse_index;
  own record;
  leader record;
begin
  select o.created_at, q.priority into own from objects o join queue q on q.object_id = o.id where o.id = p_object;
  insert into reuse_index (request_hash, live, leader_id) values (p_request_hash, p_live, p_object) on conflict do nothing;
  select * into known from reuse_index where request_hash = p_request_hash and live = p_live for update;
  step := 'collect';
  if known.leader_id = p_object or own is null then
    return;
  end if;
  select a.id into source from reusable_result(known.leader_id, known.result_id, own.created_at - make_interval(secs => p_seconds)) as a;
  if found then
    step := 'reuse';
    return;
  end if;
  select lease, priority into leader from queue where object_id = known.leader_id;
  if found and (leader.lease is not null or leader.priority >= own.priority) then
    if known.doubted_at > own.created_at then
      return;
    end if;
    step := 'wait';
    insert into reuse_waiters (object_id, request_hash, live) values (p_object, p_request_hash, p_live) on conflict do nothing;
    return;
  end if;
  perform lead_request(p_object, p_request_hash, p_live);
end $$;
call pin_plans('reuse_decision');
