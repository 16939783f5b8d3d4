// What a customer may add to a question, and which of it a paid vendor can carry: what it cannot carry is refused, never dropped.
import { unreadable } from '../adapter.ts';
import type { SerpQuery } from '../serp.ts';
import type { Provider } from './answer.ts';

/** The customer's own URL parameters by name. A parameter that removes a default has nothing to remove at a vendor. */
export function customParametersOf(ask: SerpQuery, { name }: Provider, allowed: readonly string[]): Readonly<Record<string, string>> {
  if (ask.userAgent !== null || ask.cookieParameters.length > 0)
    throw unreadable(`${name} cannot send a user agent or cookies of the customer.`);
  if (ask.urlParameters.some((parameter) => parameter.value !== null && !allowed.includes(parameter.name)))
    throw unreadable(`${name} cannot send every URL parameter of the customer.`);
  return Object.fromEntries(
    ask.urlParameters.flatMap((parameter) => (parameter.value === null ? [] : [[parameter.name, parameter.value]])),
  );
}

/** Filters of Google's own address that vendors hand on. */
export const GOOGLE_FILTERS = ['tbs', 'safe', 'nfpr', 'filter', 'lr', 'cr'];

export const isCountry = ({ place }: SerpQuery): boolean => place.type === 'country' || !place.canonicalName.includes(',');

/** Canonical names end with the country's name. */
export const countryNameOf = ({ place }: SerpQuery): string => place.canonicalName.split(',').at(-1)!.trim();

/** Google writes Chinese with its script, by the country. */
export function googleLanguageOf({ language, place }: SerpQuery): string {
  if (language !== 'zh') return language;
  return ['TW', 'HK', 'MO'].includes(place.countryCode.toUpperCase()) ? 'zh-TW' : 'zh-CN';
}
