// Positions of competitors in stored points. A competitor that was added later has a past in the first results.
import type { ProjectSettings, StoredPoint } from '../types.ts';
import { isJudged } from './compare.ts';
import { matches } from './domains.ts';

export interface ReadCompetitors {
  /** Returns whether a competitor was added after the point was recorded, so that its first results are read. */
  needsTop(point: StoredPoint): boolean;
  /** In the order of the project's competitors, without removed ones. Null: not found, or not known. */
  positions(point: StoredPoint, urlOf: (pageId: number) => string): (number | null)[];
}

export function createReadCompetitors(competitors: ProjectSettings['competitors']): ReadCompetitors {
  return {
    needsTop: (point) =>
      isJudged(point) && point.top.length > 0 && competitors.slice(point.competitors.length).some((rule) => rule !== null),
    positions: (point, urlOf) =>
      competitors.flatMap((rule, index) => {
        if (rule === null) return [];
        if (index < point.competitors.length) return [point.competitors[index] || null];
        const place = isJudged(point) ? point.top.findIndex((pageId) => matches(urlOf(pageId), rule)) : -1;
        return [place < 0 ? null : place + 1];
      }),
  };
}
