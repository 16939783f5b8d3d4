// Categories of technologies, numbered as tools of this kind number them.
import type { TechnologyCategory } from '../../../contract/technology.ts';

const NAMES: Readonly<Record<number, string>> = {
  1: 'CMS',
  2: 'Message boards',
  5: 'Widgets',
  6: 'Ecommerce',
  8: 'Wikis',
  10: 'Analytics',
  11: 'Blogs',
  12: 'JavaScript frameworks',
  14: 'Video players',
  15: 'Comment systems',
  16: 'Security',
  17: 'Font scripts',
  18: 'Web frameworks',
  19: 'Miscellaneous',
  21: 'LMS',
  22: 'Web servers',
  23: 'Caching',
  25: 'JavaScript graphics',
  27: 'Programming languages',
  28: 'Operating systems',
  31: 'CDN',
  32: 'Marketing automation',
  33: 'Web server extensions',
  34: 'Databases',
  35: 'Maps',
  36: 'Advertising',
  41: 'Payment processors',
  42: 'Tag managers',
  47: 'Development',
  51: 'Page builders',
  52: 'Live chat',
  53: 'CRM',
  54: 'SEO',
  57: 'Static site generator',
  59: 'JavaScript libraries',
  62: 'PaaS',
  64: 'Reverse proxies',
  65: 'Load balancers',
  66: 'UI frameworks',
  67: 'Cookie compliance',
  74: 'A/B Testing',
  75: 'Email',
  77: 'Retargeting',
  78: 'RUM',
  87: 'WordPress plugins',
  88: 'Hosting',
  92: 'Performance',
};

export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\+/g, '-plus')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

export function categoryOf(id: number): TechnologyCategory {
  const name = NAMES[id] ?? 'Miscellaneous';
  return { id, slug: slugOf(name), name };
}
