-- Answers of keyword sources, kept for the month they belong to: what was paid for once need not be asked again.

create table keyword_answers (
  -- SHA-256 over everything that makes the question: source, kind, keywords, place, language, network, seed and month.
  question bytea not null check (octet_length(question) = 32),
  -- Live and test answers never meet.
  live boolean not null,
  -- The first day of the month.
  month date not null,
  -- Who gave it; an answer of somebody who is no longer on the route is not used.
  source text not null,
  kept_at timestamptz not null default now(),
  -- Packed; larger ones are not kept.
  body bytea not null check (octet_length(body) <= 4194304),
  body_size integer not null,
  primary key (question, live)
);
create index keyword_answers_month on keyword_answers (month);

-- Removes answers of past months, so many at a time, and says how many. Safe to call from everywhere at once.
create function drop_keyword_answers(p_rows_max integer) returns bigint
language sql volatile as $$
  with old as (
    select question, live from keyword_answers where month < date_trunc('month', now() at time zone 'UTC')::date
    limit p_rows_max for update skip locked
  ), gone as (
    delete from keyword_answers a using old where a.question = old.question and a.live = old.live returning 1
  )
  select count(*) from gone
$$;
