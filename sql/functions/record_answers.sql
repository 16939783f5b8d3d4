-- Returns nothing. Adds the newest answer of each question and variant, unless one of the last 12 hours is stored: a source that
-- starts to lie must not replace all earlier answers within minutes.
-- The oldest stored answer stays for 45 days, so that the return of last month's results is noticed.
create or replace function record_answers(p_questions bytea[], p_variants integer[], p_urls bytea[]) returns void
language sql as $$
  insert into answers as a (question, variant, times, urls, day)
  -- In one order, so that two workers never wait for each other in a circle.
  select distinct on (g.question, g.variant) g.question, g.variant, array[now()], array[g.urls], (now() at time zone 'UTC')::date
  from unnest(p_questions, p_variants, p_urls) with ordinality as g(question, variant, urls, place)
  order by g.question, g.variant, g.place desc
  on conflict (question, variant) do update set
    day = excluded.day,
    times = excluded.times || case
      when cardinality(a.times) < 4 then a.times
      when a.times[4] > now() - interval '45 days' then a.times[1:2] || a.times[4]
      else a.times[1:3]
    end,
    urls = excluded.urls || case
      when cardinality(a.times) < 4 then a.urls
      when a.times[4] > now() - interval '45 days' then a.urls[1:2] || a.urls[4]
      else a.urls[1:3]
    end
  where a.times[1] <= now() - interval '12 hours'
$$;
