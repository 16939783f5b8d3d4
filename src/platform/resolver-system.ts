// The system's own lookup. It cannot be cancelled and occupies a thread, so only a few run at once.
import { lookup as systemLookup } from 'node:dns';
import { NameUnresolved } from './resolver-errors.ts';
import { createShares, type Share } from './resolver-shares.ts';

export type SystemLookup = (name: string, share: Share, deadline: number) => Promise<readonly string[]>;

/**
 * Out of the four threads of a process, which also read files. The slot is held until the call returns, not until its
 * caller gives up.
 */
const THREADS_MAX = 2;
const PER_SHARE_MAX = 1;
const WAITING_MAX = 16;

export function createSystemLookup(lookUp: typeof systemLookup = systemLookup): SystemLookup {
  const shares = createShares({
    total: THREADS_MAX,
    perShare: PER_SHARE_MAX,
    perDomain: PER_SHARE_MAX,
    always: 0,
    waitingMax: WAITING_MAX,
    stuckMs: 1000,
  });
  return (name, share, deadline) => {
    let timer: NodeJS.Timeout | undefined;
    const clock = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NameUnresolved('timeout')), Math.max(0, deadline - performance.now()));
    });
    const result = shares.run(share, name, deadline, () => lookUpOnce(lookUp, name, deadline));
    return Promise.race([result, clock]).finally(() => clearTimeout(timer));
  };
}

function lookUpOnce(lookUp: typeof systemLookup, name: string, deadline: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    lookUp(name, { all: true, verbatim: true }, (error, addresses) => {
      if (!error) return resolve(addresses.map(({ address }) => address));
      const isLate = performance.now() > deadline;
      const reason = isLate ? 'timeout' : error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'not_found' : 'failed';
      reject(new NameUnresolved(reason, error));
    });
  });
}
