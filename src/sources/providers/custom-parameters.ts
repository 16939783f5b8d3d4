// Custom options that a paid provider supports. Unsupported ones are rejected, never dropped.
import { unreadable } from '../adapter.ts';
import type { SerpQuery } from '../serp.ts';
import type { Provider } from './response.ts';

/**
 * Returns the customer's URL parameters by name. A parameter that removes a default has nothing to remove at a
 * provider.
 */
export function customParametersOf(query: SerpQuery, { name }: Provider, allowed: readonly string[]): Readonly<Record<string, string>> {
  if (query.userAgent !== null || query.cookieParameters.length > 0)
    throw unreadable(`${name} does not support custom user agents or cookies.`);
  if (query.urlParameters.some((parameter) => parameter.value !== null && !allowed.includes(parameter.name)))
    throw unreadable(`${name} does not support all custom URL parameters.`);
  return Object.fromEntries(
    query.urlParameters.flatMap((parameter) => (parameter.value === null ? [] : [[parameter.name, parameter.value]])),
  );
}

/** Filter parameters of Google's result page that providers pass on. */
export const GOOGLE_FILTERS = ['tbs', 'safe', 'nfpr', 'filter', 'lr', 'cr'];

export const isCountry = ({ region }: SerpQuery): boolean => region.type === 'country' || !region.canonicalName.includes(',');

/** Returns the country's name, which is the last part of the canonical name. */
export const countryNameOf = ({ region }: SerpQuery): string => region.canonicalName.split(',').at(-1)!.trim();

/** Returns Google's language code. Chinese has its script in it, depending on the country. */
export function googleLanguageOf({ language, region }: SerpQuery): string {
  if (language !== 'zh') return language;
  return ['TW', 'HK', 'MO'].includes(region.countryCode.toUpperCase()) ? 'zh-TW' : 'zh-CN';
}
