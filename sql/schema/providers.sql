-- Providers: daily use of those with a budget, and keyword results that are stored for their month.

create table provider_days (
  provider text not null,
  day date not null,
  calls bigint not null default 0,
  tokens bigint not null default 0,
  -- In the provider's own currency, as its responses report it.
  spent double precision not null default 0,
  primary key (provider, day)
) with (fillfactor = 50);

create table keyword_answers (
  -- SHA-256 of source, kind, keywords, region, language, network, seed and month.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Live and test results are never shared.
  live boolean not null,
  -- The first day of the month.
  month date not null,
  -- A result of a source that is no longer on the route is not used.
  source text not null,
  stored_at timestamptz not null default now(),
  -- Compressed; larger results are not stored.
  body bytea not null check (octet_length(body) <= 4194304),
  body_size integer not null,
  primary key (request_hash, live)
);
create index keyword_answers_month on keyword_answers (month);
