// Builds the OpenAPI document without a running service. The registered routes are never called.
import { createServer, type ServerParts } from './server.ts';

export async function describeApi(): Promise<object> {
  const nothing = new Proxy(
    {
      trustProxy: [],
      corsOrigins: [],
      pages: [],
      operatorToken: '',
      hsts: false,
      connections: { perAddressMax: 0, uncounted: [], ipv6Prefix: 64 },
    },
    { get: (known, name) => (name in known ? known[name as 'pages'] : () => undefined) },
  ) as never as ServerParts;
  const app = await createServer(nothing);
  return app.swagger();
}
