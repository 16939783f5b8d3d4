// Prices of the sandbox in the currency of the requested country.
import type { Draw } from './draw.ts';
import type { Theme } from './themes.ts';

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...EURO.split(' ').map((country) => [country, '€'] as const),
  ['GB', '£'],
  ['JP', '¥'],
  ['CN', '¥'],
  ['IN', '₹'],
  ['KR', '₩'],
  ['TR', '₺'],
  ['IL', '₪'],
  ['VN', '₫'],
  ['TH', '฿'],
]);
const CENTS = ['00', '49', '90', '95', '99'] as const;

export const currencySymbolOf = (country: string): string => SYMBOLS.get(country.toUpperCase()) ?? '$';

/** Returns a price such as `€49.90` in the range of the theme. */
export function priceFrom(draw: Draw, { prices: [from, spread] }: Theme, country: string): string {
  return `${currencySymbolOf(country)}${from + draw.number(spread)}.${draw.pick(CENTS)}`;
}
