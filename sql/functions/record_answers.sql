-- Returns nothing. Adds the newest answer of each question and variant, unless one of the last 12 hours is stored: a source that
-- starts to lie must not replace all earlier answers within minutes.
create or replace function record_answers(p_questions bytea[], p_variants integer[], p_urls bytea[]) returns void
language sql as $$
  insert into answers as a (question, variant, times, urls, day)
  -- In one order, so that two workers never wait for each other in a circle.
  select distinct on (g.question, g.variant) g.question, g.variant, array[now()], array[g.urls], (now() at time zone 'UTC')::date
  from unnest(p_questions, p_variants, p_urls) with ordinality as g(question, variant, urls, place)
  order by g.question, g.variant, g.place desc
  on conflict (question, variant) do update set
    day = excluded.day,
    (times, urls) = (
      select array_agg((excluded.times || a.times)[place] order by place), array_agg((excluded.urls || a.urls)[place] order by place)
      from unnest(answers_to_keep(excluded.times || a.times)) as place
    )
  where a.times[1] <= now() - interval '12 hours'
$$;
