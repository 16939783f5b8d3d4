// Fields of a schedule, with its next five runs in the time of the reader.
import { useMemo } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../parts/field.tsx';
import { isTimeZone, nextRuns, WEEKDAYS, windowOf } from './schedule.ts';
import type { Schedule } from './types.ts';

const EVERY = [
  ['weekdays', 'Daily or by weekday'],
  ['hours', 'Every few hours'],
  ['monthdays', 'Monthly'],
  ['manual', 'Only when I start a run'],
] as const;
const CATCH_UPS = [
  ['latest', 'Run the latest one'],
  ['skip', 'Leave them out'],
] as const;
const DEPTHS = [10, 20, 30, 50, 100];
const RUNS_SHOWN = 5;
const RUN_TIME = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

interface ScheduleProps {
  readonly value: Schedule;
  readonly onValue: (value: Schedule) => void;
}

export function ScheduleField({ value, onValue }: ScheduleProps) {
  const set = (fields: Partial<Schedule>) => onValue({ ...value, ...fields });
  const isByDay = value.every === 'weekdays' || value.every === 'monthdays';
  return (
    <fieldset class="stacked wide">
      <legend class="visually-hidden">Schedule</legend>
      <div class="fields">
        <SelectField
          label="Checks run"
          value={value.every}
          options={EVERY}
          onText={(every) => set({ every: every as Schedule['every'], windowMinutes: undefined })}
        />
        {value.every === 'hours' && (
          <TextField
            label="Hours between runs"
            type="number"
            value={String(value.hours ?? 1)}
            onText={(text) => set({ hours: Number(text) || 1 })}
            help="In UTC, so that a clock change does not move them."
          />
        )}
        {isByDay && <DayFields value={value} onValue={onValue} />}
        {value.every !== 'manual' && (
          <>
            <TextField
              label="Spread over (minutes)"
              type="number"
              value={String(windowOf(value))}
              onText={(text) => set({ windowMinutes: Number(text) || 0 })}
              help="Checks are placed evenly in this time."
            />
            <SelectField
              label="Runs missed by downtime"
              value={value.catchUp ?? 'latest'}
              options={CATCH_UPS}
              onText={(text) => set({ catchUp: text as 'latest' | 'skip' })}
            />
          </>
        )}
        {value.every === 'weekdays' && <DeepField value={value} onValue={onValue} />}
      </div>
      {value.every === 'weekdays' && <WeekdayField value={value} onValue={onValue} />}
      <NextRuns schedule={value} />
    </fieldset>
  );
}

function DayFields({ value, onValue }: ScheduleProps) {
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const { at = '06:00', timeZone = 'UTC', monthdays = [1] } = value;
  return (
    <>
      {value.every === 'monthdays' && (
        <TextField
          label="Days of the month"
          value={monthdays.join(', ')}
          onText={(text) => {
            const days = text
              .split(/[\s,]+/)
              .map(Number)
              .filter((day) => Number.isInteger(day) && day >= 1 && day <= 31);
            onValue({ ...value, monthdays: days.length > 0 ? days : [1] });
          }}
          help="A month without the day uses its last day."
        />
      )}
      <div class="field">
        <label for="schedule-at">Local time</label>
        <input
          id="schedule-at"
          type="time"
          value={at}
          onInput={(event) => onValue({ ...value, at: event.currentTarget.value || '06:00' })}
        />
      </div>
      <div class="field">
        <label for="schedule-zone">Time zone</label>
        <input
          id="schedule-zone"
          list="time-zones"
          value={timeZone}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={isTimeZone(timeZone) ? undefined : 'true'}
          onInput={(event) => onValue({ ...value, timeZone: event.currentTarget.value })}
        />
        <datalist id="time-zones">
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
    </>
  );
}

function WeekdayField({ value, onValue }: ScheduleProps) {
  const chosen = value.weekdays?.length ? value.weekdays : ALL_DAYS;
  const toggle = (weekday: number, isOn: boolean) => {
    const weekdays = ALL_DAYS.filter((day) => (day === weekday ? isOn : chosen.includes(day)));
    // A schedule needs a day.
    if (weekdays.length > 0) onValue({ ...value, weekdays });
  };
  return (
    <fieldset class="row weekdays">
      <legend>Weekdays</legend>
      {WEEKDAYS.map((name, index) => (
        <CheckField key={name} label={name} value={chosen.includes(index + 1)} onValue={(isOn) => toggle(index + 1, isOn)} />
      ))}
    </fieldset>
  );
}

/** Shallow checks on most days and a deep one once a week cost less. */
function DeepField({ value: { deep, ...others }, onValue }: ScheduleProps) {
  const set = (weekday: number, maxResults: number) => onValue(weekday === 0 ? others : { ...others, deep: { weekday, maxResults } });
  const weekday = deep?.weekday ?? 0;
  return (
    <>
      <SelectField
        label="Deep check"
        value={String(weekday)}
        options={[['0', 'Never'], ...WEEKDAYS.map((name, index) => [String(index + 1), `On ${name}`] as const)]}
        onText={(text) => set(Number(text), deep?.maxResults ?? 100)}
      />
      {deep && (
        <SelectField
          label="Deep check: depth"
          value={String(deep.maxResults)}
          options={DEPTHS.map((depth) => [String(depth), `Top ${depth}`] as const)}
          onText={(text) => set(weekday, Number(text))}
        />
      )}
    </>
  );
}

function NextRuns({ schedule }: { readonly schedule: Schedule }) {
  const zone = schedule.timeZone ?? 'UTC';
  if (!isTimeZone(zone)) return <p class="error">Unknown time zone. Choose one such as Europe/Berlin.</p>;
  const runs = nextRuns(schedule, new Date(), RUNS_SHOWN);
  if (runs.length === 0) return <p class="tiny muted">No run is planned.</p>;
  return <p class="tiny muted next-runs">Next runs, in your time: {runs.map((run) => RUN_TIME.format(run)).join(' · ')}</p>;
}
