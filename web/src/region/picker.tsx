// Region field: search by name, or select the region nearest to a point on the map.
import { useEffect, useId, useState } from 'preact/hooks';
import { withQuery } from '../api.ts';
import { counted, number } from '../format.ts';
import { fieldLabelOf } from '../labels.ts';
import { TextField } from '../parts/field.tsx';
import { lazy } from '../parts/lazy.tsx';
import { useApi } from '../use-api.ts';
import type { Point, Region } from './region.ts';

export interface RegionValue {
  readonly region: string | number | undefined;
  readonly regionSearch: Partial<Point> | undefined;
}

/** The map is large and rarely needed, so it is loaded when it is opened. */
const WorldMap = lazy(() => import('./map.tsx').then((map) => map.WorldMap));

const WAIT_MS = 150;
const FOUND_MAX = 8;

/** Returns the text after typing has stopped. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

export function RegionPicker(props: {
  readonly value: RegionValue;
  readonly onValue: (value: RegionValue) => void;
  /** For forms that take a name: without coordinates and without the names of API fields. */
  readonly isByNameOnly?: boolean;
}) {
  const { value, onValue, isByNameOnly = false } = props;
  const [text, setText] = useState(String(value.region ?? ''));
  const [open, setOpen] = useState(false);
  const [isMapOpen, setIsMapOpen] = useState(false);
  const [chosen, setChosen] = useState<Region | null>(null);
  // A request from a link or the JSON editor has its own region.
  useEffect(() => setText(String(value.region ?? '')), [value.region]);
  const debounced = useDebounced(text.trim());
  const path = /^[A-Za-z]{2}$/.test(debounced)
    ? withQuery('/region/list', { countryCode: debounced, type: 'country', items: 1 })
    : debounced === ''
      ? null
      : withQuery('/region/list', { query: debounced, items: FOUND_MAX });
  const { data, loading } = useApi<{ items: readonly Region[]; total: number }>(path);
  const found = data?.items ?? [];
  const exact =
    chosen?.canonicalName === value.region ? chosen : (found.find(({ canonicalName }) => canonicalName === value.region) ?? found[0]);
  const search = value.regionSearch;
  const point: Point | null =
    value.region !== undefined
      ? (exact ?? null)
      : search?.latitude !== undefined && search.longitude !== undefined
        ? { latitude: search.latitude, longitude: search.longitude }
        : null;
  const choose = (region: Region) => {
    setChosen(region);
    setText(region.canonicalName);
    setOpen(false);
    onValue({ region: region.canonicalName, regionSearch: undefined });
  };
  const type = (typed: string) => {
    setText(typed);
    setOpen(true);
    onValue({ region: typed.trim() === '' ? undefined : typed.trim(), regionSearch: undefined });
  };
  const selectPoint = (change: Partial<Point>) => {
    setOpen(false);
    onValue({ region: undefined, regionSearch: { ...search, ...change } });
  };
  return (
    <div class="region wide">
      <Combobox
        isByNameOnly={isByNameOnly}
        text={text}
        open={open && found.length > 0}
        found={found}
        onText={type}
        onChoose={choose}
        onOpen={setOpen}
      />
      <p class="help tiny muted" aria-live="polite">
        {value.region === undefined && point
          ? `Nearest region to ${point.latitude}, ${point.longitude}.`
          : debounced === ''
            ? `Enter a name, a country code or a criteria ID${isByNameOnly ? '' : ', or select a point on the map'}.`
            : loading
              ? 'Searching…'
              : data && data.total === 0
                ? 'No region with this name. The service also accepts other spellings.'
                : `${counted(data?.total ?? 0, 'region')} found${exact ? `: ${exact.formattedName}` : ''}`}
      </p>
      {!isByNameOnly && (
        <>
          <div class="row">
            <button type="button" class="button small" aria-expanded={isMapOpen} onClick={() => setIsMapOpen(!isMapOpen)}>
              {isMapOpen ? 'Hide map' : 'Show map'}
            </button>
          </div>
          {isMapOpen && <WorldMap found={found} chosen={point} onPoint={selectPoint} onRegion={choose} />}
          <details>
            <summary class="tiny">Set latitude and longitude</summary>
            <div class="fields">
              {(['latitude', 'longitude'] as const).map((name) => (
                <TextField
                  key={name}
                  label={fieldLabelOf(name)}
                  hint={name}
                  type="number"
                  value={search?.[name] === undefined ? '' : String(search[name])}
                  onText={(typed) => selectPoint({ [name]: typed === '' ? undefined : Number(typed) })}
                />
              ))}
            </div>
          </details>
        </>
      )}
    </div>
  );
}

/** Text input with a list of matches, following the ARIA combobox pattern. */
function Combobox(props: {
  readonly isByNameOnly: boolean;
  readonly text: string;
  readonly open: boolean;
  readonly found: readonly Region[];
  readonly onText: (text: string) => void;
  readonly onChoose: (region: Region) => void;
  readonly onOpen: (open: boolean) => void;
}) {
  const { isByNameOnly, text, open, found, onText, onChoose, onOpen } = props;
  const id = useId();
  const [at, setAt] = useState(-1);
  useEffect(() => setAt(-1), [found]);
  const keys: Record<string, () => void> = {
    ArrowDown: () => (open ? setAt(Math.min(at + 1, found.length - 1)) : onOpen(true)),
    ArrowUp: () => setAt(Math.max(at - 1, 0)),
    Escape: () => onOpen(false),
    ...(open && at >= 0 ? { Enter: () => onChoose(found[at]!) } : {}),
  };
  const press = (event: KeyboardEvent) => {
    const handler = keys[event.key];
    if (!handler) return;
    event.preventDefault();
    handler();
  };
  return (
    <div class="combobox field">
      <span class="label-row">
        <label for={id}>Region</label>
        {!isByNameOnly && <code class="hint">region</code>}
      </span>
      <input
        id={id}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="Search 261,215 regions"
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => onOpen(false)}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Regions" hidden={!open}>
        {found.map((region, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={region.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // Prevents the blur that would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(region)}
          >
            <span>{region.formattedName}</span>
            <small class="muted">
              {[region.type && fieldLabelOf(region.type), region.population && `population ${number(region.population)}`]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
        ))}
      </div>
    </div>
  );
}
