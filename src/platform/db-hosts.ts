// Chooses a host of the database URL: the primary, or the next host when it fails.

export interface Hosts {
  readonly many: boolean;
  /** One whole URL for each host. */
  readonly addresses: readonly string[];
  /** The whole URL, with one host. */
  current(): string;
  /** Moves on to the next host, unless another connection has done so already. */
  failed(address: string): void;
  /** Uses this host from now on. Returns false when it was in use already. */
  use(address: string): boolean;
}

/** `postgres://user:password@one:5432,two:5432/name`: several hosts separated by commas, as in libpq. */
export function createHosts(url: string): Hosts {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/is.exec(url) ?? [];
  const addresses = hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
  let at = 0;
  return {
    many: addresses.length > 1,
    addresses,
    current: () => addresses[at]!,
    failed: (address) => {
      if (address === addresses[at]) at = (at + 1) % addresses.length;
    },
    use: (address) => {
      if (address === addresses[at]) return false;
      at = addresses.indexOf(address);
      return true;
    },
  };
}
