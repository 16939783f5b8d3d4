// World map with the matching regions. A click selects the nearest region.
import { useMemo } from 'preact/hooks';
import { LAND } from './land.ts';
import { fromMap, landPath, type Point, type Region, toMap } from './region.ts';

export function WorldMap(props: {
  readonly found: readonly Region[];
  readonly chosen: Point | null;
  readonly onPoint: (point: Point) => void;
  readonly onRegion: (region: Region) => void;
}) {
  const { found, chosen, onPoint, onRegion } = props;
  const land = useMemo(landPath, []);
  const click = (event: MouseEvent & { readonly currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * LAND.columns, ((event.clientY - box.top) / box.height) * LAND.rows];
    onPoint(fromMap(x, y));
  };
  const mark = chosen && toMap(chosen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field and the coordinate fields do the same by keyboard.
    <svg class="world" viewBox={`0 0 ${LAND.columns} ${LAND.rows}`} role="img" aria-label="World map" onClick={click}>
      <path class="land" d={land} />
      {found.map((region) => {
        const { x, y } = toMap(region);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of matches does the same by keyboard.
          <circle
            key={region.id}
            class="found"
            cx={x}
            cy={y}
            r="1.2"
            onClick={(event) => {
              event.stopPropagation();
              onRegion(region);
            }}
          >
            <title>{region.formattedName}</title>
          </circle>
        );
      })}
      {mark && (
        <>
          <circle class="ring" cx={mark.x} cy={mark.y} r="2.4" />
          <circle class="mark" cx={mark.x} cy={mark.y} r="0.9" />
        </>
      )}
    </svg>
  );
}
