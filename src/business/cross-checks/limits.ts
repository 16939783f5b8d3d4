// Limits of cross-checks per engine, as the setting CROSS_CHECKS states them.

export interface CrossCheckLimit {
  /** Share of the finished searches that a second source is asked for as well, from 0 to 1. */
  readonly share: number;
  /** Calls of one day (UTC) in the whole fleet. */
  readonly callsPerDay: number;
}

/** By engine. An engine without limits is never checked. */
export type CrossCheckLimits = Readonly<Record<string, CrossCheckLimit>>;

/** `google=0.02:200`: the engine, its share and its calls a day. */
const ENTRY = /^([a-z0-9-]+)=(\d+(?:\.\d+)?|\.\d+):(\d{1,9})$/;
const EXAMPLE = 'google=0.02:200,bing=0.1:50';

/** Returns the limits in the text. Throws an error whose message says what is wrong. */
export function readCrossChecks(given: string, isEngine: (name: string) => boolean): CrossCheckLimits {
  const limits = new Map<string, CrossCheckLimit>();
  for (const entry of given.split(',').map((part) => part.trim())) {
    const [, engine, share, calls] = ENTRY.exec(entry) ?? [];
    if (engine === undefined) throw new Error(`must be a list such as ${EXAMPLE}: engine, share and calls a day`);
    if (!isEngine(engine)) throw new Error(`names the unknown engine ${engine}`);
    if (limits.has(engine)) throw new Error(`names the engine ${engine} twice`);
    if (Number(share) > 1) throw new Error(`has the share ${share} for ${engine}: it must be between 0 and 1`);
    limits.set(engine, { share: Number(share), callsPerDay: Number(calls) });
  }
  return Object.fromEntries(limits);
}
