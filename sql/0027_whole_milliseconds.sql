-- adds only: an object's time of creation is kept as it is shown, in whole milliseconds. What `createdAt` says is then never later than the
-- object, and a list `from` that time has the object in it.
alter table objects alter column created_at set default date_trunc('milliseconds', now());
