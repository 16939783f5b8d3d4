// Pages of the sandbox that are empty until their script has run, as engines show them to clients they take for programs.
import { html, type SandboxAnswer, type SandboxRequest } from './site.ts';

/** Sent by the script of such a page, and by nobody else. */
const BY_SCRIPT = 'x-sandbox-script';

/** A plain client sees a request to enable scripts and nothing else; a browser fetches the results and puts them in its place. */
const SHELL = `<!doctype html><html><head><title>One moment</title>
<noscript><meta http-equiv="refresh" content="0;url=/httpservice/retry/enablejs"></noscript></head><body><noscript>Please turn on JavaScript.</noscript>
<script>
fetch(location.href, { headers: { '${BY_SCRIPT}': '1' } })
  .then((answer) => answer.text())
  .then((page) => { document.open(); document.write(page); document.close(); });
</script></body></html>`;

export const asScriptOnly = (request: SandboxRequest, answer: SandboxAnswer): SandboxAnswer =>
  request.headers[BY_SCRIPT] === undefined ? html(SHELL) : answer;
