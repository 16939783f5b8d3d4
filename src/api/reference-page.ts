// The HTML page of the API reference, its styles, and the script that starts Swagger UI.

/** Scripts and styles only from this service. Swagger UI has its icons in its stylesheet, as data URIs. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `root` leads from the page to the root of the service, so that it also works below a path of a proxy. */
export const referencePage = (root: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sextant API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}docs/static/swagger-ui.css">
<link rel="stylesheet" href="${root}docs/static/page.css">
</head>
<body>
<header>
<nav aria-label="Other pages">
<a href="${root}">Dashboard</a>
<a href="${root}docs/guide">Guide</a>
<a href="${root}openapi.json">OpenAPI document</a>
</nav>
</header>
<main id="reference" data-document="${root}openapi.json">
<noscript>This page needs JavaScript. The OpenAPI document describes the same API.</noscript>
</main>
<script src="${root}docs/static/swagger-ui-bundle.js" defer></script>
<script src="${root}docs/static/page.js" defer></script>
</body>
</html>
`;

/**
 * Swagger UI without its standalone layout, whose logo has an inline style that the policy forbids.
 * Earlier versions of this page stored credentials, so they are removed.
 */
export const PAGE_SCRIPT = `try { localStorage.removeItem('authorized'); } catch {}
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.classList.add('dark-mode');
const reference = document.getElementById('reference');
SwaggerUIBundle({
  domNode: reference,
  url: new URL(reference.dataset.document, location.href).href,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Swagger UI is made for wide screens. On phones, paths wrap, tables become lists, and code scrolls on its own. */
export const PAGE_STYLE = `html { box-sizing: border-box; overflow-y: scroll; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; }
html:not(.dark-mode) body { background: #fff; }
header { background: #14213d; }
header nav { display: flex; flex-wrap: wrap; gap: 4px 20px; max-width: 1460px; margin: 0 auto; padding: 6px 20px; }
header a { padding: 10px 0; color: #fff; font: 600 15px/1.4 system-ui, sans-serif; text-underline-offset: 3px; }
header a:focus-visible { outline: 3px solid #fca311; outline-offset: 2px; }
@media (max-width: 700px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .info { margin: 20px 0; }
  .swagger-ui .info .title { font-size: 26px; overflow-wrap: anywhere; }
  .swagger-ui .scheme-container { padding: 12px 0; }
  .swagger-ui .servers > label select { min-width: 0; max-width: 100%; }
  .swagger-ui :is(p, li, a, code, small) { overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; overflow-wrap: anywhere; padding: 10px 0; font-size: 20px; }
  .swagger-ui .opblock .opblock-summary-path { overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; gap: 8px; }
  .swagger-ui table.parameters thead, .swagger-ui table.responses-table > thead { display: none; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody, .swagger-ui table.parameters tr, .swagger-ui table.parameters td,
  .swagger-ui table.responses-table, .swagger-ui table.responses-table > tbody, .swagger-ui table.responses-table > tbody > tr,
  .swagger-ui table.responses-table > tbody > tr > td { display: block; width: 100%; min-width: 0; max-width: 100%; padding: 4px 0; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select,
  .swagger-ui .parameters-col_description textarea { width: 100%; max-width: 100%; min-width: 0; }
  .swagger-ui .model-box, .swagger-ui .highlight-code, .swagger-ui .microlight { max-width: 100%; overflow-x: auto; }
  .swagger-ui .dialog-ux .modal-ux { width: calc(100vw - 24px); min-width: 0; }
  .swagger-ui .auth-container input[type='password'], .swagger-ui .auth-container input[type='text'] { width: 100%; min-width: 0; }
}
`;
