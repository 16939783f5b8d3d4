// Builds the OpenAPI document without a running service. The registered routes are never called.
import { createServer, type ServerParts } from './server.ts';

export async function describeApi(): Promise<object> {
  // Stands for every group, part and function that has no value here.
  const nothing: object = new Proxy(() => undefined, { get: () => nothing });
  const withValues = (values: object): object => new Proxy(values, { get: (known, name) => known[name as never] ?? nothing });
  const access = withValues({ operatorToken: '' });
  const parts = withValues({
    http: withValues({
      trustProxy: [],
      corsOrigins: [],
      hsts: false,
      basePath: '',
      connections: { perIpMax: 0, exempt: [], ipv6Prefix: 64 },
    }),
    access,
    health: access,
    pages: [],
  }) as ServerParts;
  const app = await createServer(parts);
  return app.swagger();
}
