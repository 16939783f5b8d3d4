-- Returns the number of finished and of failed SERPs with custom options.
-- Custom options are user agents, URL parameters and cookies. Counts among the newest p_scan_max live charges of an
-- account within p_seconds.
create or replace function custom_option_failures(p_account integer, p_seconds double precision, p_scan_max integer, out finished integer, out faulty integer)
language plpgsql as $$
begin
  select count(*), count(*) filter (where r.faulty) into finished, faulty
  from (
    select l.ref from ledger l
    where l.account_id = p_account and l.live and l.kind = 'charge' and l.ref >= id_at(now() - make_interval(secs => p_seconds))
    order by l.ref desc limit p_scan_max
  ) as c join objects o on o.id = c.ref join results r on r.retention_class = o.retention_class and r.id = o.id
  where o.kind = 'serp' and (o.request->>'customUserAgent' is not null
    or json_array_length(o.request->'customUrlParameter') > 0 or json_array_length(o.request->'customCookieParameter') > 0);
end $$;
call pin_plans('custom_option_failures');
