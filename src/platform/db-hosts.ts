// The hosts of a database URL, one of which is in use.

export interface Hosts {
  readonly many: boolean;
  /** One whole URL for each host. */
  readonly addresses: readonly string[];
  /** The whole URL, with the host in use. */
  current(): string;
  use(address: string): void;
}

/** `postgres://user:password@one:5432,two:5432/name`: several hosts separated by commas, as in libpq. */
export function createHosts(url: string): Hosts {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/is.exec(url) ?? [];
  const addresses = hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
  let current = addresses[0]!;
  return {
    many: addresses.length > 1,
    addresses,
    current: () => current,
    use: (address) => {
      current = address;
    },
  };
}
