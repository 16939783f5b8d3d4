// A map of places, drawn from their coordinates, the dashboard's land data and the service's list of regions.
import { useMemo } from 'preact/hooks';
import { withQuery } from '../../api.ts';
import { landPath, type Region, toMap } from '../../region/region.ts';
import { useApi } from '../../use-api.ts';
import { distanceText } from './figures.ts';
import type { Entry } from './layout.ts';
import { labelsOf, MAP_HEIGHT, MAP_WIDTH, placeMapOf, type SearchedRegion } from './map-positions.ts';

/** Districts, airports and universities carry the name of their town, so a search for it finds landmarks. */
const LANDMARKS_MAX = 100;
const landmarksPath = (region: SearchedRegion): string | null =>
  region && withQuery('/region/list', { query: region.name, countryCode: region.countryCode, items: LANDMARKS_MAX });

/** Size of the overview in cells of the land data. */
const [OVERVIEW_COLUMNS, OVERVIEW_ROWS] = [32, 24];

export function PlacesMap({ entries, region }: { readonly entries: readonly Entry<'maps'>[]; readonly region: SearchedRegion }) {
  const located = entries.flatMap(({ path, item }, index) =>
    item.coordinates ? [{ path, title: item.title, label: index + 1, point: item.coordinates }] : [],
  );
  const map = placeMapOf(
    located.map(({ point }) => point),
    region,
  );
  const { data } = useApi<{ readonly items: readonly Region[] }>(map?.centre ? landmarksPath(region) : null);
  if (!map) return null;
  const labels = labelsOf(
    map,
    (data?.items ?? []).filter(({ name }) => name !== region?.name),
  );
  const { pins, centre, grid, land, cellKm, cellPixels } = map;
  return (
    <figure class="places-map">
      <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} role="img" aria-label={`Map of ${located.length} places`}>
        <path class="grid" d={grid} />
        <path class="land" d={land} />
        {centre && (
          <g class="centre" transform={`translate(${centre.x.toFixed(1)} ${centre.y.toFixed(1)})`}>
            <path d="M-7 0H7M0-7V7" />
            <text x="0" y="22">
              {region?.name}
            </text>
          </g>
        )}
        {labels.map(({ id, name, x, y }) => (
          <g key={id} class="landmark" transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <circle r="2.5" />
            <text y="14">{name}</text>
          </g>
        ))}
        {/* The first place is the most important one, so it is drawn last and stays in front. */}
        {[...located].reverse().map(({ path, title, label }, index) => {
          const { x, y } = pins[located.length - 1 - index]!;
          return (
            <g key={path} class="pin" data-path={path} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
              <title>{title}</title>
              <path d="M0 0C-4-7-12-11-12-20a12 12 0 0 1 24 0C12-11 4-7 0 0z" />
              <text y="-15">{label}</text>
            </g>
          );
        })}
        <g class="scale" transform={`translate(${(MAP_WIDTH - 12 - cellPixels).toFixed(1)} ${MAP_HEIGHT - 12})`}>
          <path d={`M0-5V0H${cellPixels.toFixed(1)}V-5`} />
          <text x={cellPixels / 2} y="-8">
            {distanceText(cellKm)}
          </text>
        </g>
      </svg>
      <Overview latitude={located[0]!.point.latitude} longitude={located[0]!.point.longitude} />
    </figure>
  );
}

/** The part of the world around the places. */
function Overview(point: { readonly latitude: number; readonly longitude: number }) {
  const land = useMemo(landPath, []);
  const { x, y } = toMap(point);
  const corner = `${(x - OVERVIEW_COLUMNS / 2).toFixed(1)} ${(y - OVERVIEW_ROWS / 2).toFixed(1)}`;
  return (
    <svg class="overview" viewBox={`${corner} ${OVERVIEW_COLUMNS} ${OVERVIEW_ROWS}`} aria-hidden="true">
      <path class="land" d={land} />
      <circle cx={x} cy={y} r="1.4" />
    </svg>
  );
}
