-- Returns nothing. Makes the object the leader of its request, for which equal requests wait.
-- The caller holds the lock on the request. `doubted_at` states for `reuse_decision` that the leader before has a result in doubt.
create or replace function lead_request(p_object text, p_request_hash bytea, p_live boolean) returns void
language plpgsql as $$
begin
  update reuse_index i set leader_id = p_object, at = now(),
    result_id = coalesce((select r.id from reusable_result(i.leader_id, i.result_id, '-infinity') as r), i.result_id),
    doubted_at = case
      when exists (
        select from objects o join results r on r.retention_class = o.retention_class and r.id = o.id
        where o.id = i.leader_id and not r.faulty and (r.detail->>'quality')::double precision < 0.7
      ) then date_trunc('milliseconds', now())
      else i.doubted_at
    end
  where i.request_hash = p_request_hash and i.live = p_live;
end $$;
call pin_plans('lead_request');
