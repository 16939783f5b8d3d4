// Other English names of countries, which older lists and people use; asked for only when nothing else fits.

const OTHER_NAMES: Readonly<Record<string, string>> = {
  america: 'US',
  burma: 'MM',
  'cabo verde': 'CV',
  'congo - brazzaville': 'CG',
  'congo - kinshasa': 'CD',
  'czech republic': 'CZ',
  'east timor': 'TL',
  'great britain': 'GB',
  holland: 'NL',
  'hong kong sar': 'HK',
  'ivory coast': 'CI',
  macau: 'MO',
  macedonia: 'MK',
  'macedonia (fyrom)': 'MK',
  myanmar: 'MM',
  'palestinian territories': 'PS',
  'republic of ireland': 'IE',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  swaziland: 'SZ',
  'the bahamas': 'BS',
  'the gambia': 'GM',
  'the netherlands': 'NL',
  turkey: 'TR',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  'viet nam': 'VN',
};

/** The code of the country that has this other name, or undefined. */
export const codeOfOtherName = (key: string): string | undefined => (Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined);
