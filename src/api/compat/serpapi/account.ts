// SerpApi's account and the list of locations.
import type { FastifyRequest } from 'fastify';
import type { ReadUsage } from '../../../business/accounts/usage.ts';
import type { Regions } from '../../../business/regions/regions.ts';
import { errors } from '../../../contract/errors.ts';
import type { User } from '../../../contract/user.ts';
import { accountOf } from '../../routes/operation.ts';
import type { UserRouteParts } from '../../routes/user.ts';
import { providerKeyOf } from '../provider.ts';
import { countIn, givenIn } from '../values.ts';

export interface AccountParts extends UserRouteParts {
  readonly usage: ReadUsage;
}

export const balanceOf = ({ credits }: User): number => credits.reduce((sum, { remaining }) => sum + remaining, 0);

export async function handleAccount(request: FastifyRequest, parts: AccountParts) {
  const account = accountOf(request);
  // Days of this month up to today, in UTC.
  const [user, usage] = await Promise.all([parts.user(account), parts.usage(account.id, account.mode, new Date().getUTCDate())]);
  if (!usage) throw errors.badKey();
  const balance = balanceOf(user);
  const hour = usage.limits.find(({ name }) => name === 'hour');
  const searches = usage.days.filter(({ kind }) => kind === 'serp').reduce((sum, { count }) => sum + count, 0);
  const total = user.credits.reduce((sum, lot) => sum + lot.total, 0);
  return {
    account_id: String(account.id),
    api_key: providerKeyOf(request, 'serpapi'),
    account_email: user.emails[0]?.address ?? null,
    account_status: 'Active',
    plan_id: account.mode,
    plan_name: account.mode === 'test' ? 'Sandbox' : 'Credits',
    plan_monthly_price: 0,
    plan_renewal_date: null,
    searches_per_month: total,
    plan_searches_left: balance,
    extra_credits: 0,
    total_searches_left: balance,
    this_month_usage: searches,
    this_hour_searches: hour?.used ?? null,
    last_hour_searches: hour?.used ?? null,
    account_rate_limit_per_hour: hour?.limit ?? (account.ratePerMinute === null ? null : account.ratePerMinute * 60),
  };
}

const LOCATIONS_MAX = 10;
/** Matches that are sorted by their population. More would cost time, and are matches inside of words. */
const MATCHES_MAX = 200;

/** Names of types have capitals: `Autonomous Community`. */
const typeNameOf = (type: string | null): string => (type ?? 'region').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

export function handleLocations(request: FastifyRequest, regions: Regions) {
  const given = givenIn(request.query);
  const limit = Math.min(countIn(given, 'limit', 1) ?? LOCATIONS_MAX, LOCATIONS_MAX);
  if (given.q !== undefined && given.q.length > 200) throw errors.badParameter('q', 'must have at most 200 characters');
  const { items } = regions.list({ items: MATCHES_MAX, page: 1, ...(given.q === undefined ? {} : { query: given.q }) });
  return items
    .sort((one, other) => (other.population ?? -1) - (one.population ?? -1))
    .slice(0, limit)
    .map((region) => ({
      id: region.id,
      google_id: regions.criteriaIdOf(region.id),
      google_parent_id: region.parentId === null ? null : regions.criteriaIdOf(region.parentId),
      name: region.name,
      canonical_name: region.canonicalName,
      country_code: region.countryCode,
      target_type: typeNameOf(region.type),
      reach: region.population ?? 0,
      gps: region.location?.coordinates ?? [region.longitude, region.latitude],
      keys: region.canonicalName
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    }));
}
