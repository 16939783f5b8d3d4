// Labels of API values and request fields. Unknown values are shown as the API sends them.
import { ENGINE_LABELS } from '../../src/contract/vocabulary.ts';

const LABELS: Readonly<Record<string, string>> = {
  // States of requests and callbacks
  waiting: 'In progress',
  ready: 'Completed',
  faulty: 'Failed',
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  // Verdicts and outcomes
  ok: 'OK',
  valid: 'OK',
  empty: 'No results',
  suspect: 'Unrelated results',
  blocked: 'Blocked',
  unparsed: 'Parse error',
  unreadable: 'Parse error',
  unreachable: 'Unreachable',
  repeated: 'Repeated page',
  resting: 'Paused',
  running: 'Running',
  reused: 'From cache',
  // Canaries and cases
  passing: 'Passing',
  failing: 'Failing',
  untested: 'Not tested',
  unbudgeted: 'No budget',
  passed: 'Passed',
  inconclusive: 'Inconclusive',
  due: 'Due',
  open: 'Open',
  corrected: 'Corrected',
  dismissed: 'Dismissed',
  resolved: 'Resolved',
  // Sources
  page: 'Direct fetch',
  browser: 'Browser',
  sandbox: 'Sandbox',
  registry: 'Registry',
  // Types of requests
  serp: 'SERP',
  keyword: 'Keyword',
  ai: 'AI',
  tracking: 'Tracking',
  read: 'Read',
  technologies: 'Technologies',
  // Roles of processes
  main: 'Main',
  api: 'API',
  worker: 'Worker',
  // Modes, priorities, contracts
  live: 'Live',
  test: 'Test',
  LOW: 'Low',
  NORMAL: 'Normal',
  REALTIME: 'Realtime',
  INSTANT: 'Instant',
  current: 'Current',
  older: 'Older',
  // Ledger entries
  grant: 'Grant',
  charge: 'Charge',
  reversal: 'Refund',
  expiry: 'Expiry',
  // Limits
  reject: 'Reject requests',
  overcharge: 'Charge more',
  // Origins of settings
  environment: 'Environment',
  file: 'File',
  default: 'Default',
  ...ENGINE_LABELS,
  // Sources of WHOIS data
  auto: 'Automatic',
  website: 'Website',
  whois: 'WHOIS',
  // Lists of a result and SERP features
  organic: 'Organic results',
  advertisers: 'Ads',
  answers: 'Answers',
  videos: 'Videos',
  images: 'Images',
  maps: 'Places',
  news: 'News',
  paa: 'People also ask',
  twitter: 'Posts',
  playlist: 'Playlists',
  channel: 'Channels',
  knowledgegraph: 'Knowledge panel',
  related: 'Related searches',
};

export const labelOf = (value: string): string => LABELS[value] ?? value;

const FIELDS: Readonly<Record<string, string>> = {
  admin: 'Administrative contact',
  'ai overview': 'AI overview',
  aiService: 'AI service',
  asynchronous: 'Asynchronous',
  callback: 'Callback URL',
  customCookieParameter: 'Custom cookies',
  customUrlParameter: 'Custom URL parameters',
  customUserAgent: 'Custom user agent',
  externalIdentifier: 'External ID',
  find: 'Find a domain',
  isMobile: 'Mobile',
  maxDistance: 'Maximum distance',
  maxResults: 'Results',
  org: 'Organisation',
  postal: 'Postal code',
  scheduleTo: 'Schedule for',
  tech: 'Technical contact',
  url: 'URL',
  voiceSearchHighFidelity: 'High-fidelity voice search',
};

/** Label of a SERP feature or an answer type: `featured_snippet` becomes "Featured snippet". */
export const featureLabelOf = (type: string): string => LABELS[type] ?? fieldLabelOf(type.replaceAll('_', ' '));

/** Label of a request field: `saveRawData` becomes "Save raw data". */
export function fieldLabelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return FIELDS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
