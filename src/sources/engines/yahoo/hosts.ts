// The host of Yahoo for each country.
import type { SerpQuery } from '../../serp.ts';

export const ORIGIN = 'https://search.yahoo.com';

/** Countries with their own host, and its first label if it is not the country code. */
const HOSTS: Readonly<Record<string, string>> = {
  GB: 'uk',
  MY: 'malaysia',
  ...Object.fromEntries(
    (
      'AR AT AU BE BR CA CH CL CO DE DK ES FI FR GR HK ID IE IN IT MX NL NO NZ PE PH PL RO SE SG TH TR TW VE VN ZA'.split(' ') as string[]
    ).map((country) => [country, country.toLowerCase()]),
  ),
};

/** Returns the origin of the search. Yahoo Japan is a different company with a different engine. */
export function originOf(query: SerpQuery): string {
  const country = query.region.countryCode.toUpperCase();
  if (country === 'JP') return 'https://search.yahoo.co.jp';
  if (country === 'US' && query.language === 'es') return 'https://espanol.search.yahoo.com';
  const host = HOSTS[country];
  return host ? `https://${host}.search.yahoo.com` : ORIGIN;
}
