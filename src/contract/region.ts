// Region schemas of requests and responses.

import { Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { REGION_TYPES } from './vocabulary.ts';

export const RegionLocation = Type.Object({
  type: Type.String({ description: 'The GeoJSON type, `Point`.' }),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: 'Longitude, then latitude.' }),
});

export const Region = Type.Object(
  {
    id: Type.String({ description: 'Unique persistent id.' }),
    name: Type.String({ description: 'English name.' }),
    localName: Nullable(Type.String({ description: 'Name in the local language.' })),
    formattedName: Type.String({ description: 'Human-readable full name.' }),
    canonicalName: Type.String({
      description: 'English name of the region, its parent and country. Unique. Use it when sending region names.',
    }),
    placeId: Nullable(Type.String({ description: 'Id in a maps API.' })),
    parentId: Nullable(Type.String({ description: 'Parent region id.' })),
    countryCode: Type.String({ description: 'ISO-3166-1 alpha-2.' }),
    type: Nullable(OneOf(REGION_TYPES)),
    population: Nullable(Type.Integer({ description: 'Approximate.' })),
    latitude: Type.Number({ description: 'Centre of the region.' }),
    longitude: Type.Number({ description: 'Centre of the region.' }),
    location: Nullable(RegionLocation),
  },
  { $id: 'Region', title: 'Region' },
);
export type Region = Static<typeof Region>;

/** Every region type of the contract, and the second spelling that the contract uses for one of them. */
const SEARCHABLE_TYPES = [...REGION_TYPES, 'governorate'] as const;

export const RegionSearch = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    maxDistance: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Metres.' })),
    types: Type.Optional(Type.Array(OneOf(SEARCHABLE_TYPES), { description: 'Allowed region types. Empty or omitted: the default 19.' })),
  },
  { $id: 'RegionSearch', title: 'RegionSearch', description: 'A point. The nearest region is used. Ignored when `region` is set.' },
);
export type RegionSearch = Static<typeof RegionSearch>;

export const RegionList = Type.Object(
  {
    page: Type.Integer(),
    total: Type.Integer({ description: 'Total results.' }),
    items: Type.Array(Type.Unsafe<Region>(Type.Ref('Region'))),
  },
  { $id: 'RegionList', title: 'RegionList' },
);
export type RegionList = Static<typeof RegionList>;

export const RegionQuery = Type.Object({
  countryCode: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO-3166-1 alpha-2.' })),
  type: Type.Optional(OneOf(SEARCHABLE_TYPES)),
  items: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Page size.' })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1 })),
  query: Type.Optional(Type.String({ maxLength: 200, description: 'Name search; case and accents do not matter.' })),
});
export type RegionQuery = Static<typeof RegionQuery>;
