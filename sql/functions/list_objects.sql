-- Returns the matching objects, newest first.
-- It scans the ledger's index by account, which every charge maintains anyway; without an account it scans the objects
-- by id. It scans at most p_scan_max objects: a last row without a kind has the id to continue after.
create or replace function list_objects(
  p_account integer, p_live boolean, p_after text, p_from timestamptz, p_to timestamptz, p_kind text, p_state text,
  p_engine text, p_region text, p_text text, p_keywords text[], p_want integer, p_scan_max integer
) returns setof listed_object
language plpgsql as $$
declare
  -- No object is older; the ledger goes back much further.
  lowest text := (select o.id from objects o order by o.id limit 1);
  edge text := least(p_after, id_at(p_to + interval '1 second'), 'g');
  inside constant boolean := p_engine is not null or p_region is not null or p_text is not null or p_keywords is not null;
  step integer := p_want;
  scanned integer := 0;
  found_rows integer;
  wanted integer := p_want;
  ids text[];
begin
  if p_from is not null then
    lowest := greatest(lowest, id_at(p_from));
  end if;
  loop
    if p_account is null then
      ids := array(select o.id from objects o where o.id < edge and o.id >= lowest order by o.id desc limit step);
    else
      ids := array(
        select l.ref from ledger l
        where l.account_id = p_account and l.live = p_live and l.ref < edge and l.ref >= lowest and l.kind = 'charge' order by l.ref desc limit step);
    end if;
    return query
    select o.id, o.kind, o.account_id, o.live, o.request, o.cost, (extract(epoch from o.created_at) * 1000)::bigint,
      r.faulty, r.verdict, (extract(epoch from r.generated_at) * 1000)::bigint, b.object_id is not null, coalesce(c.executed, false), coalesce(c.failed, false)
    from unnest(ids) with ordinality as a (id, n)
    join objects o on o.id = a.id
    left join results r on r.id = o.id and r.retention_class = o.retention_class
    left join callbacks c on c.id = o.id and c.retention_class = o.retention_class
    left join outbox b on b.object_id = o.id
    where not o.deleted and o.expires_at > now()
      and (p_live is null or o.live = p_live) and (p_kind is null or o.kind = p_kind)
      and (p_from is null or o.created_at >= p_from) and (p_to is null or o.created_at < p_to)
      and (p_state is null or case p_state when 'waiting' then r.id is null when 'ready' then not r.faulty else r.faulty end)
      and (not inside or exists (
        select 1 from json_to_record(o.request) as f (
          keyword text, keywords text, prompt text, url text, "searchEngine" text, source text, "aiService" text, region json)
        where (p_engine is null or coalesce(f."searchEngine", f.source, f."aiService") = p_engine)
          and (p_text is null or strpos(lower(concat_ws(' ', f.keyword, f.keywords, f.prompt, f.url)), lower(p_text)) > 0)
          and (p_keywords is null or lower(f.keyword) = any (p_keywords))
          and (p_region is null or f.region->>'countryCode' = upper(p_region) or f.region->>'id' = p_region
            or lower(f.region->>'canonicalName') = lower(p_region) or lower(f.region->>'name') = lower(p_region))))
    order by a.n limit wanted;
    get diagnostics found_rows = row_count;
    wanted := wanted - found_rows;
    scanned := scanned + cardinality(ids);
    exit when wanted <= 0 or cardinality(ids) < step;
    edge := ids[cardinality(ids)];
    if scanned >= p_scan_max then
      return query select edge, null::text, null::integer, null::boolean, null::json, null::bigint, null::bigint,
        null::boolean, null::text, null::bigint, null::boolean, null::boolean, null::boolean;
      exit;
    end if;
    step := least(step * 4, 2000, p_scan_max - scanned);
  end loop;
end $$;
call pin_plans('list_objects');
