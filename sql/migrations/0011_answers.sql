-- backward-compatible: a new table and new functions, which the previous version does not use.

-- Lists are newest first and hold at most four answers. The last one stays until it is a month old.
create table answers (
  -- Hash of account, engine, keyword and country. No text can be read from it.
  question bytea not null check (octet_length(question) = 16),
  -- Hash of language, device and depth.
  variant integer not null,
  times timestamptz[] not null,
  -- Four bytes per result, in order, at most 20 results.
  urls bytea[] not null,
  -- Of the newest answer. A day, so that the index does not change with every answer.
  day date not null,
  primary key (question, variant),
  check (cardinality(times) = cardinality(urls) and cardinality(times) between 1 and 4)
) with (fillfactor = 70);
create index answers_day on answers (day);

-- run: functions/drop_answers.sql
-- run: functions/record_answers.sql
