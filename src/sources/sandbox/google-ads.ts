// Google's token API and Google Ads in the sandbox. Volumes depend only on keyword and region.
import { bodyOf, objectAt, strings } from './body.ts';
import { createDataset } from './dataset.ts';
import { json, type SandboxPage, type SandboxRequest, type SandboxSite } from './site.ts';

const MONTHS = ['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'];
/** Google rounds volumes to steps like these. */
const VOLUMES = [0, 10, 30, 70, 140, 320, 590, 1000, 1900, 3600, 6600, 12_100, 27_100, 60_500, 135_000, 450_000];
const LEVELS = ['LOW', 'MEDIUM', 'HIGH'];
const IDEAS = [
  '',
  'cheap',
  'best',
  'buy',
  'online',
  'near me',
  'for sale',
  'reviews',
  'price',
  'used',
  'how to',
  'what is',
  'diy',
  'guide',
  'shop',
];

const isToken = (request: SandboxRequest): boolean => request.url.hostname === 'oauth2.googleapis.com';

export const googleAds: SandboxSite = {
  name: 'google-ads',
  serves: (url) => url.hostname === 'oauth2.googleapis.com' || url.hostname === 'googleads.googleapis.com',
  keywordOf(request) {
    const seeds = seedsOf(request);
    return isToken(request) ? '' : (seeds.keywords[0] ?? seeds.url ?? '');
  },

  results(request, dataset) {
    if (isToken(request))
      return json({
        access_token: 'sandbox-token',
        expires_in: 3599,
        scope: 'https://www.googleapis.com/auth/adwords',
        token_type: 'Bearer',
      });
    if (!request.headers['developer-token'] || !request.headers.authorization?.startsWith('Bearer '))
      return failure(401, 'UNAUTHENTICATED');
    const region = strings(bodyOf(request.body).geoTargetConstants)[0] ?? '';
    if (!request.url.pathname.endsWith(':generateKeywordIdeas'))
      return json({ results: merged(seedsOf(request).keywords, region, dataset.day) });
    const seeds = seedsOf(request);
    const roots =
      seeds.keywords.length > 0 ? seeds.keywords : [(seeds.url ?? '').replace(/^https?:\/\/(?:www\.)?/, '').split(/[./]/)[0] || 'shop'];
    const ideas = [...new Set(roots.flatMap((root) => IDEAS.map((idea) => `${root} ${idea}`.trim().toLowerCase())))];
    return json({
      results: ideas.map((text) => ({ text, keywordIdeaMetrics: metricsOf(text, region, dataset.day) })),
      totalSize: String(ideas.length),
    });
  },

  noResults: (request, dataset) => (isToken(request) ? googleAds.results(request, dataset) : json({})),
  blockPage: (request, dataset) => (isToken(request) ? googleAds.results(request, dataset) : failure(429, 'RESOURCE_EXHAUSTED')),
};

function seedsOf(request: SandboxRequest): { keywords: string[]; url: string | null } {
  const body = bodyOf(request.body);
  const both = objectAt(body, 'keywordAndUrlSeed');
  const url = both.url ?? objectAt(body, 'urlSeed').url;
  const keywords = [body.keywords, objectAt(body, 'keywordSeed').keywords, both.keywords].flatMap(strings);
  return { keywords, url: typeof url === 'string' ? url : null };
}

/** Close variants share a row, as in Google Ads. Here these are keywords that differ in case or in a final s. */
function merged(keywords: readonly string[], region: string, day: string): object[] {
  const groups = new Map<string, string[]>();
  for (const keyword of keywords) {
    const root = keyword.toLowerCase().replace(/s$/, '');
    groups.set(root, [...(groups.get(root) ?? []), keyword.toLowerCase()]);
  }
  return [...groups.values()].map(([text = '', ...variants]) => ({
    text,
    ...(variants.length > 0 ? { closeVariants: [...new Set(variants)] } : {}),
    keywordMetrics: metricsOf(text, region, day),
  }));
}

function metricsOf(text: string, region: string, day: string): object {
  const { number, pick } = createDataset(`google-ads\n${region}\n${text.replace(/s$/, '')}`, text, day);
  const volume = pick('volume', VOLUMES);
  if (volume === 0) return {};
  const low = 100_000 + number('low bid', 400) * 10_000;
  const [year = 2026, month = 1] = day.split('-').map(Number);
  return {
    avgMonthlySearches: String(volume),
    competition: pick('competition', LEVELS),
    competitionIndex: String(number('competition index', 101)),
    lowTopOfPageBidMicros: String(low),
    highTopOfPageBidMicros: String(low * 3),
    averageCpcMicros: String(low * 2),
    monthlySearchVolumes: Array.from({ length: 12 }, (_, index) => {
      const at = year * 12 + month - 1 - 12 + index;
      const monthlySearches = Math.round((volume * (80 + number(`month ${at % 12}`, 41))) / 100);
      return { year: String(Math.floor(at / 12)), month: MONTHS[at % 12], monthlySearches: String(monthlySearches) };
    }),
  };
}

function failure(status: number, name: string): SandboxPage {
  const details = {
    '@type': 'type.googleapis.com/google.ads.googleads.v23.errors.GoogleAdsFailure',
    errors: [{ errorCode: { quotaError: name }, details: { quotaErrorDetails: { retryDelay: '2s' } } }],
  };
  return json({ error: { code: status, message: 'The sandbox rejects this request.', status: name, details: [details] } }, status);
}
