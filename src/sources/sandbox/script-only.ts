// Sandbox pages that are empty until their script has run, as engines show them to suspected bots.
import { html, type SandboxRequest, type SandboxResponse } from './site.ts';

/** Sent only by the script of such a page. */
const BY_SCRIPT = 'x-sandbox-script';

/** A plain client sees only a request to enable scripts. A browser fetches the results and inserts them. */
const SHELL = `<!doctype html><html><head><title>One moment</title>
<noscript><meta http-equiv="refresh" content="0;url=/httpservice/retry/enablejs"></noscript></head><body><noscript>Please turn on JavaScript.</noscript>
<script>
fetch(location.href, { headers: { '${BY_SCRIPT}': '1' } })
  .then((answer) => answer.text())
  .then((page) => { document.open(); document.write(page); document.close(); });
</script></body></html>`;

export const asScriptOnly = (request: SandboxRequest, response: SandboxResponse): SandboxResponse =>
  request.headers[BY_SCRIPT] === undefined ? html(SHELL) : response;
