-- Returns the slots of the project's schedule after p_project.last_slot whose time is at or before p_until, in order, at most p_max.
-- A slot by day is a local date, so each date has one, whatever the clock does: a local time in a gap is moved forward, and one
-- that occurs twice means its later occurrence, as `at time zone` resolves them.
create or replace function due_slots(p_project projects, p_until timestamptz, p_max integer)
returns table (slot integer, due_at timestamptz)
language plpgsql stable as $$
declare
  first_day date;
  step_minutes integer;
begin
  if p_project.every = 'manual' then
    return;
  end if;
  if p_project.every = 'hours' then
    -- Multiples of the step from a fixed origin: no drift, and a changed schedule keeps its hours.
    step_minutes := p_project.every_hours * 60;
    return query
      select s, slot_time(s) at time zone 'UTC'
      from generate_series((p_project.last_slot / step_minutes + 1) * step_minutes, slot_at(p_until at time zone 'UTC'), step_minutes) as s
      limit p_max;
    return;
  end if;
  first_day := slot_time(p_project.last_slot)::date + 1;
  return query
    select slot_at(d.day), (d.day + p_project.local_time::interval) at time zone p_project.time_zone
    from generate_series(first_day::timestamp, (p_until at time zone p_project.time_zone)::date::timestamp, interval '1 day') as d (day)
    where case p_project.every
        when 'weekdays' then extract(isodow from d.day)::smallint = any (p_project.weekdays)
        -- A month without the day has its last day instead.
        else extract(day from d.day)::smallint = any (p_project.monthdays)
          or (d.day + interval '1 day' = date_trunc('month', d.day) + interval '1 month'
            and exists (select 1 from unnest(p_project.monthdays) as m (day) where m.day > extract(day from d.day)))
      end
      and (d.day + p_project.local_time::interval) at time zone p_project.time_zone <= p_until
    order by d.day limit p_max;
end $$;
