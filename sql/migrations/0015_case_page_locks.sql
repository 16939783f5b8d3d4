-- backward-compatible: a unique index instead of an index, and functions whose parameters stay the same.

delete from case_pages p using case_pages q where p.object_id = q.object_id and (p.layout_id, p.n) > (q.layout_id, q.n);
drop index case_pages_object;
create unique index case_pages_object on case_pages (object_id);

-- run: functions/drop_expired.sql
-- run: functions/keep_case_page.sql
