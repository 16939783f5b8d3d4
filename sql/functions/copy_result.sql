-- Returns nothing. Finishes an object with a copy of the result of p_source.
-- The body of p_source is in the database. The copy has its own row and callback, and no job.
create or replace function copy_result(p_id text, p_source text) returns void
language plpgsql as $$
begin
  delete from queue where object_id = p_id;
  insert into results (retention_class, id, faulty, verdict, attempts, detail, generated_at, body, body_size, body_crc)
  select o.retention_class, o.id, false, r.verdict,
    json_build_array(json_build_object('source', 'reused', 'outcome', r.verdict, 'ms', 0, 'ageSeconds', age.seconds)),
    (r.detail::jsonb || jsonb_build_object('reused', true))::json, shown.at, r.body, r.body_size, r.body_crc
  from objects o, results r join objects s on s.retention_class = r.retention_class and s.id = r.id,
    lateral (
      select shown_generated_at(r.generated_at, s.account_id = o.account_id, (o.request->>'freshness')::double precision) as at
    ) as shown,
    lateral (select greatest(0, floor(extract(epoch from now() - shown.at)))::integer as seconds) as age
  where o.id = p_id and r.id = p_source;
  insert into outbox (object_id, retention_class, kind, account_id, expires_at)
  select o.id, o.retention_class, o.kind, o.account_id, o.expires_at from objects o where o.id = p_id and o.request->>'callback' is not null;
end $$;
call pin_plans('copy_result');
