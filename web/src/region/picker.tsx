// Picks a region by name, from the map, or as a point whose nearest region is meant.
import { useEffect, useId, useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { withQuery } from '../api.ts';
import { number } from '../format.ts';
import { TextField } from '../parts/field.tsx';
import { WorldMap } from './map.tsx';
import type { Point, Region } from './region.ts';

export interface RegionValue {
  readonly region: string | number | undefined;
  readonly regionSearch: Partial<Point> | undefined;
}

const WAIT_MS = 150;
const FOUND_MAX = 8;

/** The text, once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function RegionPicker({ value, onValue }: { readonly value: RegionValue; readonly onValue: (value: RegionValue) => void }) {
  const [text, setText] = useState(String(value.region ?? ''));
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Region | null>(null);
  // A request that came from elsewhere brings its own region.
  useEffect(() => setText(String(value.region ?? '')), [value.region]);
  const settled = useSettled(text.trim());
  const path = /^[A-Za-z]{2}$/.test(settled)
    ? withQuery('/region/list', { countryCode: settled, type: 'country', items: 1 })
    : settled === ''
      ? null
      : withQuery('/region/list', { query: settled, items: FOUND_MAX });
  const { data, loading } = useAnswer<{ items: readonly Region[]; total: number }>(path);
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
  const usePoint = (place: Partial<Point>) => {
    setOpen(false);
    onValue({ region: undefined, regionSearch: { ...search, ...place } });
  };
  return (
    <div class="region wide">
      <Combobox text={text} open={open && found.length > 0} found={found} onText={type} onChoose={choose} onOpen={setOpen} />
      <p class="help tiny muted" aria-live="polite">
        {value.region === undefined && point
          ? `The region nearest to ${point.latitude}, ${point.longitude}.`
          : settled === ''
            ? 'A name, a country code or a criteria id; or click on the map.'
            : loading
              ? 'Looking it up …'
              : data && data.total === 0
                ? 'No region of that name; the service may still know it by another.'
                : `${number(data?.total ?? 0)} found${exact ? `; ${exact.formattedName}` : ''}`}
      </p>
      <WorldMap found={found} chosen={point} onPoint={usePoint} onRegion={choose} />
      <details>
        <summary class="tiny">By latitude and longitude</summary>
        <div class="fields">
          {(['latitude', 'longitude'] as const).map((name) => (
            <TextField
              key={name}
              label={name}
              type="number"
              value={search?.[name] === undefined ? '' : String(search[name])}
              onText={(typed) => usePoint({ [name]: typed === '' ? undefined : Number(typed) })}
            />
          ))}
        </div>
      </details>
    </div>
  );
}

/** An input with a list of what fits, after the pattern that screen readers know. */
function Combobox(props: {
  readonly text: string;
  readonly open: boolean;
  readonly found: readonly Region[];
  readonly onText: (text: string) => void;
  readonly onChoose: (region: Region) => void;
  readonly onOpen: (open: boolean) => void;
}) {
  const { text, open, found, onText, onChoose, onOpen } = props;
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
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div class="combobox field">
      <label for={id}>region</label>
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the input, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={region.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            // Before the input loses its focus and closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(region)}
          >
            <span>{region.formattedName}</span>
            <small class="muted">
              {region.type ?? ''} {region.population ? `· ${number(region.population)}` : ''}
            </small>
          </div>
        ))}
      </div>
    </div>
  );
}
