// Other English names of countries, used only when nothing else matches.

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

/** Returns the code of the country with this other name, or undefined. */
export const codeOfOtherName = (key: string): string | undefined => (Object.hasOwn(OTHER_NAMES, key) ? OTHER_NAMES[key] : undefined);
