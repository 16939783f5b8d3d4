// The content of a knowledge panel in the sandbox.
import { boxedListings } from './boxes.ts';
import { brandFrom, domainOf } from './brands.ts';
import type { Dataset, Listing } from './dataset.ts';
import { capitalised } from './page-texts.ts';

export interface PanelText {
  readonly title: string;
  readonly subtitle: string;
  readonly description: string;
  readonly source: Listing;
  readonly website: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly profiles: readonly { readonly name: string; readonly url: string }[];
}

const SOURCE_OFFSET = 10;

/** Returns the account name of an invented company. The ending keeps it apart from accounts of real people. */
export const handleOf = (brand: string): string => `${brand.toLowerCase()}_example`;

export function panelTextOf(dataset: Dataset): PanelText {
  const { theme, words } = dataset;
  const draw = dataset.draw('panel text');
  const brand = brandFrom(draw);
  const founded = 1900 + draw.number(100);
  const quality = draw.number(theme.qualities.length);
  const [first, second] = [theme.qualities[quality]!, theme.qualities[(quality + 1) % theme.qualities.length]!];
  return {
    title: capitalised(words),
    subtitle: theme.subject,
    description: `${capitalised(words)} is judged by ${first} and ${second} above all. The best-known name in the field is ${brand}, founded in ${founded}.`,
    source: boxedListings(dataset, SOURCE_OFFSET, 1)[0]!,
    website: `https://www.${domainOf(brand)}/`,
    facts: [
      { name: 'Founded', value: String(founded) },
      { name: 'Best-known maker', value: brand },
      { name: 'Important for', value: draw.pick(theme.audiences) },
      { name: 'Also available as', value: draw.pick(theme.models) },
    ],
    profiles: [
      { name: 'Instagram', url: `https://www.instagram.com/${handleOf(brand)}` },
      { name: 'YouTube', url: `https://www.youtube.com/@${handleOf(brand)}` },
    ],
  };
}
