// WHOIS and technologies responses.

import { DateTime, Nullable, OneOf } from './dialect.ts';
import Type, { type Static } from './schema.ts';
import { WHOIS_SOURCES } from './vocabulary.ts';

const text = () => Nullable(Type.String());

export const WhoisContact = Type.Object({
  name: text(),
  org: text(),
  email: text(),
  postal: text(),
  city: text(),
  state: text(),
  country: text(),
  phone: text(),
  fax: text(),
  street: Nullable(Type.Array(Type.String())),
});
export type WhoisContact = Static<typeof WhoisContact>;

export const Whois = Type.Object(
  {
    domain: Type.String(),
    tld: Nullable(Type.String({ description: 'No leading dot; null for an IP address.' })),
    status: Nullable(Type.Array(Type.String())),
    createdAt: Nullable(DateTime('Registration time.')),
    updatedAt: Nullable(DateTime('Time of the last change.')),
    expiredAt: Nullable(DateTime('End of the registration.')),
    nameServers: Nullable(Type.Array(Type.String())),
    contacts: Nullable(
      Type.Object({
        registrant: Nullable(WhoisContact),
        admin: Nullable(WhoisContact),
        tech: Nullable(WhoisContact),
        zone: Nullable(WhoisContact),
        billing: Nullable(WhoisContact),
      }),
    ),
    rawText: text(),
    emails: Nullable(Type.Array(Type.String())),
    registered: Type.Boolean(),
    registrar: Nullable(Type.Object({ name: text(), email: text(), url: text(), phone: text() })),
    server: Nullable(
      Type.Object({
        ip: text(),
        reverseDNS: text(),
        latitude: Nullable(Type.Number()),
        longitude: Nullable(Type.Number()),
        country: text(),
        city: text(),
        continent: text(),
        hostingASN: text(),
        hostingPovider: text(), // the contract's spelling
      }),
    ),
    backlinks: Nullable(
      Type.Integer({ description: 'Number of links from other sites to the domain. Null if the operator has no source for it.' }),
    ),
    socialLinks: Nullable(Type.Object({ facebook: text(), twitter: text(), linkedin: text() })),
  },
  { $id: 'Whois', title: 'Whois' },
);
export type Whois = Static<typeof Whois>;

export const WhoisQuery = Type.Object({ source: Type.Optional(OneOf(WHOIS_SOURCES, { default: 'auto' })) });

export const Technologies = Type.Object(
  {
    domain: Type.String(),
    updatedAt: DateTime('When the site was fetched.'),
    technologies: Type.Array(
      Type.Object({
        name: Type.String(),
        slug: Type.String(),
        version: text(),
        confidence: Type.Integer({ minimum: 0, maximum: 100 }),
        category: text(),
        categories: Type.Array(Type.Object({ id: Type.Integer(), slug: Type.String(), name: Type.String() })),
        website: text(),
        icon: text(),
        cpe: text(),
      }),
    ),
  },
  { $id: 'Technologies', title: 'Technologies' },
);
export type Technologies = Static<typeof Technologies>;
