// The API reference at /docs and the document behind it.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { OPENAPI } from './openapi.ts';
import { openApiRoute } from './openapi-response.ts';

export async function referencePages(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { openapi: OPENAPI, refResolver: { buildLocalReference: (json) => String(json.$id) } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Do not store credentials beyond the page.
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true, persistAuthorization: false },
    staticCSP: true,
    theme: {
      title: 'Sextant API',
      css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }],
      // Earlier versions stored credentials there.
      js: [{ filename: 'forget.js', content: "try { localStorage.removeItem('authorized') } catch {}" }],
    },
  });
  openApiRoute(app);
}
