// Server data of a domain.

export interface ServerData {
  readonly ip: string | null;
  readonly reverseDNS: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly continent: string | null;
  readonly hostingASN: string | null;
  /** Misspelt in the contract. */
  readonly hostingPovider: string | null;
}

/** Server data when only the IP address is known, or not even that. */
export const unknownServer = (ip: string | null): ServerData => ({
  ip,
  reverseDNS: null,
  latitude: null,
  longitude: null,
  country: null,
  city: null,
  continent: null,
  hostingASN: null,
  hostingPovider: null,
});
