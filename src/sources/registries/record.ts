// A registration in the format of the contract, without server, social links and backlinks.

export interface WhoisContact {
  readonly name: string | null;
  readonly org: string | null;
  readonly email: string | null;
  /** The postal code. */
  readonly postal: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly street: readonly string[] | null;
}

export const CONTACT_ROLES = ['registrant', 'admin', 'tech', 'zone', 'billing'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];
export type WhoisContacts = Readonly<Record<ContactRole, WhoisContact | null>>;

export interface WhoisRegistrar {
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
  readonly phone: string | null;
}

export interface WhoisRecord {
  readonly domain: string;
  /** Without a dot, or null for an IP address. */
  readonly tld: string | null;
  readonly registered: boolean;
  readonly status: readonly string[];
  /** `2026-01-02T03:04:05+0000` */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly expiredAt: string | null;
  readonly nameServers: readonly string[];
  readonly contacts: WhoisContacts;
  readonly rawText: string | null;
  readonly emails: readonly string[];
  readonly registrar: WhoisRegistrar | null;
}

/** A query for a registry. */
export interface RegistryQuery {
  readonly kind: 'domain' | 'ip';
  /** The registrable domain in ASCII, or the IP address. */
  readonly name: string;
  readonly tld: string | null;
}

export const noContacts = (): Record<ContactRole, WhoisContact | null> => ({
  registrant: null,
  admin: null,
  tech: null,
  zone: null,
  billing: null,
});

export const EMPTY_CONTACT: WhoisContact = {
  name: null,
  org: null,
  email: null,
  postal: null,
  city: null,
  state: null,
  country: null,
  phone: null,
  fax: null,
  street: null,
};

/** The record of a name that the registry does not have. */
export const freeRecord = (query: RegistryQuery, rawText: string): WhoisRecord => ({
  domain: query.name,
  tld: query.tld,
  registered: false,
  status: [],
  createdAt: null,
  updatedAt: null,
  expiredAt: null,
  nameServers: [],
  contacts: noContacts(),
  rawText,
  emails: [],
  registrar: null,
});

/** Completes the registry's record with the registrar's. The registry has precedence for the registration itself. */
export function mergeRecords(registry: WhoisRecord, registrar: WhoisRecord): WhoisRecord {
  if (!registry.registered || !registrar.registered) return registry;
  const contacts = noContacts();
  for (const role of CONTACT_ROLES) contacts[role] = registrar.contacts[role] ?? registry.contacts[role];
  const sponsor = mergeRegistrars(registry.registrar, registrar.registrar);
  return {
    ...registry,
    createdAt: registry.createdAt ?? registrar.createdAt,
    updatedAt: registry.updatedAt ?? registrar.updatedAt,
    expiredAt: registry.expiredAt ?? registrar.expiredAt,
    status: registry.status.length > 0 ? registry.status : registrar.status,
    nameServers: registry.nameServers.length > 0 ? registry.nameServers : registrar.nameServers,
    contacts,
    registrar: sponsor,
    emails: [...new Set([...registry.emails, ...registrar.emails])],
    rawText: `${registry.rawText ?? ''}\n${registrar.rawText ?? ''}`,
  };
}

function mergeRegistrars(one: WhoisRegistrar | null, other: WhoisRegistrar | null): WhoisRegistrar | null {
  if (one === null || other === null) return one ?? other;
  return { name: one.name ?? other.name, email: one.email ?? other.email, url: one.url ?? other.url, phone: one.phone ?? other.phone };
}
