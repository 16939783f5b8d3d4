// Doctor checks of name resolution: the name servers in use, and whether they respond.
import type { Finding } from '../cli/doctor.ts';
import type { Config } from '../config.ts';
import { NameUnresolved } from '../platform/resolver.ts';
import { configuredResolver } from './resolver.ts';

/** Looks up the hosts that settings name. An installation without a network still serves test keys, so a failure is only a note. */
export async function examineNames(config: Config, tell: (finding: Finding) => void): Promise<void> {
  const resolver = configuredResolver(config);
  const servers = resolver.servers();
  const by = servers === 'system' ? 'by the system’s own lookup' : `by ${servers.join(', ')}`;
  const hosts = [config.RDAP_BOOTSTRAP_URL, config.S3_URL, config.UPSTREAM_URL].flatMap((url) =>
    url !== null && URL.canParse(url) ? [new URL(url).hostname] : [],
  );
  for (const host of new Set(hosts)) {
    const started = performance.now();
    try {
      await resolver.resolveOwn(host);
      tell({ check: 'names', state: 'ok', found: `${host} is found ${by} within ${Math.round(performance.now() - started)} ms` });
    } catch (error) {
      if (!(error instanceof NameUnresolved)) throw error;
      const fix =
        error.reason === 'not_found'
          ? 'Check the setting that names this host, and the search domains of /etc/resolv.conf.'
          : 'Check /etc/resolv.conf, or set DNS_SERVERS. Test keys work without; nothing outside this machine can be reached.';
      tell({ check: 'names', state: 'note', found: `${host} is not found ${by}: ${error.message}`, fix });
    }
  }
}
