-- adds only: processes of the version before go on calling the same function.
-- A request with `freshness` that gets another account's answer learns its age by the minute, not the moment when the other account asked.

-- When an answer is said to have been asked for. For the account that asked: exactly. For any other: the full minute before, but never
-- longer ago than the request allows.
create function shown_generated_at(p_generated timestamptz, p_own boolean, p_seconds double precision) returns timestamptz
language sql stable as $$
  select case when p_own then p_generated
    else least(now(), greatest(date_trunc('minute', p_generated), now() - make_interval(secs => p_seconds))) end
$$;

-- Gives an object the answer of another one: own row, own callback, no queue. The body is in the database.
create or replace function copy_answer(p_id text, p_source text) returns void
language plpgsql as $$
begin
  delete from queue where object_id = p_id;
  insert into results (keep, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc)
  select o.keep, o.id, false, r.verdict,
    json_build_array(json_build_object('source', 'reused', 'outcome', r.verdict, 'ms', 0, 'ageSeconds', age.seconds)),
    (r.detail::jsonb || jsonb_build_object('reused', true))::json, shown.at, r.body, r.body_size, r.body_crc
  from objects o, results r join objects s on s.keep = r.keep and s.id = r.id,
    lateral (
      select shown_generated_at(r.generated_at, s.account_id = o.account_id, (o.request->>'freshness')::double precision) as at
    ) as shown,
    lateral (select greatest(0, floor(extract(epoch from now() - shown.at)))::integer as seconds) as age
  where o.id = p_id and r.id = p_source;
  insert into outbox (object_id, keep, kind, account_id, expires_at)
  select o.id, o.keep, o.kind, o.account_id, o.expires_at from objects o where o.id = p_id and o.request->>'callback' is not null;
end $$;

call pin_plans('copy_answer');
