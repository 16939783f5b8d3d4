-- backward-compatible: workers of the earlier version find new layouts and write them, and nobody reads the removed rows.

-- Of elements with equal classes, only the first one is part of a sketch now. Pages no longer equal the stored layouts, so these
-- would be counted as layouts of their own, and every page as one of a new layout. Cases stay until their layouts are dropped.
delete from layouts l where not exists (select 1 from cases c where c.layout_id = l.id);
