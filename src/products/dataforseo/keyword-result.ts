// The result of a keyword task: one entry per keyword, from all objects of the task.
import type { Stored } from '../../contract/order.ts';
import type { StoredTask } from '../../contract/task.ts';
import { stateOf } from './codes.ts';
import { type Answer, dataOf, unfinishedState } from './serp-result.ts';

interface KeywordData {
  readonly results: readonly {
    readonly keyword: string;
    readonly competition: number | null;
    readonly costPerClick: number | null;
    readonly searchVolume: number | null;
    readonly monthlySearchVolumes:
      | readonly { readonly year: number; readonly month: number; readonly searchVolume: number | null }[]
      | null;
  }[];
}

interface KeywordTaskRequest {
  readonly task: StoredTask;
  readonly language: string | null;
  readonly searchPartners: boolean;
}

const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const;
const levelOf = (competition: number): string => LEVELS[Math.min(2, Math.floor(competition * 3))]!;

/** Keywords of failed objects are left out, because nothing is known about them. Only if all failed, the task fails. */
export async function keywordAnswer(objects: readonly Stored[]): Promise<Answer> {
  const states = objects.map(unfinishedState);
  const waiting = states.find((state) => state !== null && (state.code === 40601 || state.code === 40602));
  if (waiting) return { state: waiting, result: null };
  const good = objects.filter((_, index) => states[index] === null);
  if (good.length === 0) return { state: states[0]!, result: null };
  const lists = await Promise.all(good.map(entriesOf));
  const result = lists.flat();
  return { state: stateOf(result.length === 0 ? 40102 : 20000), result };
}

async function entriesOf(stored: Stored): Promise<object[]> {
  const { results } = await dataOf<KeywordData>(stored);
  const { task, language, searchPartners } = JSON.parse(stored.request) as KeywordTaskRequest;
  return results.map(({ keyword, competition, costPerClick, searchVolume, monthlySearchVolumes }) => ({
    keyword,
    spell: null,
    location_code: task.locationCode ?? null,
    language_code: language,
    search_partners: searchPartners,
    competition: competition === null ? null : levelOf(competition),
    competition_index: competition === null ? null : Math.round(Math.min(1, competition) * 100),
    search_volume: searchVolume,
    low_top_of_page_bid: null,
    high_top_of_page_bid: null,
    cpc: costPerClick,
    monthly_searches:
      monthlySearchVolumes?.map(({ year, month, searchVolume: volume }) => ({ year, month, search_volume: volume })) ?? null,
    keyword_annotations: null,
  }));
}
