// Doctor checks of MODE and of what other machines can reach.
import type { Finding } from '../cli/doctor.ts';
import { MODE_DIFFERENCES } from '../cli/start.ts';
import type { Config } from '../config.ts';
import { isLoopback } from './targets.ts';

/** Reports the mode, and what is open and should not be. */
export function examineMode(config: Config, tell: (finding: Finding) => void): void {
  const open = !isLoopback(config.HOST);
  const proxied = config.TRUST_PROXY.length > 0;
  if (config.MODE === 'local' && (open || proxied)) {
    const reached = open ? `HOST is ${config.HOST}` : 'TRUST_PROXY names a proxy';
    tell({
      check: 'mode',
      state: 'note',
      found: `local, and other machines may reach the service: ${reached}`,
      fix: `Set MODE=production. It changes: ${MODE_DIFFERENCES.map(({ production }) => production).join(' ')}`,
    });
  } else tell({ check: 'mode', state: 'ok', found: config.MODE === 'local' ? 'local: for this machine only' : 'production' });
  if (config.MODE === 'production' && !open && !proxied)
    tell({
      check: 'mode',
      state: 'note',
      found: 'TRUST_PROXY is empty: behind a proxy all clients share one IP address, and no response counts as sent over TLS',
      fix: 'Set TRUST_PROXY to the IP address of your proxy.',
    });
  if (config.MODE === 'production' && config.FRESHNESS_SHARED)
    tell({
      check: 'mode',
      state: 'note',
      found: 'FRESHNESS_SHARED is true: accounts can notice requests of other accounts',
      fix: 'Unset FRESHNESS_SHARED, unless all accounts trust each other.',
    });
  if (open && config.ADMIN_PORT === 0)
    tell({
      check: 'settings',
      state: 'note',
      found: `HOST is ${config.HOST}: the admin API can be reached from outside`,
      fix: 'Set ADMIN_PORT, so that /admin and /metrics listen only on ADMIN_HOST.',
    });
}
