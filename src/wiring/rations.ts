// The rations of request bodies as the settings have them.
import type { RationSettings } from '../api/rations.ts';
import type { Config } from '../config.ts';

const MEGABYTE = 1_000_000;
const SECOND_MS = 1000;

const paceOf = (perMinute: number, parts: number) => ({ perMinute, burst: Math.round(perMinute / parts) });
/** A third of a minute's bytes at once, and half of its time. */
const bytes = (megabytes: number) => paceOf(megabytes * MEGABYTE, 3);
const time = (seconds: number) => paceOf(seconds * SECOND_MS, 2);

export const rationsOf = (config: Config): RationSettings => ({
  bodies: { account: bytes(config.BODY_MB_PER_MINUTE), address: bytes(config.IP_BODY_MB_PER_MINUTE) },
  rejected: { account: time(config.REJECTED_SECONDS_PER_MINUTE), address: time(config.IP_REJECTED_SECONDS_PER_MINUTE) },
  ipv6Prefix: config.IPV6_PREFIX_LENGTH,
});
