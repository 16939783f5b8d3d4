-- Sketches of answers: hashes of result URLs, with which the next answer to the same question is compared.

-- Lists are newest first and hold at most 12 answers, each at least 12 hours older than the one before it. All but the three
-- newest are at most 45 days old when an answer is added.
create table answers (
  -- SHA-256 of account, engine, keyword and place, cut to 16 bytes, without a secret. The text cannot be read from it, but whoever
  -- has the database can test whether an account asked a question that they know.
  question bytea not null check (octet_length(question) = 16),
  -- Hash of language, device and depth.
  variant integer not null,
  times timestamptz[] not null,
  -- Four bytes per result, in order, at most 20 results.
  urls bytea[] not null,
  -- Of the newest answer. A day, so that the index does not change with every answer.
  day date not null,
  primary key (question, variant),
  check (cardinality(times) = cardinality(urls) and cardinality(times) between 1 and 12)
) with (fillfactor = 70);
create index answers_day on answers (day);
